package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/atomicfile"
)

const replayAbout = `Runs one seed again and prints every event: on standard output, or to the file that -o
names. With -format json the events go to the file only, and standard output has
the same line for the seed as run prints. -trace writes a file for the timeline of
an editor as well; docs/trace-format.md tells of it.`

func replayVerb(ctx context.Context, e env, args []string) error {
	f := newFlags(e, "replay", "[-c FILE] -seed N | -faults FILE [flags]", replayAbout)
	output := f.String("o", "", "write the trace to `FILE` (JSON lines if its name ends in .jsonl)")
	file := f.String("trace", "", "also write the trace to `FILE`, whose name ends in .sftrace, for the timeline")
	check := f.Bool("check", false, "run it twice and compare every event")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.seed == "" && f.faults == "" {
		return &usageError{"replay needs a seed or a schedule", "seedfall replay -seed 1"}
	}
	if *file != "" && filepath.Ext(*file) != tracefile.Extension {
		return &usageError{fmt.Sprintf("-trace %s: the name has to end in %s", *file, tracefile.Extension), "seedfall replay -seed 1 -trace run" + tracefile.Extension}
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	in := s.in
	in.Trace = true
	r, err := runOnce(ctx, s.program, in, *check)
	if err != nil {
		return err
	}
	if err := f.writeTrace(e, r, *output); err != nil {
		return err
	}
	if *file != "" {
		if err := writeFile(*file, r.WriteTrace); err != nil {
			return err
		}
	}
	if r.Unfinished && in.Schedule != nil && in.Schedule.Duration > 0 {
		fmt.Fprintf(e.stderr, "note: the schedule's duration of %v ended the run before the workload had finished; this is no proof of a fix\n", in.Schedule.Duration)
	}
	newReporter(e, f, s.program, true).seed(r, true)
	return exit(reproduced(e, in, r))
}

// writeTrace writes the trace where it belongs.
func (f *flags) writeTrace(e env, r *engine.Result, output string) error {
	if output == "" {
		if f.json(e) {
			return nil
		}
		return r.WriteText(e.stdout)
	}
	write := r.WriteText
	if len(output) > 6 && output[len(output)-6:] == ".jsonl" {
		write = r.WriteJSON
	}
	return writeFile(output, write)
}

// writeFile writes a file that a flag names, or to the device or pipe that it names.
func writeFile(path string, write func(io.Writer) error) error {
	return atomicfile.Write(path, atomicfile.Options{Through: true}, write)
}
