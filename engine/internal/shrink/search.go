package shrink

// search looks for the least value that still fails in the same way, between lo
// and hi. It is a plain value: what it asks next is known for either answer, so
// both may be run ahead. It does not trust the answers to be monotone: hi is
// always a value that was asked and was Same.
type search struct {
	// hi fails in the same way. lo is the greatest value that was asked and does
	// not, or is one less than the least that is allowed.
	lo, hi int64
	// unit is what values are multiples of, except where a bound is not. The
	// search ends when hi is at most within above lo; within is at least unit.
	unit, within int64
	stage        stage
	// find is how the faults of variants find their operations.
	find find
}

// stage is what is asked next.
type stage int

const (
	// floor asks the least value: often all or nothing decides.
	floor stage = iota
	// half asks the middle. If that is not Same, edge asks whether anything less
	// than hi is, before a bisection that would find nothing.
	half
	edge
	// again is edge for a value that was bisected before under another schedule.
	// Only if there is more to gain now is it bisected anew.
	again
	bisect
	done
)

// next gives the value to ask; false if the search is over.
func (s search) next() (int64, bool) {
	var v int64
	switch s.stage {
	case floor:
		v = s.lo + 1
	case half, bisect:
		v = s.lo + (s.hi-s.lo)/2
		v -= mod(v, s.unit)
	case edge, again:
		v = s.hi - s.within
		v += mod(-v, s.unit)
	}
	near := s.hi-s.lo <= s.within && s.stage != floor
	return v, s.stage != done && !near && s.lo < v && v < s.hi
}

// mod is the remainder from 0 to m-1.
func mod(v, m int64) int64 { return (v%m + m) % m }

// told is the search after the answer to its question.
func (s search) told(same bool) search {
	v, _ := s.next()
	if same {
		s.hi = v
	} else {
		s.lo = v
	}
	s.stage = after[s.stage][same]
	return s
}

// after says what follows each stage for each answer.
var after = map[stage]map[bool]stage{
	floor:  {true: done, false: half},
	half:   {true: bisect, false: edge},
	edge:   {true: bisect, false: done},
	again:  {true: half, false: done},
	bisect: {true: bisect, false: bisect},
}

// descend searches for the least value, and makes each that wins the best. set
// gives a variant with another value; if it cannot, v itself.
func (h *shrinker) descend(s search, set func(v variant, to int64) variant) (least int64, err error) {
	for {
		value, ok := s.next()
		if !ok {
			return s.hi, nil
		}
		v := set(h.best.variant, value)
		won, err := h.try(v, s.find, h.foresee(s, v, set))
		if err != nil {
			return s.hi, err
		}
		s = s.told(won)
	}
}

// foresee gives the variants that a search may ask after v, its next question:
// those that are reached with fewer answers first.
func (h *shrinker) foresee(s search, v variant, set func(variant, int64) variant) (next []variant) {
	type place struct {
		search
		base variant
	}
	queue := []place{{s.told(false), h.best.variant}, {s.told(true), v}}
	for n := 0; n < len(queue) && len(next)+1 < h.crew.jobs; n++ {
		p := queue[n]
		if value, ok := p.next(); ok {
			v := set(p.base, value)
			next = append(next, v)
			queue = append(queue, place{p.told(false), p.base}, place{p.told(true), v})
		}
	}
	return next
}

// each tries moves one after the other, and those that win add up. won says
// whether one did. how is how the faults of variants find their operations.
func (h *shrinker) each(moves []func(variant) variant, how find) (won bool, err error) {
	for i, move := range moves {
		var next []variant
		for _, m := range moves[i+1 : min(len(moves), i+h.crew.jobs)] {
			next = append(next, m(h.best.variant))
		}
		w, err := h.try(move(h.best.variant), how, next)
		if err != nil {
			return won, err
		}
		won = won || w
	}
	return won, nil
}
