package engine

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"

	"github.com/seedfall/seedfall/engine/internal/shrink"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
)

// ShrinkStep is one improvement.
type ShrinkStep struct {
	// Runs is how many candidates were run so far, Faults how many faults are
	// left.
	Runs, Faults int
	// Did says what was done: "removed 1 of 3 faults".
	Did string
	// Schedule is the smallest one so far.
	Schedule *schedule.Schedule
}

// Necessity is what happens without one fault of a shrunk schedule.
type Necessity = shrink.Necessity

// The ways in which a run without a fault can end.
const (
	Untried    = shrink.Untried
	Passes     = shrink.Passes
	Differs    = shrink.Differs
	Unresolved = shrink.Unresolved
)

// NotSameError says that a schedule does not fail as it should.
type NotSameError = shrink.NotSameError

// ShrinkOptions say how to shrink. The zero value is right for most.
type ShrinkOptions struct {
	// Jobs is how many candidates run at once; 0 is one. It has no influence on
	// the result.
	Jobs int
	// Runs is how many runs may be made; 0 is as many as it takes.
	Runs int
	// Stop, when closed, ends the search; the smallest schedule so far is the
	// result.
	Stop <-chan struct{}
	// Step hears each improvement; nil is nobody.
	Step func(ShrinkStep)
	// Memory is how many bytes checkpoints of the failing run may hold; 0 is
	// DefaultCheckpoints, and NoCheckpoints makes every run start at the
	// beginning.
	Memory uint64
}

const (
	// DefaultCheckpoints is how many bytes checkpoints hold if nobody says so.
	DefaultCheckpoints = 512 << 20
	// NoCheckpoints as ShrinkOptions.Memory makes none.
	NoCheckpoints = 1
)

// Shrunk is what shrinking came to.
type Shrunk struct {
	// Result is the run of the smallest schedule, from its start.
	Result *Result
	// Schedule is the smallest one, to be saved and replayed.
	Schedule *schedule.Schedule
	// From and To are the sizes before and after.
	From, To schedule.Size
	// Runs counts the candidates, Replays the runs of winners before they were
	// kept. Neither depends on the number of jobs.
	Runs, Replays int
	// Complete says that nothing can be made smaller; else the budget ended it.
	Complete bool
	// Needed says for each fault what happens without it.
	Needed []Necessity
	// Simulated is how many events were simulated, replays included; Whole is
	// how many the run to be shrunk and the candidates have from their starts to
	// their ends: what it takes without checkpoints. With more than one job, runs
	// whose results are thrown away count too.
	Simulated, Whole uint64
	// Astray is how many winners failed in another way when they were replayed
	// from the start. It is 0 unless the engine has a bug.
	Astray int
}

// Shrink makes the schedule of a failing run smaller while it fails in the same
// way. The error is a *NotSameError if the schedule does not fail so. After
// another error, or when the context ends, the result may still hold the best
// schedule so far.
func (p *Program) Shrink(ctx context.Context, failing *Result, o ShrinkOptions) (out *Shrunk, err error) {
	if failing.Failure == nil {
		return nil, errors.New("shrinking a run that did not fail")
	}
	h := &shrinking{program: p, seed: failing.Seed, signature: failing.Failure.Signature()}
	h.points.bound = o.Memory
	if o.Memory == 0 {
		h.points.bound = DefaultCheckpoints
	}
	defer h.points.drop()
	s := failing.Schedule.Clone()
	s.Program, s.Config, s.Seed, s.Fails = p.ID, filepath.Base(p.Config.File()), failing.Seed, h.signature
	r, err := shrink.Shrink(ctx, s, shrink.Options{Jobs: o.Jobs, Runs: o.Runs, Stop: o.Stop, Step: h.step(o.Step),
		Duration: p.Config.Duration, Try: h.try, Keep: h.keep})
	if r == nil {
		return nil, err
	}
	return &Shrunk{Result: h.best, Schedule: r.Schedule, From: r.From, To: r.To, Runs: r.Runs, Replays: r.Replays, Complete: r.Complete,
		Needed: r.Needed, Simulated: h.simulated.Load(), Whole: h.whole.Load(), Astray: r.Refused}, err
}

// shrinking is the state of one Shrink.
type shrinking struct {
	program   *Program
	seed      uint64
	signature string
	points    checkpoints
	best      *Result // of the last schedule that was kept

	simulated, whole atomic.Uint64
}

// try runs a candidate, from a checkpoint if there is one.
func (h *shrinking) try(ctx context.Context, s *schedule.Schedule) (shrink.Outcome, error) {
	var out shrink.Outcome
	err := guard(h.seed, func() error {
		w, err := h.points.fork(s)
		if err == nil && w == nil {
			w, err = h.program.world(context.WithoutCancel(ctx), Input{Seed: h.seed, Schedule: s})
		}
		if err != nil {
			return err
		}
		defer w.Close()
		begun := w.Events()
		o, err := finish(ctx, w)
		if err != nil {
			return err
		}
		h.simulated.Add(o.Events - begun)
		h.whole.Add(o.Events)
		out = h.outcome(o)
		return nil
	})
	return out, err
}

// keep replays a schedule from the start, and makes checkpoints of its run.
func (h *shrinking) keep(ctx context.Context, s *schedule.Schedule) (shrink.Outcome, error) {
	var out shrink.Outcome
	err := guard(h.seed, func() error {
		w, err := h.program.world(context.WithoutCancel(ctx), Input{Seed: h.seed, Schedule: s})
		if err != nil {
			return err
		}
		defer w.Close()
		o, err := h.points.record(ctx, w, s, h.program.Config.Duration)
		if err != nil {
			return err
		}
		h.simulated.Add(o.Events)
		if h.best == nil { // anybody would have to run it
			h.whole.Add(o.Events)
		}
		if out = h.outcome(o); out.Same {
			h.best = h.program.result(Input{Seed: h.seed, Schedule: s}, o)
		}
		return nil
	})
	return out, err
}

// step tells of improvements, with the schedule that was just kept.
func (h *shrinking) step(hear func(ShrinkStep)) func(shrink.Step) {
	if hear == nil {
		return nil
	}
	return func(s shrink.Step) { hear(ShrinkStep{s.Runs, s.Faults, s.Did, h.best.Schedule}) }
}

// finish runs a world to its end, or until nobody wants to know.
func finish(ctx context.Context, w *world.World) (*world.Outcome, error) {
	for !w.Over() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := w.Step(); err != nil {
			return nil, err
		}
	}
	return w.Run()
}

func (h *shrinking) outcome(o *world.Outcome) shrink.Outcome {
	out := shrink.Outcome{At: o.At, Taken: o.Faults, Unfired: len(o.Unfired), Ops: o.Ops}
	if f := o.Failure; f != nil {
		out.Same = f.Signature() == h.signature
		out.Ends = f.Title()
	}
	return out
}
