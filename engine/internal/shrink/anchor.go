package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// find says how the recorded faults of a variant find their operations, those
// that have an anchor.
type find int

const (
	// byNumber is for a variant that changes where a run ends. A fault that a
	// shorter run does not reach is not to be looked for elsewhere.
	byNumber find = iota
	// numberFirst asks once more by anchor if the variant passes and a fault
	// was not found: its operation has another number, perhaps.
	numberFirst
	// anchorFirst is for a variant with fewer faults, where numbers shift: a
	// crash less is a recovery less. If the variant passes and a fault was not
	// found, it is asked once more by number.
	anchorFirst
)

// ways gives the forms in which a variant is asked, in this order. The second is
// asked only if the first passes and has lost a fault.
func (v variant) ways(how find) []variant {
	anchored := func(f schedule.Fault) bool { return !f.Planned() && f.Anchor != nil }
	if !slices.ContainsFunc(v.s.Faults, anchored) {
		return []variant{v}
	}
	other := v.changed(func(s *schedule.Schedule) { s.ByAnchor = true })
	switch how {
	case numberFirst:
		return []variant{v, other}
	case anchorFirst:
		return []variant{other, v}
	}
	return []variant{v}
}

// lost says that v passed while a recorded fault that has an anchor was not
// found.
func (v variant) lost(out Outcome) bool {
	return out.Ends == "" && slices.ContainsFunc(v.s.Faults, func(f schedule.Fault) bool {
		return !f.Planned() && f.Anchor != nil && !slices.ContainsFunc(out.Taken, func(t schedule.Fault) bool {
			if v.s.ByAnchor {
				return sameTarget(&f, &t) && (t.Anchor == nil || *t.Anchor == *f.Anchor)
			}
			return samePlace(&f, &t)
		})
	})
}
