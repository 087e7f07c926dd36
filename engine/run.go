package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/internal/judge"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Input says which run.
type Input struct {
	Seed uint64
	// Schedule replaces the faults that the seed draws; its Seed is not looked
	// at. Nil draws them.
	Schedule *schedule.Schedule
	// Trace keeps the events for Result.WriteText and WriteJSON.
	Trace bool
}

// Result is what one run came to.
type Result struct {
	Seed    uint64
	Failure *verdict.Failure // nil if no bug was found
	Reason  string           // why the run ended, in a few words
	At      vtime.Instant    // when it ended
	Digest  trace.Digest     // of all events
	Events  uint64
	Tally   property.Tally
	// Schedule has the faults as they were taken; a replay of it gives the same
	// run.
	Schedule *schedule.Schedule
	// Unfired are the faults of Input.Schedule that did not happen.
	Unfired []schedule.Fault
	// Moved are the faults of an Input.Schedule by anchor that struck another
	// operation than the one they were recorded at.
	Moved []Moved
	// Unfinished says that the run ended without a failure before the workload
	// and the final check had finished.
	Unfinished bool
	// Ops is how many operations sim.Budget handed out.
	Ops int64
	// Histories are the verdicts on what programs recorded, by name; none if the
	// run had failed in another way before. In a sweep they come without the calls
	// themselves.
	Histories []Judged
	// Log has the calls that programs recorded; nil in a sweep.
	Log *history.Log

	recorder *trace.Recorder
	hosts    []string
}

// Moved is a fault that an anchor led to another operation than it was recorded
// at.
type Moved = fault.Moved

// Judged is the verdict on the calls, or the transactions, of one history.
type Judged = judge.Verdict

// Undecided are the histories about which nothing is known: whether the run is
// as it should be is open then, and it is no pass.
func (r *Result) Undecided() []Judged { return undecided(r.Histories) }

func undecided(histories []Judged) (all []Judged) {
	for _, v := range histories {
		if v.Verdict == check.Undecided {
			all = append(all, v)
		}
	}
	return all
}

// Passed says that the run found no bug and left nothing undecided.
func (r *Result) Passed() bool { return r.Failure == nil && len(r.Undecided()) == 0 }

// release drops what takes memory in proportion to the run.
func (r *Result) release() {
	r.recorder, r.Log = nil, nil
	for i := range r.Histories {
		v := &r.Histories[i]
		v.Ops, v.Txns, v.Linear, v.Isolation = nil, nil, nil, nil
	}
}

// InternalError is a mistake of the engine's own.
type InternalError struct {
	Seed  uint64
	Value any    // what was panicked with
	Stack string // of the goroutine
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("seed %d: internal error: %v", e.Seed, e.Value)
}

// Run runs one seed. An error means that it could not take place; an
// *InternalError is a mistake of the engine's own.
func (p *Program) Run(ctx context.Context, in Input) (r *Result, err error) {
	err = guard(in.Seed, func() error {
		w, err := p.world(ctx, in)
		if err != nil {
			return err
		}
		defer w.Close()
		o, err := w.Run()
		if err != nil {
			return fmt.Errorf("seed %d: %w", in.Seed, err)
		}
		r = p.result(in, o)
		return nil
	})
	return r, err
}

// result is what a run came to, for the users of the package.
func (p *Program) result(in Input, o *world.Outcome) *Result {
	r := &Result{Seed: in.Seed, Failure: o.Failure, Reason: o.Reason, At: o.At, Digest: o.Digest, Events: o.Events,
		Tally: o.Tally, Unfinished: o.Unfinished, Ops: o.Ops, Histories: o.Verdicts, Log: o.Log, recorder: o.Trace, hosts: o.Hosts}
	r.Schedule = &schedule.Schedule{Schema: schedule.Schema, Program: p.ID, Config: filepath.Base(p.Config.File()), Seed: in.Seed, Faults: o.Faults}
	if r.Failure != nil {
		r.Schedule.Fails = r.Failure.Signature()
	}
	if s := in.Schedule; s != nil {
		r.Unfired, r.Moved = o.Unfired, o.Moved
		r.Schedule.Duration, r.Schedule.Ops, r.Schedule.Plain = s.Duration, s.Ops, s.Plain
		if r.Failure != nil && s.Fails == r.Schedule.Fails { // it is the failure that was shrunk
			r.Schedule.ShrunkFrom, r.Schedule.ShrinkRuns = s.ShrunkFrom, s.ShrinkRuns
		}
	}
	return r
}

// world sets up a run.
func (p *Program) world(ctx context.Context, in Input) (*world.World, error) {
	s := in.Schedule
	if s != nil {
		s = s.Clone()
		s.Seed = in.Seed
	}
	return world.New(ctx, world.Spec{Config: p.Config, Code: p.code, Seed: in.Seed, Schedule: s, Judge: p.judge, Keep: in.Trace})
}

// OK says that the run found no bug. It may still be undecided; see Passed.
func (r *Result) OK() bool { return r.Failure == nil }

// WriteText writes the trace, a line for each event. Input.Trace must have been
// set.
func (r *Result) WriteText(w io.Writer) error { return trace.WriteText(w, r.recorder, r.hosts) }

// WriteJSON writes the trace, a JSON object for each event. Input.Trace must
// have been set.
func (r *Result) WriteJSON(w io.Writer) error { return trace.WriteJSON(w, r.recorder, r.hosts) }

// CheckDeterminism runs a seed a second time and compares it with first. It
// gives nil, or the failure that says where they differ.
func (p *Program) CheckDeterminism(ctx context.Context, first *Result, in Input) (*verdict.Failure, error) {
	again, err := p.Run(ctx, in)
	if err != nil || again.Digest == first.Digest {
		return nil, err
	}
	in.Trace = true
	a, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	b, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	return differ(first.Digest, again.Digest, a, b), nil
}

// differ says where two traces part.
func differ(one, two trace.Digest, a, b *Result) *verdict.Failure {
	f := &verdict.Failure{Class: verdict.Nondeterminism, Message: fmt.Sprintf("two runs of one seed differ: digests %s and %s", one, two)}
	var x, y bytes.Buffer
	if a.WriteText(&x) != nil || b.WriteText(&y) != nil {
		return f
	}
	for n := 1; ; n++ {
		l, errX := x.ReadString('\n')
		m, errY := y.ReadString('\n')
		if l != m {
			f.Detail = fmt.Sprintf("the first lines that differ, %d:\n%s%s", n, l, m)
			return f
		}
		if errX != nil || errY != nil {
			f.Detail = "two more runs agree with each other, so the difference is rare"
			return f
		}
	}
}

// ErrOtherConfig is wrapped by Run's error when a schedule has faults of nodes
// that the config does not have.
var ErrOtherConfig = world.ErrOtherConfig
