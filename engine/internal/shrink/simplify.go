package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// faults makes each fault simpler, the latest first: what changes late leaves
// the beginning of the run as it is.
func (h *shrinker) faults(before bool) (bool, error) {
	for _, id := range slices.Backward(slices.Clone(h.best.ids)) {
		for _, simplify := range []func(id int, before bool) error{h.details, h.lasting, h.earlier} {
			if err := simplify(id, before); err != nil {
				return false, err
			}
		}
	}
	return h.commit()
}

// details are what a fault may do without, each on its own. A change that does
// not apply to a fault leaves it as it is.
var details = []func(*schedule.Fault){
	func(f *schedule.Fault) { f.Corrupt = false },
	func(f *schedule.Fault) { notWithin(f, schedule.Before) },
	func(f *schedule.Fault) { notWithin(f, schedule.After) },
	func(f *schedule.Fault) { f.Page = min(f.Page, 1) },
	func(f *schedule.Fault) { f.PageTo = 0 },
	func(f *schedule.Fault) { f.Bit = 0 },
}

func notWithin(f *schedule.Fault, point string) {
	if f.Point == schedule.Within {
		f.Point, f.Bytes = point, 0
	}
}

// details takes details off a fault, and nodes off the cut side of a partition.
func (h *shrinker) details(id int, _ bool) error {
	var moves []func(variant) variant
	for _, change := range details {
		moves = append(moves, func(v variant) variant { return v.with(id, change) })
	}
	if f := h.best.fault(id); f != nil {
		for _, name := range f.Cut {
			moves = append(moves, func(v variant) variant { return v.with(id, func(f *schedule.Fault) { cutOff(f, name) }) })
		}
	}
	_, err := h.each(moves, numberFirst)
	return err
}

// cutOff takes a node off the cut side, which keeps one.
func cutOff(f *schedule.Fault, name string) {
	if len(f.Cut) > 1 {
		f.Cut = slices.DeleteFunc(slices.Clone(f.Cut), func(n string) bool { return n == name })
	}
}

// lasting makes the effect of a fault shorter, then its grace.
func (h *shrinker) lasting(id int, before bool) error {
	spans := []struct {
		get func(*schedule.Fault) vtime.Duration
		set func(*schedule.Fault, vtime.Duration)
	}{
		{(*schedule.Fault).Span, func(f *schedule.Fault, d vtime.Duration) { f.Until = f.At.Add(d) }},
		{func(f *schedule.Fault) vtime.Duration { return f.Grace }, func(f *schedule.Fault, d vtime.Duration) { f.Grace = d }},
	}
	for _, span := range spans {
		f := h.best.fault(id)
		if f == nil {
			return nil // it has not happened in a winner since
		}
		s := search{lo: -1, hi: int64(span.get(f)), unit: int64(step), within: int64(within), stage: floor, find: numberFirst}
		if before {
			s.stage = again
		}
		_, err := h.descend(s, func(v variant, to int64) variant {
			return v.with(id, func(f *schedule.Fault) { span.set(f, min(span.get(f), vtime.Duration(to))) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// earlier moves a planned fault toward the planned fault before it: with all
// that follow, which keeps their distances, and then by itself.
func (h *shrinker) earlier(id int, before bool) error {
	for _, set := range []func(variant, int, vtime.Instant) variant{allFrom, oneTo} {
		f := h.best.fault(id)
		if f == nil || !f.Planned() {
			return nil
		}
		s := search{lo: int64(h.plannedBefore(id)) - 1, hi: int64(f.At), unit: int64(step), within: int64(within), stage: middle(before), find: numberFirst}
		_, err := h.descend(s, func(v variant, to int64) variant { return set(v, id, vtime.Instant(to)) })
		if err != nil {
			return err
		}
	}
	return nil
}

// plannedBefore is the instant of the planned fault before a planned one, 0 for
// the first.
func (h *shrinker) plannedBefore(id int) (at vtime.Instant) {
	for i := range h.best.ids {
		if h.best.ids[i] == id {
			break
		}
		if f := &h.best.s.Faults[i]; f.Planned() {
			at = f.At
		}
	}
	return at
}

// allFrom moves a planned fault to an earlier instant, and the planned ones that
// follow by as much.
func allFrom(v variant, id int, to vtime.Instant) variant {
	i := slices.Index(v.ids, id)
	if i < 0 {
		return v
	}
	by := v.s.Faults[i].At.Sub(to)
	return v.changed(func(s *schedule.Schedule) {
		for j := i; j < len(s.Faults); j++ {
			if f := &s.Faults[j]; f.Planned() {
				move(f, by)
			}
		}
	})
}

// oneTo moves a planned fault to an earlier instant.
func oneTo(v variant, id int, to vtime.Instant) variant {
	return v.with(id, func(f *schedule.Fault) { move(f, f.At.Sub(to)) })
}

func move(f *schedule.Fault, earlier vtime.Duration) {
	span := f.Span()
	f.At = f.At.Add(-earlier)
	f.Until = f.At.Add(span)
}
