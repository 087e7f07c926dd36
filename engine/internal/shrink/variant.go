package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// variant is a schedule whose faults have numbers that stay theirs while others
// go, move or change. It is not changed once it is made.
type variant struct {
	s   *schedule.Schedule
	ids []int // of s.Faults
}

func newVariant(s *schedule.Schedule) variant {
	v := variant{s: s.Clone()}
	v.s.ShrunkFrom, v.s.ShrinkRuns = nil, 0
	for i := range s.Faults {
		v.ids = append(v.ids, i)
	}
	return v
}

func (v variant) clone() variant { return variant{v.s.Clone(), slices.Clone(v.ids)} }

// only is v with the faults that keep accepts.
func (v variant) only(keep func(id int, f *schedule.Fault) bool) variant {
	n := v.clone()
	n.s.Faults, n.ids = n.s.Faults[:0], n.ids[:0]
	for i, id := range v.ids {
		if keep(id, &v.s.Faults[i]) {
			n.s.Faults, n.ids = append(n.s.Faults, v.s.Faults[i]), append(n.ids, id)
		}
	}
	return n
}

func (v variant) without(ids ...int) variant {
	return v.only(func(id int, _ *schedule.Fault) bool { return !slices.Contains(ids, id) })
}

// minus gives the numbers of the faults of v but some.
func (v variant) minus(some []int) (rest []int) {
	for _, id := range v.ids {
		if !slices.Contains(some, id) {
			rest = append(rest, id)
		}
	}
	return rest
}

// fault is the fault of a number; nil if v does not have it.
func (v variant) fault(id int) *schedule.Fault {
	if i := slices.Index(v.ids, id); i >= 0 {
		return &v.s.Faults[i]
	}
	return nil
}

// with is v with one fault changed, or v if it does not have it.
func (v variant) with(id int, change func(*schedule.Fault)) variant {
	if v.fault(id) == nil {
		return v
	}
	n := v.clone()
	change(n.fault(id))
	return n
}

// changed is v with something changed besides its faults.
func (v variant) changed(change func(*schedule.Schedule)) variant {
	n := v.clone()
	change(n.s)
	return n
}

// happened is v with the faults that its run took, as they happened.
func (v variant) happened(taken []schedule.Fault) variant {
	n := v.clone()
	n.s.Faults, n.s.ByAnchor = slices.Clone(taken), false
	n.ids = v.match(taken)
	return n
}

// newer is v with the instants and anchors of a replay, if that took the faults
// of v and no others.
func (v variant) newer(out Outcome) variant {
	if n := v.happened(out.Taken); n.s.Key() == v.s.Key() {
		return n
	}
	return v
}

// match gives the numbers of faults that v's run took: those of the faults of v
// that strike the same target at the same place, or else the first that strikes
// the same target. One that v does not have gets a new number.
func (v variant) match(taken []schedule.Fault) []int {
	ids, used := make([]int, len(taken)), make([]bool, len(v.ids))
	for i := range ids {
		ids[i] = -1
	}
	for _, same := range []func(a, b *schedule.Fault) bool{samePlace, sameTarget} {
		for i := range taken {
			for j := 0; j < len(v.ids) && ids[i] < 0; j++ {
				if !used[j] && same(&taken[i], &v.s.Faults[j]) {
					ids[i], used[j] = v.ids[j], true
				}
			}
		}
	}
	fresh := 0
	for _, id := range v.ids {
		fresh = max(fresh, id+1)
	}
	for i := range ids {
		if ids[i] < 0 {
			ids[i] = fresh
			fresh++
		}
	}
	return ids
}

func sameTarget(a, b *schedule.Fault) bool {
	return a.Kind == b.Kind && a.Node == b.Node && a.Direction == b.Direction && slices.Equal(a.Cut, b.Cut)
}

func samePlace(a, b *schedule.Fault) bool {
	return sameTarget(a, b) && a.Op == b.Op && (!a.Planned() || a.At == b.At)
}
