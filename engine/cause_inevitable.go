package engine

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Branches is how many branches a probe has. A branch is the failing run up to an
// instant, and from there on a run with other draws and the rest of the schedule.
const Branches = 10

// Inevitable is when a failure was settled. It was found by halving, so that all
// branches fail from the step that it names, and not all from the one before;
// steps far before it were not all tried.
type Inevitable struct {
	// At is the instant from which all branches fail. It is that of the failure
	// if no earlier one is found.
	At vtime.Instant `json:"at"`
	// Branches is how many there were at each side, Before how many of those from
	// the step before fail in the same way.
	Branches int `json:"branches"`
	Before   int `json:"before"`
	// Start says that all branches fail even from the start of the run; Before is
	// 0 then. End says that not all fail from the last step that was tried, right
	// before the failure; Before is their number then.
	Start bool `json:"start,omitempty"`
	End   bool `json:"end,omitempty"`
	// Events are what happens in the step that settles it: at most four, or of more
	// only the faults and what they cost. It has none for Start and End.
	Events []EventLine `json:"events,omitempty"`
	// Probes is how many steps were tried.
	Probes int `json:"probes"`
}

// maxSettling is how many events of the settling step are told.
const maxSettling = 4

// settle finds the first step from which all branches fail.
func (h *causing) settle(ctx context.Context, c *Cause) error {
	h.options.Say("when the failure is inevitable")
	n := &Inevitable{At: h.result.Failure.At, Branches: Branches}
	lo, hi, err := h.turn(ctx, n)
	if err == nil && !n.Start {
		n.Before, err = h.branches(ctx, h.steps[lo], false)
	}
	switch {
	case err != nil:
		return err
	case n.Start:
		n.At = 0
	case !n.End:
		err = h.settled(ctx, n, h.steps[lo], h.steps[hi])
	}
	c.Inevitable = n
	return err
}

// turn gives the indices of two neighbours in the list of steps: from the second
// all branches fail, from the first not all. With n.Start there is no such pair,
// and with n.End both are the last step.
func (h *causing) turn(ctx context.Context, n *Inevitable) (lo, hi int, err error) {
	all := func(i int) bool {
		if err != nil {
			return false
		}
		var fail int
		n.Probes++
		fail, err = h.branches(ctx, h.steps[i], true)
		return fail == Branches
	}
	hi = len(h.steps) - 1
	if n.End = !all(hi); n.End {
		return hi, hi, err
	}
	n.Start = all(lo)
	for hi-lo > 1 && !n.Start && err == nil {
		if mid := (lo + hi) / 2; all(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return lo, hi, err
}

// branching is a set of branches from one place.
type branching struct {
	from    *world.World
	copying sync.Mutex // copying marks pages of the copied run as shared
	same    [Branches]bool
	// passed is the lowest number of a branch that does not fail in the same way;
	// Branches if none is known.
	passed atomic.Int64
}

// branches counts the branches from before a step that fail in the same way. If
// first is set it is enough to know that one does not: those before the first
// such count.
func (h *causing) branches(ctx context.Context, step int, first bool) (fail int, err error) {
	b := &branching{}
	if b.from, err = h.before(ctx, step, false); err != nil {
		return 0, err
	}
	defer b.from.Close()
	b.passed.Store(Branches)
	err = h.parallel(Branches, func(i int) error {
		if first && b.passed.Load() < int64(i) {
			return nil
		}
		return h.branch(ctx, b, i)
	})
	ran := Branches
	if first {
		fail = int(b.passed.Load())
		ran = min(fail+1, Branches)
	} else {
		for _, same := range b.same {
			if same {
				fail++
			}
		}
	}
	h.runs.Add(int64(ran))
	h.forked.Add(int64(ran))
	return fail, err
}

// branch runs one branch. Branches with one number draw the same at every place,
// so that two places differ by less chance.
func (h *causing) branch(ctx context.Context, b *branching, i int) error {
	b.copying.Lock()
	w, err := b.from.Clone()
	b.copying.Unlock()
	if err != nil {
		return err
	}
	defer w.Close()
	w.Reseed(rng.Seed(h.base.Seed).Derive("branch").At(uint64(i)))
	o, err := h.finish(ctx, w)
	if err != nil {
		return err
	}
	b.same[i] = o.Failure != nil && o.Failure.Signature() == h.signature
	for at := b.passed.Load(); !b.same[i] && int64(i) < at && !b.passed.CompareAndSwap(at, int64(i)); {
		at = b.passed.Load()
	}
	return nil
}

// before gives the base's run as it is before a step, from the last checkpoint
// before that.
func (h *causing) before(ctx context.Context, step int, keep bool) (*world.World, error) {
	w, at, err := h.nearStep(ctx, step)
	if err != nil {
		return nil, err
	}
	if !keep {
		w.Quiet()
	}
	for ; at < step; at++ {
		if err = h.ended(ctx); err == nil {
			err = w.Step()
		}
		if err != nil {
			w.Close()
			return nil, err
		}
	}
	return w, nil
}

// nearStep gives a copy of the last checkpoint that is not behind a step, or else
// the run at its start, and before which step that is.
func (h *causing) nearStep(ctx context.Context, step int) (*world.World, int, error) {
	for _, p := range slices.Backward(h.points.all) {
		if at := h.stood[p.world]; at <= step {
			p.mu.Lock()
			defer p.mu.Unlock()
			w, err := p.world.Clone()
			return w, at, err
		}
	}
	w, err := h.program.world(context.WithoutCancel(ctx), Input{Seed: h.base.Seed, Schedule: h.base, Trace: true})
	return w, 0, err
}

// settled notes what happens in the steps from lo up to hi.
func (h *causing) settled(ctx context.Context, n *Inevitable, lo, hi int) error {
	w, err := h.before(ctx, lo, true)
	if err != nil {
		return err
	}
	defer w.Close()
	from := w.Events()
	for range hi - lo {
		if err := w.Step(); err != nil {
			return err
		}
	}
	n.At = w.Now()
	events := choose(h.trace.Events[from:w.Events()])
	for i := range events {
		n.Events = append(n.Events, line(&h.trace, &events[i]))
	}
	if len(events) > 0 {
		n.At = events[0].At
	}
	return nil
}

// choose gives the events of a step that are worth telling.
func choose(events []trace.Event) []trace.Event {
	if len(events) <= maxSettling {
		return events
	}
	faults := slices.DeleteFunc(slices.Clone(events), func(e trace.Event) bool { return !telling(&e) })
	if len(faults) == 0 {
		return events[len(events)-maxSettling:]
	}
	return faults[:min(len(faults), maxSettling)]
}

// telling says whether an event is a fault or what one costs.
func telling(e *trace.Event) bool {
	switch e.Kind {
	case trace.Crash, trace.CrashIO, trace.Partition, trace.Pause, trace.Restart, trace.DiskFault, trace.Bitrot, trace.Lost:
		return true
	}
	return false
}
