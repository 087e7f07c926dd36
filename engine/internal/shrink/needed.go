package shrink

import "github.com/seedfall/seedfall/engine/schedule"

// needed tells what is known of the runs without each fault that was kept.
func (h *shrinker) needed() []Necessity {
	var all []Necessity
	for i, id := range h.kept.ids {
		all = append(all, h.need(h.kept.s.Faults[i], h.kept.without(id)))
	}
	return all
}

func (h *shrinker) need(f schedule.Fault, without variant) Necessity {
	n := Necessity{Fault: f}
	for _, way := range without.ways(anchorFirst) {
		out, asked := h.known[way.s.Key()]
		if !asked {
			break
		}
		n.Without, n.Ends = judge(out), out.Ends
		if !way.lost(out) {
			break
		}
	}
	return n
}

// judge says what a run that was not taken for the same says about the fault
// that it did without. One that failed in another way may have ended before
// other faults were due, and says so all the same.
func judge(out Outcome) Without {
	switch {
	case out.Ends != "":
		return Differs
	case out.Unfired > 0:
		return Unresolved
	}
	return Passes
}
