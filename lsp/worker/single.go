package worker

import (
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/lsp/work"
)

// input is the one run that a job is about. The error is an *inputError if the
// schedule is at fault.
func (t *task) input(p *engine.Program) (engine.Input, error) {
	in := engine.Input{Seed: t.Seed}
	var s *schedule.Schedule
	var err error
	switch {
	case t.Content != "":
		s, _, err = schedule.Parse([]byte(t.Content))
	case t.Schedule != "":
		s, _, err = schedule.Read(t.Schedule)
	default:
		return in, nil
	}
	if err != nil {
		return in, &inputError{err}
	}
	in.Seed, in.Schedule = s.Seed, p.Resolve(s)
	return in, nil
}

func (t *task) replay(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	in.Trace = true
	r, err := p.Run(t.ctx, in)
	if err != nil {
		return nil, err
	}
	if r.Failure != nil {
		f := failure(r)
		f.Story, f.File = r.Story(), t.Schedule
		t.tell(work.Event{Failure: f})
	}
	return &work.Done{At: r.At, Passed: r.Passed()}, nil
}

func (t *task) shrink(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(t.ctx, in)
	if err != nil {
		return nil, err
	}
	if r.Failure == nil {
		return nil, fmt.Errorf("the run does not fail any more")
	}
	small := func(r *engine.Result, s *schedule.Schedule, step string, done bool) {
		f := failure(r)
		f.Step, f.Shrunk, f.Faults = step, done, len(s.Faults)
		kept := *r
		kept.Schedule = s
		f.File = t.keepShrunk(p, &kept)
		t.tell(work.Event{Failure: f})
	}
	s, err := p.Shrink(t.ctx, r, engine.ShrinkOptions{Jobs: t.Jobs, Runs: t.Runs, Stop: t.stop, Step: func(step engine.ShrinkStep) {
		small(r, step.Schedule, fmt.Sprintf("run %d: %s, %s", step.Runs, plural(step.Faults, "fault"), step.Did), false)
	}})
	if s == nil {
		return nil, err
	}
	small(s.Result, s.Schedule, "", s.Complete)
	return &work.Done{At: s.Result.At}, err
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// keepShrunk saves a shrunk schedule under the name that the command line uses.
func (t *task) keepShrunk(p *engine.Program, r *engine.Result) string {
	path := t.named(engine.ShrunkPath(p.Config, r.Seed))
	if err := schedule.Write(path, r.Schedule); err != nil {
		t.tell(work.Event{Say: "the schedule is not saved: " + err.Error()})
		return ""
	}
	return path
}
