package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

// shrinkReporter prints what shrinking does and comes to.
type shrinkReporter struct {
	env
	flags shrinkFlags
	human *humanReporter
	json  *json.Encoder // nil if a person reads
}

func newShrinkReporter(e env, f shrinkFlags, program *engine.Program) *shrinkReporter {
	r := &shrinkReporter{env: e, flags: f, human: newHuman(e, f.flags, program, true)}
	if f.json(e) {
		r.json = json.NewEncoder(e.stdout)
	}
	return r
}

func (r *shrinkReporter) put(v any) {
	if err := r.json.Encode(v); err != nil {
		fmt.Fprintln(r.stderr, "seedfall: standard output:", err)
	}
}

func (r *shrinkReporter) begin(failing *engine.Result) {
	if r.json == nil {
		fmt.Fprintf(r.stdout, "seed %d failed at %s: %s\n  %s\n", failing.Seed, failing.Failure.At.Seconds(), failing.Failure.Title(), failing.Failure.Words())
	}
}

type shrinkStep struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	Runs   int    `json:"runs"`
	Faults int    `json:"faults"`
	Did    string `json:"did"`
}

func (r *shrinkReporter) step(s engine.ShrinkStep) {
	if r.json != nil {
		r.put(shrinkStep{"shrink_step", jsonSchema, s.Runs, s.Faults, s.Did})
		return
	}
	fmt.Fprintf(r.stdout, "  run %4d  %3d faults  %s\n", s.Runs, s.Faults, s.Did)
}

type shrinkEnd struct {
	Type     string             `json:"type"`
	Schema   int                `json:"schema"`
	File     string             `json:"file"`
	Runs     int                `json:"runs"`
	Replays  int                `json:"replays"`
	Complete bool               `json:"complete"`
	From     schedule.Size      `json:"from"`
	To       schedule.Size      `json:"to"`
	Schedule *schedule.Schedule `json:"schedule"`
}

func (r *shrinkReporter) end(s *engine.Shrunk, path string, took time.Duration) {
	if s.Astray > 0 {
		fmt.Fprintf(r.stderr, "warning: %s from checkpoints did not go as from the start, and were thrown away; this is a mistake in seedfall, please report it\n", plural(s.Astray, "run"))
	}
	if r.json != nil {
		r.put(shrinkEnd{"shrink_end", jsonSchema, path, s.Runs, s.Replays, s.Complete, s.From, s.To, s.Schedule})
		return
	}
	fmt.Fprintf(r.stdout, "shrunk from %s\n         to %s\nin %s, %s\n", sizeText(s.From), sizeText(s.To), plural(s.Runs, "run"), took.Round(time.Millisecond))
	for i, n := range s.Needed {
		fmt.Fprintf(r.stdout, "  %d  %s\n     %s\n", i+1, n.Fault.Words(), without(n))
	}
	if !s.Complete {
		fmt.Fprintln(r.stdout, "the search was ended early; this schedule may not be minimal")
	}
	h := *r.human
	h.faults = shorter(path)
	fmt.Fprintf(r.stdout, "saved to %s\nreproduce: %s\n", h.faults, h.repro(s.Result))
}

func sizeText(s schedule.Size) string {
	text := fmt.Sprintf("%s, %v", plural(s.Faults, "fault"), s.Duration)
	if s.Ops > 0 {
		text += fmt.Sprintf(", %d workload ops", s.Ops)
	}
	return text
}

// without says what happens without a fault.
func without(n engine.Necessity) string {
	switch n.Without {
	case engine.Passes:
		return "without it the run passes"
	case engine.Differs:
		return "without it the run fails in another way: " + n.Ends
	case engine.Unresolved:
		return "without it another fault does not happen either, so nothing can be said"
	}
	return "it was not tried without it"
}
