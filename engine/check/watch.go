package check

import "slices"

// watch collects, in a second run of a search that found no order, what an
// explanation needs.
type watch struct {
	target int32 // rank of the return that no node gets past
	states []int32
	known  map[int32]bool
	order  []int32 // moves to the farthest node that waits for target
	quiet  []bool  // for each number of calls: the first so many returned before the next was made
	cuts   map[int32]*cut
}

// cut is an instant at which no call of known end was under way.
type cut struct {
	state int32
	used  []uint32
	many  bool // more than one state, or more than one choice of calls of unknown end
}

func newWatch(calls []call, target int32) *watch {
	w := &watch{target: target, known: map[int32]bool{}, quiet: make([]bool, len(calls)+1), cuts: map[int32]*cut{}}
	var last uint64
	for i, c := range calls {
		w.quiet[i] = i > 0 && last < c.inv()
		last = max(last, c.ret)
	}
	return w
}

// note takes what the node of f, which waits for the return with this rank, says.
func (s *search[S]) note(f *frame, rank int32) {
	w := s.watch
	if w == nil {
		return
	}
	if rank == w.target && !w.known[f.state] {
		w.known[f.state] = true
		w.states = append(w.states, f.state)
	}
	if rank == w.target && len(s.frames) > len(w.order)+1 {
		w.order = w.order[:0]
		for _, f := range s.frames[1:] {
			w.order = append(w.order, f.by)
		}
	}
	// What a call of unknown end leads to is no cut of its own: it may come later.
	if p := &s.placed; f.by >= 0 && p.count == p.low && w.quiet[p.low] {
		w.cut(p.low, f.state, s.used)
	}
}

func (w *watch) cut(at, state int32, used []uint32) {
	c := w.cuts[at]
	if c == nil {
		w.cuts[at] = &cut{state: state, used: slices.Clone(used)}
		return
	}
	c.many = c.many || c.state != state || !slices.Equal(c.used, used)
}

// latest gives the last cut with one state only, before call x, and how many of
// each class of unknown end were used up by then; at 0 none are.
func (w *watch) latest(x int32, classes int) (at int32, c *cut) {
	for at = x; at > 0; at-- {
		if c = w.cuts[at]; c != nil && !c.many {
			return at, c
		}
	}
	return 0, &cut{used: make([]uint32, classes)}
}
