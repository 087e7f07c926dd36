package engine

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
)

// Nearest is the passing run with the smallest change. A change of a crash's
// point is smaller than one of an operation, that than one of an instant, and
// that than no fault; but runs in which all faults happen come first. Of equal
// ones the earlier fault counts, and the earlier place.
type Nearest struct {
	// Fault is the number, from 1, of the changed fault.
	Fault int `json:"fault"`
	// Changed is that fault as it is in the passing run; nil if it was left out.
	Changed *schedule.Fault `json:"changed,omitempty"`
	// Lacks are the numbers of other faults that did not happen.
	Lacks []int `json:"lacks,omitempty"`
	// Divergence is where the traces of the failing run, A, and of the passing one,
	// B, part.
	Divergence *story.Divergence `json:"divergence"`
	// AfterA and AfterB are the next lines of the two.
	AfterA []string `json:"after_a,omitempty"`
	AfterB []string `json:"after_b,omitempty"`
}

// context is how many lines of a trace are shown before the divergence, and
// contextAfter how many after it of each.
const (
	contextBefore = 2
	contextAfter  = 2
)

// change is a variant that passes.
type change struct {
	variant
	rank  int // of the kind of change
	by    int64
	lacks []int
}

// nearest runs the smallest change that passes again, and compares.
func (h *causing) nearest(ctx context.Context, c *Cause) error {
	var all []change
	for i := range c.Faults {
		all = append(all, h.passing(i, &c.Faults[i])...)
	}
	if len(all) == 0 {
		return nil
	}
	best := slices.MinFunc(all, func(a, b change) int {
		return cmp.Or(cmp.Compare(min(1, len(a.lacks)), min(1, len(b.lacks))), cmp.Compare(a.rank, b.rank), cmp.Compare(a.by, b.by))
	})
	h.options.Say("the nearest passing run")
	o, err := h.run(ctx, best.Schedule, true)
	if err != nil {
		return err
	}
	passing := newScene(o).Trace
	n := &Nearest{Fault: best.fault + 1, Lacks: best.lacks, Divergence: story.Diverge(h.trace, passing, contextBefore)}
	if !best.gone {
		n.Changed = &best.Faults[best.fault]
	}
	if d := n.Divergence; d != nil {
		n.AfterA, n.AfterB = after(&h.trace, d.Common+1), after(&passing, d.Common+1)
	}
	c.Nearest = n
	return nil
}

// passing are the changes of a fault with which the run passes.
func (h *causing) passing(i int, f *FaultCause) (all []change) {
	add := func(e *Ending, rank int, by int64, v variant) {
		if e != nil && e.How == RunPasses {
			all = append(all, change{v, rank, by, e.Lacks})
		}
	}
	for _, p := range f.Points {
		add(&p.Ending, 0, 0, h.changed(i, p.apply))
	}
	for _, w := range f.Windows {
		for _, e := range []*Edge{&w.Earlier, &w.Later} {
			switch {
			case e.First == nil:
			case w.Of == OfInstants:
				add(e.Ending, 2, distance(int64(e.First.At), int64(f.Fault.At)), h.movedTo(i, e.First.At))
			default:
				add(e.Ending, 1, distance(int64(e.First.Op), int64(f.Fault.Op)), h.movedToOp(i, e.First.Op))
			}
		}
	}
	add(f.Without, 3, 0, h.without(i))
	return all
}

// after are the lines of a trace from event number n on, from 0.
func after(t *story.Trace, n int) (lines []string) {
	for i := n; i < min(n+contextAfter, len(t.Events)); i++ {
		lines = append(lines, t.Text(&t.Events[i]))
	}
	return lines
}
