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
	all := func(i int) (bool, error) {
		n.Probes++
		fail, err := h.branches(ctx, h.steps[i], true)
		return fail == Branches, err
	}
	lo, hi := 0, len(h.steps)-1
	last, err := all(hi)
	if err != nil {
		return err
	}
	if n.End = !last; n.End {
		lo = hi
	} else if n.Start, err = all(lo); err != nil {
		return err
	}
	for hi-lo > 1 && !n.Start {
		mid := (lo + hi) / 2
		settled, err := all(mid)
		switch {
		case err != nil:
			return err
		case settled:
			hi = mid
		default:
			lo = mid
		}
	}
	if !n.Start {
		if n.Before, err = h.branches(ctx, h.steps[lo], false); err != nil {
			return err
		}
	}
	switch {
	case n.Start:
		n.At = 0
	case !n.End:
		if err := h.settled(ctx, n, h.steps[lo], h.steps[hi]); err != nil {
			return err
		}
	}
	c.Inevitable = n
	return nil
}

// branches counts the branches from before a step that fail in the same way. If
// first is set it is enough to know that one does not: only those before it count.
func (h *causing) branches(ctx context.Context, step int, first bool) (fail int, err error) {
	from, err := h.before(ctx, step, false)
	if err != nil {
		return 0, err
	}
	defer from.Close()
	var copying sync.Mutex // marks pages of the copied run as shared
	var passed atomic.Int64
	passed.Store(Branches)
	same := make([]bool, Branches)
	err = h.parallel(Branches, func(i int) error {
		if first && passed.Load() < int64(i) {
			return nil
		}
		copying.Lock()
		w, err := from.Clone()
		copying.Unlock()
		if err != nil {
			return err
		}
		defer w.Close()
		w.Reseed(rng.Seed(h.base.Seed).Derive("branch").At(uint64(i)))
		o, err := h.finish(ctx, w)
		if err != nil {
			return err
		}
		same[i] = o.Failure != nil && o.Failure.Signature() == h.signature
		for at := passed.Load(); !same[i] && int64(i) < at && !passed.CompareAndSwap(at, int64(i)); at = passed.Load() {
		}
		return nil
	})
	ran := Branches
	if first {
		if fail = int(passed.Load()); fail < Branches {
			ran = fail + 1
		}
	} else {
		for _, s := range same {
			if s {
				fail++
			}
		}
	}
	h.runs.Add(int64(ran))
	h.forked.Add(int64(ran))
	return fail, err
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
	events := h.trace.Events[from:min(int(w.Events()), len(h.trace.Events))]
	n.At = w.Now()
	if len(events) == 0 {
		return nil
	}
	n.At = events[0].At
	chosen := events
	if len(events) > maxSettling {
		chosen = slices.DeleteFunc(slices.Clone(events), func(e trace.Event) bool { return !telling(&e) })
	}
	if len(chosen) == 0 {
		chosen = events[len(events)-maxSettling:]
	}
	chosen = chosen[:min(len(chosen), maxSettling)]
	n.At = chosen[0].At
	for i := range chosen {
		n.Events = append(n.Events, line(&h.trace, &chosen[i]))
	}
	return nil
}

// telling says whether an event is a fault or what one costs.
func telling(e *trace.Event) bool {
	switch e.Kind {
	case trace.Crash, trace.CrashIO, trace.Partition, trace.Pause, trace.Restart, trace.DiskFault, trace.Bitrot, trace.Lost:
		return true
	}
	return false
}
