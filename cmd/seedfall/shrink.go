package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

const shrinkAbout = `Makes the faults of a failing seed fewer and smaller while it fails in the same way:
same class, node, property and message, but for numbers. Every schedule that it keeps
was run. The smallest is saved, and each one on the way there; Ctrl-C ends the search
and keeps what was found.`

// shrinkFlags are shrink's own flags.
type shrinkFlags struct {
	*flags
	budget, output string
}

func shrinkVerb(ctx context.Context, e env, args []string) error {
	f := shrinkFlags{flags: newFlags(e, "shrink", "[-c FILE] -seed N | -faults FILE [flags]", shrinkAbout)}
	f.StringVar(&f.budget, "budget", "", "stop after `N` runs, or after a time such as 10m; what is saved then may not be minimal")
	f.StringVar(&f.output, "o", "", "save the schedule to `FILE` (default: .seedfall/seed-N.faults.json beside the config)")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.seed == "" && f.faults == "" {
		return &usageError{"shrink needs a seed or a schedule", "seedfall shrink -seed 1"}
	}
	runs, limit, err := parseBudget(f.budget)
	if err != nil {
		return err
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	failing, err := f.failing(ctx, s.program, s.in)
	if err != nil {
		return err
	}
	return f.shrink(ctx, e, s.program, failing, engine.ShrinkOptions{Jobs: f.jobs, Runs: runs, Stop: either(e.stop, after(limit))})
}

// failing runs what is to be shrunk.
func (f shrinkFlags) failing(ctx context.Context, program *engine.Program, in engine.Input) (*engine.Result, error) {
	r, err := runOnce(ctx, program, in, false)
	switch {
	case err != nil:
		return nil, err
	case r.Failure == nil && f.faults != "":
		return nil, &codeError{exitNotReproduced, fmt.Errorf("%s does not fail: %s at %v; there is nothing to shrink", f.faults, r.Reason, r.At.Seconds())}
	case r.Failure == nil:
		return nil, &codeError{exitNothing, fmt.Errorf("seed %d does not fail: %s at %v; seedfall run finds seeds that do", in.Seed, r.Reason, r.At.Seconds())}
	}
	return r, nil
}

func (f shrinkFlags) shrink(ctx context.Context, e env, program *engine.Program, failing *engine.Result, o engine.ShrinkOptions) error {
	path := f.output
	if path == "" {
		path = engine.ShrunkPath(program.Config, failing.Seed)
	}
	out := newShrinkReporter(e, f, program)
	warned := false
	save := func(s *schedule.Schedule) error { return schedule.Write(path, s) }
	o.Step = func(s engine.ShrinkStep) {
		out.step(s)
		if err := save(s.Schedule); err != nil && !warned {
			warned = true
			fmt.Fprintf(e.stderr, "warning: the schedule so far is not saved: %v\n", err)
		}
	}
	start := time.Now()
	out.begin(failing)
	s, err := program.Shrink(ctx, failing, o)
	if s == nil {
		return shrinkError(err)
	}
	if failed := save(s.Schedule); failed != nil {
		e.stdout.Write(s.Schedule.Encode()) //nolint:errcheck // a last resort, so that it is not lost
		return errors.Join(err, fmt.Errorf("the schedule above is not saved: %w", failed))
	}
	out.end(s, path, time.Since(start))
	if err != nil {
		return shrinkError(err)
	}
	select {
	case <-e.stop:
		return exit(exitInterrupted)
	default:
		return nil
	}
}

func shrinkError(err error) error {
	if other := (*engine.NotSameError)(nil); errors.As(err, &other) {
		return &codeError{exitNondeterministic, fmt.Errorf("two runs of one schedule differ: %w", err)}
	}
	return err
}

// parseBudget reads a number of runs, or a time; "" is neither.
func parseBudget(s string) (runs int, limit time.Duration, err error) {
	if s == "" {
		return 0, 0, nil
	}
	if n, err := strconv.Atoi(s); err == nil && n > 0 {
		return n, 0, nil
	}
	limit, err = time.ParseDuration(s)
	if err != nil || limit <= 0 {
		return 0, 0, &usageError{fmt.Sprintf("-budget %q: write a number of runs such as 300, or a time such as 10m", s), "seedfall shrink -h"}
	}
	return 0, limit, nil
}

// after is closed when a time of the host's clock is over; nil for no time.
func after(d time.Duration) <-chan struct{} {
	if d == 0 {
		return nil
	}
	done := make(chan struct{})
	time.AfterFunc(d, func() { close(done) })
	return done
}

// either is closed when one of two is; nil never is.
func either(a, b <-chan struct{}) <-chan struct{} {
	if b == nil {
		return a
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		select {
		case <-a:
		case <-b:
		}
	}()
	return done
}
