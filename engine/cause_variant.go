package engine

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// How is how a run of a changed schedule ends, seen from the failure to explain.
type How string

// The ways to end.
const (
	// FailsSo is a failure in the same way.
	FailsSo How = "fails"
	// FailsElse is a failure in another way.
	FailsElse How = "differs"
	// RunPasses is no failure.
	RunPasses How = "passes"
	// RunUndecided is no failure either, but a history has no verdict, so that
	// nobody knows whether the run passes.
	RunUndecided How = "undecided"
	// FaultMissing says that the changed fault did not happen, however the run
	// ended.
	FaultMissing How = "not_taken"
	// FaultInTheWay says that there was no run: another fault of the kind strikes
	// there.
	FaultInTheWay How = "in_the_way"
)

// Ending is how a run of a changed schedule ends.
type Ending struct {
	How How `json:"how"`
	// Title says what failed in another way; "" elsewhere.
	Title string `json:"title,omitempty"`
	// Lacks are the numbers, from 1, of other faults that did not happen in a run
	// that passes or is undecided: it says less about the changed one then. For FaultInTheWay it
	// is the fault that is.
	Lacks []int `json:"lacks,omitempty"`
}

// variant is a copy of the base in which one fault is changed.
type variant struct {
	*schedule.Schedule
	fault int // the index of the changed one in the base's faults
	gone  bool
}

// number is the number, from 1, in the base of the fault with an index in v.
func (v *variant) number(i int) int {
	if v.gone && i >= v.fault {
		return i + 2
	}
	return i + 1
}

// without leaves out a fault.
func (h *causing) without(i int) variant {
	s := h.base.Clone()
	s.Faults = slices.Delete(s.Faults, i, i+1)
	return variant{s, i, true}
}

// changed changes a fault.
func (h *causing) changed(i int, change func(*schedule.Fault)) variant {
	s := h.base.Clone()
	change(&s.Faults[i])
	return variant{s, i, false}
}

// movedTo moves a planned fault to an instant. What a crash leaves on the disk is
// drawn by its instant, so it can be different there.
func (h *causing) movedTo(i int, at vtime.Instant) variant {
	return h.changed(i, func(f *schedule.Fault) {
		f.At, f.Until = at, at.Add(f.Span())
	})
}

// movedToOp moves a recorded fault to an operation. What a crash leaves on the
// disk is drawn as before.
func (h *causing) movedToOp(i int, op uint64) variant {
	return h.changed(i, func(f *schedule.Fault) {
		f.Draw, f.Anchor = f.Draws(), nil
		f.Op = op
	})
}

// inTheWay is the number of another fault of the same kind at the operation of
// the changed one; 0 if there is none.
func (v *variant) inTheWay() int {
	f := &v.Faults[v.fault]
	for i := range v.Faults {
		g := &v.Faults[i]
		if i != v.fault && f.Op > 0 && g.Op == f.Op && g.Kind == f.Kind && g.Node == f.Node {
			return i + 1
		}
	}
	return 0
}

// ending is how the run of a variant ended.
func (h *causing) ending(v *variant, o *world.Outcome) Ending {
	e := Ending{How: RunPasses}
	for _, i := range lacking(v.Schedule, o) {
		if i == v.fault && !v.gone {
			return Ending{How: FaultMissing}
		}
		e.Lacks = append(e.Lacks, v.number(i))
	}
	switch f := o.Failure; {
	case f == nil && len(undecided(o.Verdicts)) > 0:
		e.How = RunUndecided
		return e
	case f == nil:
		return e
	case f.Signature() == h.signature:
		return Ending{How: FailsSo}
	default:
		return Ending{How: FailsElse, Title: f.Title()}
	}
}

// lacking are the indices of the faults of s that did not happen in a run of it.
func lacking(s *schedule.Schedule, o *world.Outcome) (indices []int) {
	for i := range s.Faults {
		if f := &s.Faults[i]; !f.Planned() && !slices.ContainsFunc(o.Faults, func(t schedule.Fault) bool { return strikesAs(&t, f) && t.Op == f.Op }) {
			indices = append(indices, i)
		}
	}
	indices = append(indices, lackingPlanned(s, o)...)
	slices.Sort(indices)
	return indices
}

// lackingPlanned are those of the planned ones. A run notes them at the instants
// at which they were due, which can be some nanoseconds later than in s, but it
// keeps the order of those that are alike.
func lackingPlanned(s *schedule.Schedule, o *world.Outcome) (indices []int) {
	type due struct {
		schedule.Fault
		taken bool
	}
	var all []due
	for _, f := range o.Faults {
		all = append(all, due{f, true})
	}
	for _, f := range o.Unfired {
		all = append(all, due{f, false})
	}
	slices.SortStableFunc(all, func(a, b due) int { return byInstant(&a.Fault, &b.Fault) })
	order := make([]int, len(s.Faults))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return byInstant(&s.Faults[a], &s.Faults[b]) })
	for _, i := range order {
		f := &s.Faults[i]
		if !f.Planned() {
			continue
		}
		j := slices.IndexFunc(all, func(d due) bool { return strikesAs(&d.Fault, f) })
		if j < 0 || !all[j].taken {
			indices = append(indices, i)
		}
		if j >= 0 {
			all = slices.Delete(all, j, j+1)
		}
	}
	return indices
}

// strikesAs says whether two faults do the same to the same.
func strikesAs(a, b *schedule.Fault) bool {
	return a.Kind == b.Kind && a.Node == b.Node && slices.Equal(a.Cut, b.Cut)
}

func byInstant(a, b *schedule.Fault) int { return int(max(-1, min(1, a.At.Sub(b.At)))) }
