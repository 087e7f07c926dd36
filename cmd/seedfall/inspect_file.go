package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// checkFile says what is wrong with the flags about a trace file: what it has no
// answer to, a run that is made again has.
func (f *inspectFlags) checkFile() error {
	switch {
	case f.seed != "" || f.faults != "":
		return &usageError{fmt.Sprintf("%s is one run, -seed and -faults name another", f.file), "seedfall inspect -file " + quote(f.file)}
	case f.goroutines || f.at != "":
		return &usageError{"a trace file has no goroutines; -at and -goroutines need the run itself", "seedfall inspect -seed 1 -at 3.12s -goroutines"}
	case f.html != "":
		return &usageError{"a trace file does not say how its histories were judged; -html needs the run itself", "seedfall inspect -seed 1 -html page.html"}
	}
	return nil
}

// tellFile prints the story of the run that a trace file has. Nothing is built or run.
func (f *inspectFlags) tellFile(ctx context.Context, e env) error {
	file, err := openTrace(f.file)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	if err := f.choice.known(file.Nodes); err != nil {
		return err
	}
	t, err := toldIn(ctx, file)
	if err != nil {
		return err
	}
	part, err := f.choice.of(ctx, t)
	if err != nil {
		return err
	}
	files := newLocator(".")
	if f.json(e) {
		if err := json.NewEncoder(e.stdout).Encode(f.headLine(file)); err != nil {
			return err
		}
		err = part.writeJSON(e.stdout, t)
	} else {
		writeHead(&humanReporter{w: e.stdout, files: files}, file, f.file)
		err = part.writeText(e.stdout, t, files)
	}
	if err != nil {
		return err
	}
	if file.Failure != nil {
		return exit(exitFailed)
	}
	return nil
}

// toldIn is the run that a file has.
func toldIn(ctx context.Context, f *tracefile.File) (t told, err error) {
	t = told{seed: f.Seed, failure: f.Failure, story: f.Story, trace: story.Trace{Sites: f.Sites, Names: f.Nodes},
		file: func() (*tracefile.File, error) { return f, nil }}
	every, err := f.Filter(ctx, "")
	if err == nil {
		t.trace.Events, err = f.Search(ctx, every, 0, math.MaxInt)
	}
	if err == nil && f.Failure != nil && uint64(f.Failure.Event) > f.Events {
		err = fmt.Errorf("the trace is damaged: it fails at event %d, and has %s", f.Failure.Event, plural(len(t.trace.Events), "event"))
	}
	return t, err
}

// writeHead prints what the file at path knows of its run. Whether a run without a
// failure has passed it does not know: a history may have been undecided.
func writeHead(h *humanReporter, file *tracefile.File, path string) {
	if file.Failure == nil {
		fmt.Fprintf(h.w, "seed %d found no failure until %s: %s\n", file.Seed, vtime.Instant(file.End).Seconds(), file.Reason)
	} else {
		h.found(file.Seed, file.Failure)
	}
	counts := fmt.Sprintf("%d events", file.Events)
	if file.Schedule != nil {
		counts = plural(len(file.Schedule.Faults), "fault") + ", " + counts
	}
	if file.Digest != "" {
		counts += fmt.Sprintf(", digest %s", file.Digest)
	}
	fmt.Fprintf(h.w, "  %s\n  timeline: %s view %s\n", counts, self(), quote(path))
}

// traceHead is the first line of the JSON form, for a trace file.
type traceHead struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	File   string `json:"file"`
	Seed   uint64 `json:"seed"`
	OK     bool   `json:"ok"` // no failure
	*verdict.Failure
	Digest  string `json:"digest,omitempty"`
	Events  uint64 `json:"events"`
	Ended   string `json:"ended"`
	Reason  string `json:"reason,omitempty"`
	Faults  *int   `json:"faults,omitempty"` // absent if nobody knows
	Config  string `json:"config,omitempty"`
	Program string `json:"program,omitempty"`
}

func (f *inspectFlags) headLine(file *tracefile.File) traceHead {
	line := traceHead{Type: "trace_file", Schema: jsonSchema, File: f.file, Seed: file.Seed, OK: file.Failure == nil, Failure: file.Failure,
		Digest: string(file.Digest), Events: file.Events, Ended: vtime.Instant(file.End).String(), Reason: file.Reason, Config: file.Config, Program: file.Program}
	if file.Schedule != nil {
		n := len(file.Schedule.Faults)
		line.Faults = &n
	}
	return line
}
