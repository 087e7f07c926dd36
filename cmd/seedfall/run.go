package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

const runAbout = `Runs every seed of a range, each in a simulation of its own, and prints what fails
and how to see it again. Before them it replays the known failures of the corpus (see
seedfall corpus -h). Results go to standard output, progress to standard error.
At the end it says what was never reached, what is undecided, how often each failure
came, and for a sweep that passed how much that proves.`

// defaultSeeds is what run runs when it is not told.
var defaultSeeds = engine.Seeds{First: 1, Last: 100}

// runFlags are run's own flags.
type runFlags struct {
	*flags
	check, verbose, allowUnreached, noKnown, record, properties bool
}

func runVerb(ctx context.Context, e env, args []string) error {
	f := runFlags{flags: newFlags(e, "run", "[-c FILE] [-seeds 1-100 | -seed N] [flags]", runAbout)}
	f.StringVar(&f.seeds, "seeds", "", "run the seeds of a `RANGE` such as 1-500 (default 1-100)")
	f.BoolVar(&f.check, "check", false, "run each seed twice and compare every event")
	f.BoolVar(&f.verbose, "v", false, "report every seed, not only those that fail")
	f.BoolVar(&f.allowUnreached, "allow-unreached", false, "do not fail when a property is never reached, or a history never recorded")
	f.BoolVar(&f.properties, "properties", false, "show every property and history with what happened to it; JSON always has them")
	f.BoolVar(&f.noKnown, "no-known", false, "do not replay the known failures of the corpus first; -faults implies it")
	f.BoolVar(&f.record, "record", false, "add the failures that are found to the corpus, in testdata/seedfall beside the config")
	if err := f.parse(args); err != nil {
		return err
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	if f.faults != "" {
		return f.one(ctx, e, s)
	}
	return f.sweep(ctx, e, s.program, s.seeds, s.progress)
}

func (f runFlags) sweep(ctx context.Context, e env, program *engine.Program, seeds engine.Seeds, p *progress) error {
	already, err := f.knownFirst(ctx, e, program, p)
	if err != nil {
		return err
	}
	out := newReporter(e, f.flags, program, f.verbose)
	p.begin(seeds.Count())
	known := map[string]bool{}
	failed, undecided := 0, 0
	options := engine.SweepOptions{Jobs: f.jobs, Check: f.check, Stop: e.stop, Done: p.done, Each: func(r *engine.Result) {
		fresh := false
		if r.Failure != nil {
			failed++
			fresh = !known[r.Failure.Signature()]
			known[r.Failure.Signature()] = true
			p.failures(failed, len(known))
		} else if !r.Passed() {
			undecided++
			p.open(undecided)
		}
		if fresh || f.verbose || f.format == "json" {
			p.clear()
		}
		if fresh {
			keepSchedule(e, program.Config, r)
			f.recordFailure(e, program, r)
		}
		out.seed(r, fresh)
	}}
	s, err := program.Sweep(ctx, seeds, options)
	p.clear()
	if seeds.Count() == 1 {
		s.Unreached, s.Unrecorded = nil, nil // one seed need not reach everything
	}
	out.sweep(swept{s, program, seeds, f.allowUnreached, f.properties})
	if err != nil {
		return err
	}
	return exit(worse(f.code(s), already))
}

func (f runFlags) code(s *engine.Summary) int {
	switch {
	case s.Nondeterministic():
		return exitNondeterministic
	case s.Failed > 0, len(s.Unreached)+len(s.Unrecorded) > 0 && !f.allowUnreached:
		return exitFailed
	case !s.Complete():
		return exitInterrupted
	case s.Undecided > 0:
		return exitStopped
	}
	return exitOK
}

// keepSchedule saves the faults of a failing seed beside the config.
func keepSchedule(e env, c *config.Config, r *engine.Result) {
	path := engine.SchedulePath(c, r.Seed)
	if err := schedule.Write(path, r.Schedule); err != nil {
		fmt.Fprintf(e.stderr, "warning: the schedule of seed %d is not saved: %v\n", r.Seed, err)
	}
}

// one runs the schedule that -faults names, once.
func (f *flags) schedule(e env, program *engine.Program, seeds engine.Seeds) (engine.Input, error) {
	s, bare, err := schedule.Read(f.faults)
	if err != nil {
		return engine.Input{}, &codeError{exitStale, err}
	}
	in := engine.Input{Seed: s.Seed, Schedule: s}
	switch {
	case f.seed != "":
		in.Seed = seeds.First
	case f.seeds != "":
		return in, &usageError{"-faults is one run; it does not go with -seeds", "seedfall " + f.Name() + " -faults " + quote(f.faults)}
	case bare:
		return in, &usageError{f.faults + " is a bare list of faults and names no seed; give one with -seed", "seedfall " + f.Name() + " -faults " + quote(f.faults) + " -seed 1"}
	}
	in.Schedule = program.Resolve(s)
	switch {
	case s.Program == "" || s.Program == program.ID:
	case in.Schedule.ByAnchor:
		fmt.Fprintf(e.stderr, "note: %s was recorded with another program, config or seedfall (%.8s, this is %.8s); operations are found by their anchors\n", f.faults, s.Program, program.ID)
	default:
		fmt.Fprintf(e.stderr, "note: %s was recorded with another program, config or seedfall (%.8s, this is %.8s); operation numbers may not mean the same\n", f.faults, s.Program, program.ID)
	}
	return in, nil
}

func (f runFlags) one(ctx context.Context, e env, s session) error {
	r, err := runOnce(ctx, s.program, s.in, f.check)
	if err != nil {
		return err
	}
	f.recordFailure(e, s.program, r)
	out := newReporter(e, f.flags, s.program, true)
	out.seed(r, true)
	return exit(reproduced(e, s.in, r))
}

// runOnce runs one input, twice if check is set.
func runOnce(ctx context.Context, program *engine.Program, in engine.Input, check bool) (*engine.Result, error) {
	r, err := program.Run(ctx, in)
	if errors.Is(err, engine.ErrOtherConfig) {
		return nil, &codeError{exitStale, err}
	}
	if err != nil || !check {
		return r, err
	}
	failure, err := program.CheckDeterminism(ctx, r, in)
	if failure != nil {
		r.Failure = failure
	}
	return r, err
}

// reproduced is the exit code of a run that may have been asked for by a schedule,
// and says on standard error how that went.
func reproduced(e env, in engine.Input, r *engine.Result) int {
	code := resultCode(r)
	if in.Schedule == nil {
		return code
	}
	drift := in.Drift(r)
	if drift.Anchored > 0 {
		fmt.Fprintf(e.stderr, "note: %s\n", driftText(drift))
	}
	fails := in.Schedule.Fails
	switch {
	case fails == "" || code == exitNondeterministic:
		return code
	case r.Failure != nil && r.Failure.Fingerprint() == verdict.Fingerprint(fails):
		return code
	case len(drift.Missing) > 0:
		fmt.Fprintln(e.stderr, "note: the program has changed so much that the schedule says nothing about it any more; make a new one")
		return worse(exitStale, code)
	case !r.Passed() && r.OK():
		fmt.Fprintln(e.stderr, "note: whether the schedule still fails is not known, since the run is undecided; this is no proof of a fix")
		return code
	case r.Failure != nil:
		fmt.Fprintf(e.stderr, "note: the schedule failed in another way when it was recorded: %s\n", fails)
	default:
		fmt.Fprintln(e.stderr, "note: the schedule does not fail any more; seedfall verify tells whether the bug is gone")
	}
	return exitNotReproduced
}

// driftText says how far operations have moved.
func driftText(d engine.Drift) string {
	text := fmt.Sprintf("%d of %s found by anchor", d.Anchored-len(d.Missing), plural(d.Anchored, "operation"))
	for i, m := range d.Moved {
		if i == maxListed {
			return text + fmt.Sprintf(", … and %d more", len(d.Moved)-i)
		}
		text += fmt.Sprintf("%s%d is now %d", map[bool]string{true: "; ", false: ", "}[i == 0], m.Fault.Op, m.Op)
	}
	return text
}

// resultCode is the exit code of one run.
func resultCode(r *engine.Result) int {
	switch {
	case r.Passed():
		return exitOK
	case r.OK():
		return exitStopped
	case r.Failure.Class == "nondeterminism":
		return exitNondeterministic
	}
	return exitFailed
}
