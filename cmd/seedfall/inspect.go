package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/tracefile"
)

const inspectAbout = `Runs one seed again and tells how it came to its failure: the verdict, a storyboard
of at most seven steps, and the trace around the failure. With -at and -goroutines
it shows instead what every goroutine of every node is doing at an instant. With
-html it writes besides a page about a history that is in violation, to look at or
to attach to a bug report. With -file it tells of the run that a trace file has,
and builds and runs nothing.`

// inspectFlags are inspect's own flags.
type inspectFlags struct {
	*flags
	choice     choice
	at         string
	goroutines bool
	html       string
	file       string // the trace file that is told of; "" for a run that is made
}

func inspectVerb(ctx context.Context, e env, args []string) error {
	f := inspectFlags{flags: newFlags(e, "inspect", "[-c FILE] -seed N | -faults FILE | -file FILE.sftrace [flags]", inspectAbout)}
	f.choice.define(f.FlagSet)
	f.StringVar(&f.at, "at", "", "with -goroutines: the `INSTANT` at which to look, such as 3.12s")
	f.BoolVar(&f.goroutines, "goroutines", false, "show every goroutine of every node at the instant -at; -all shows the library's frames as well")
	f.StringVar(&f.html, "html", "", "write a page about the history that is in violation to `FILE`")
	f.StringVar(&f.file, "file", "", "tell of the run that the trace `FILE` has, as seedfall replay -trace or seedfall view has recorded it")
	operands, err := f.operands(args)
	if err == nil {
		err = f.check(operands)
	}
	if err != nil {
		return err
	}
	if f.file != "" {
		return f.tellFile(ctx, e)
	}
	s, err := f.begin(ctx, e, f.choice.fits)
	if err != nil {
		return err
	}
	defer s.close()
	if f.goroutines {
		return f.snapshot(ctx, e, s.program, s.in)
	}
	return f.tell(ctx, e, s.program, s.in)
}

// check says what is wrong with the flags, without a look at the config.
func (f *inspectFlags) check(operands []string) error {
	switch {
	case len(operands) > 0 && filepath.Ext(operands[0]) == tracefile.Extension:
		return &usageError{fmt.Sprintf("%q is not expected here; a trace is named with -file", operands[0]), "seedfall inspect -file " + quote(operands[0])}
	case len(operands) > 0:
		return f.surplus(operands)
	case f.file != "":
		if err := f.checkFile(); err != nil {
			return err
		}
	case f.seed == "" && f.faults == "":
		return &usageError{"inspect needs a seed, a schedule or a trace file", "seedfall inspect -seed 1"}
	case f.goroutines && f.html != "":
		return &usageError{"-html tells of a history, not of goroutines", "seedfall inspect -seed 1 -html page.html"}
	case f.goroutines && f.at == "":
		return &usageError{"-goroutines needs an instant", "seedfall inspect -seed 1 -at 3.12s -goroutines"}
	case f.at != "" && !f.goroutines:
		return &usageError{"-at is the instant of -goroutines; for a part of the trace use -time", "seedfall inspect -seed 1 -at " + quote(f.at) + " -goroutines"}
	case f.at != "":
		if _, err := instant("at", f.at); err != nil {
			return err
		}
	}
	return f.choice.parse()
}

// tell runs an input and prints its story.
func (f *inspectFlags) tell(ctx context.Context, e env, program *engine.Program, in engine.Input) error {
	in.Trace = true
	r, err := runOnce(ctx, program, in, false)
	if err != nil {
		return err
	}
	if r.Unfinished && in.Schedule != nil && in.Schedule.Duration > 0 {
		fmt.Fprintf(e.stderr, "note: the schedule's duration of %v ended the run before the workload had finished; this is no proof of a fix\n", in.Schedule.Duration)
	}
	newReporter(e, f.flags, program, true).seed(r, true)
	t := toldOf(r)
	part, err := f.choice.of(ctx, t)
	if err != nil {
		return err
	}
	if f.json(e) {
		err = part.writeJSON(e.stdout, t)
	} else {
		err = part.writeText(e.stdout, t, newLocator(program.Config.Dir()))
	}
	if err == nil && f.html != "" {
		err = f.page(e, program, r)
	}
	if err != nil {
		return err
	}
	return exit(resultCode(r))
}

// page writes the page about a history.
func (f *inspectFlags) page(e env, program *engine.Program, r *engine.Result) error {
	command := newHuman(e, f.flags, program, true).repro(r)
	err := writeFile(f.html, func(w io.Writer) error { return r.WritePage(w, command) })
	switch {
	case errors.Is(err, engine.ErrNoViolation):
		return &codeError{exitNothing, fmt.Errorf("-html: %w, so there is no page to write", err)}
	case err != nil:
		return fmt.Errorf("-html: %w", err)
	}
	fmt.Fprintf(e.stderr, "the page is in %s\n", f.html)
	return nil
}

// snapshot shows the goroutines at an instant.
func (f *inspectFlags) snapshot(ctx context.Context, e env, program *engine.Program, in engine.Input) error {
	at, err := instant("at", f.at)
	if err != nil {
		return err
	}
	s, err := program.Goroutines(ctx, in, at)
	if errors.Is(err, engine.ErrOtherConfig) {
		return &codeError{exitStale, err}
	}
	if err != nil {
		return err
	}
	if s.Ended {
		fmt.Fprintf(e.stderr, "note: the run had ended at %s\n", s.At)
	}
	if f.json(e) {
		return writeStacksJSON(e.stdout, in.Seed, at, s)
	}
	return writeStacks(e.stdout, in.Seed, at, s, f.choice.all)
}
