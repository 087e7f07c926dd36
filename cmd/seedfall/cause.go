package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

const causeAbout = `Tells why a schedule fails, by replays of it with small changes: what happens without
each fault, how early and how late each may strike, from when on the failure is
inevitable, whether other seeds fail too, and where the nearest passing run parts from
the failing one. A schedule from seedfall shrink gives the best answer.`

func causeVerb(ctx context.Context, e env, args []string) error {
	f := newFlags(e, "cause", "[-c FILE] -faults FILE | -seed N [flags]", causeAbout)
	if err := f.parse(args); err != nil {
		return err
	}
	if f.seed == "" && f.faults == "" {
		return &usageError{"cause needs a schedule or a seed", "seedfall cause -faults FILE"}
	}
	begun, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer begun.close()
	program, p := begun.program, begun.progress
	s, err := f.explained(ctx, e, begun)
	if err != nil {
		return err
	}
	cause, err := program.Cause(ctx, s, engine.CauseOptions{Jobs: f.jobs, Stop: e.stop, Say: p.say})
	p.clear()
	if err != nil {
		return causeError(f, err)
	}
	if s.Fails != "" && s.Fails != cause.Failure.Signature() {
		fmt.Fprintf(e.stderr, "note: %s was saved for another failure; this looks at the one that it has now\n", f.faults)
	}
	if err := f.printCause(e, program, cause); err != nil {
		return err
	}
	if !cause.Complete {
		return exit(exitInterrupted)
	}
	return nil
}

// explained gives the schedule to explain.
func (f *flags) explained(ctx context.Context, e env, begun session) (*schedule.Schedule, error) {
	if f.faults != "" {
		s := begun.in.Schedule.Clone()
		s.Seed = begun.in.Seed
		return s, nil
	}
	r, err := runOnce(ctx, begun.program, begun.in, false)
	if err != nil {
		return nil, err
	}
	if r.Failure != nil {
		fmt.Fprintf(e.stderr, "note: this looks at %s of seed %d; a shrunk schedule explains better and takes less time: seedfall shrink -seed %d\n",
			plural(len(r.Schedule.Faults), "fault"), r.Seed, r.Seed)
	}
	return r.Schedule, nil
}

func causeError(f *flags, err error) error {
	if passed := (*engine.NotFailingError)(nil); errors.As(err, &passed) {
		r := passed.Result
		what := f.faults
		if what == "" {
			what = fmt.Sprintf("seed %d", r.Seed)
		}
		return &codeError{exitNotReproduced, fmt.Errorf("%s does not fail: %s at %v; there is no cause to look for", what, r.Reason, r.At.Seconds())}
	}
	if errors.Is(err, engine.ErrOtherConfig) {
		return &codeError{exitStale, err}
	}
	return shrinkError(err)
}

// causeEnd is the JSON form.
type causeEnd struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	*engine.Cause
}

func (f *flags) printCause(e env, program *engine.Program, c *engine.Cause) error {
	if f.json(e) {
		return json.NewEncoder(e.stdout).Encode(causeEnd{"cause", jsonSchema, c})
	}
	return c.WriteText(e.stdout, newLocator(program.Config.Dir()).file)
}
