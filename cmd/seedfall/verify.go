package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/confidence"
)

const verifyAbout = `Tells whether a schedule still fails, for instance after a fix: replays it for the
config's full duration, and runs neighbours of it, which have other seeds and faults
that come a little earlier or later.`

func verifyVerb(ctx context.Context, e env, args []string) error {
	f := newFlags(e, "verify", "[-c FILE] -faults FILE [flags]", verifyAbout)
	n := f.Int("n", engine.DefaultNeighbours, "run so many neighbours, `N`")
	verbose := f.Bool("v", false, "report every run, not only the first that fails")
	if err := f.parse(args); err != nil {
		return err
	}
	switch {
	case f.faults == "":
		return &usageError{"verify needs a schedule", "seedfall verify -faults FILE"}
	case *n < 0:
		return &usageError{fmt.Sprintf("-n %d: the number of neighbours cannot be negative", *n), "seedfall verify -h"}
	}
	begun, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer begun.close()
	program, p := begun.program, begun.progress
	s := begun.in.Schedule.Clone()
	s.Seed = begun.in.Seed
	out := newReporter(e, f, program, true)
	o := engine.VerifyOptions{Neighbours: *n, Jobs: f.jobs}
	if *n == 0 {
		o.Neighbours = -1
	}
	p.begin(uint64(*n + 1))
	ran, failed, undecided := 0, 0, 0
	o.Each = func(r *engine.Result) {
		ran++
		p.done(ran)
		if r.Failure != nil {
			failed++
			p.failures(failed, 1)
		} else if !r.Passed() {
			undecided++
			p.open(undecided)
		}
		if *verbose {
			p.clear()
			out.seed(r, false)
		}
	}
	v, err := program.Verify(ctx, s, o)
	p.clear()
	if err != nil {
		return err
	}
	switch {
	case *verbose:
	case v.First != nil:
		reportNeighbour(e, f, program, v.First, v.Own)
	case v.Open != nil:
		reportNeighbour(e, f, program, v.Open, v.OwnOpen)
	}
	if f.json(e) {
		printVerified(e, v)
	} else {
		fmt.Fprintln(e.stdout, verdictOf(f.faults, v))
	}
	return exit(verifiedCode(v))
}

// verdictOf is the sentence about what verifying came to.
func verdictOf(file string, v *engine.Verified) string {
	if v.Passed() {
		return fmt.Sprintf("%s passes %d of %d, failure rate below %s at 95%%", file, v.Ran, v.Ran, confidence.Above(v.Bound()))
	}
	text := fmt.Sprintf("%s fails %d of %d", file, v.Failed(), v.Ran)
	if v.Other > 0 {
		text += fmt.Sprintf(", %d of them in another way", v.Other)
	}
	if v.Undecided > 0 {
		text += fmt.Sprintf("; %d undecided, which are no passes", v.Undecided)
	}
	return text
}

// verifiedCode tells a bug that is still there from one that is another.
func verifiedCode(v *engine.Verified) int {
	switch {
	case v.Same > 0:
		return exitFailed
	case v.Other > 0:
		return exitNotReproduced
	case v.Undecided > 0:
		return exitStopped
	}
	return exitOK
}

// reportNeighbour shows the first run that did not pass. A neighbour, unlike the
// schedule's own run, is not what -seed or -faults replays, so it is saved.
func reportNeighbour(e env, f *flags, program *engine.Program, r *engine.Result, own bool) {
	h := *f
	if !own {
		h.faults = engine.SchedulePath(program.Config, r.Seed)
		keepSchedule(e, program.Config, r)
		h.faults = shorter(h.faults)
	}
	newReporter(e, &h, program, true).seed(r, true)
}

type verifyEnd struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	Ran    int    `json:"ran"`
	Same   int    `json:"same"`
	Other  int    `json:"other"`
	// Undecided runs have no failure and an undecided history.
	Undecided int     `json:"undecided"`
	Below     float64 `json:"below,omitempty"` // the bound of the failure rate at 95%, if all passed
}

func printVerified(e env, v *engine.Verified) {
	end := verifyEnd{Type: "verify_end", Schema: jsonSchema, Ran: v.Ran, Same: v.Same, Other: v.Other, Undecided: v.Undecided}
	if v.Passed() {
		end.Below = confidence.Rounded(v.Bound())
	}
	if err := json.NewEncoder(e.stdout).Encode(end); err != nil {
		fmt.Fprintln(e.stderr, "seedfall: standard output:", err)
	}
}
