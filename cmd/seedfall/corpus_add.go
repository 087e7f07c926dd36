package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/verdict"
)

const corpusAddAbout = `Runs a seed or a schedule, and adds its failure to the corpus. What does not fail is
refused. An entry that has this failure already gives way to a smaller schedule only:
shrink first.`

func corpusAdd(ctx context.Context, e env, args []string) error {
	f := newFlags(e, "corpus add", "[-c FILE] -seed N | -faults FILE [flags]", corpusAddAbout)
	force := f.Bool("force", false, "replace an entry for the same failure even by a larger schedule")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.seed == "" && f.faults == "" {
		return &usageError{"corpus add needs a seed or a schedule", "seedfall corpus add -seed 1"}
	}
	s, err := f.begin(ctx, e, nil)
	if err != nil {
		return err
	}
	defer s.close()
	r, err := f.knownBy(ctx, e, s.program, s.in)
	if err != nil {
		return err
	}
	entry, did, err := storeOf(s.program.Config).Add(r.Schedule, *force)
	if err != nil {
		return corpusError(err)
	}
	f.added(e, s.program, r, entry, did)
	return nil
}

// knownBy runs what is to be added. The schedule of the result is the one as it
// was taken: what did not happen is not in it.
func (f *flags) knownBy(ctx context.Context, e env, program *engine.Program, in engine.Input) (*engine.Result, error) {
	r, err := runOnce(ctx, program, in, false)
	switch {
	case err != nil:
		return nil, err
	case r.Failure == nil && f.faults != "":
		return nil, &codeError{exitNotReproduced, fmt.Errorf("%s does not fail: %s at %v; there is nothing to add", f.faults, r.Reason, r.At.Seconds())}
	case r.Failure == nil:
		return nil, &codeError{exitNothing, fmt.Errorf("seed %d does not fail: %s at %v; seedfall run finds seeds that do", in.Seed, r.Reason, r.At.Seconds())}
	}
	s := in.Schedule
	if s == nil {
		return r, nil
	}
	if was := s.Fails; was != "" && verdict.Fingerprint(was) != r.Failure.Fingerprint() {
		fmt.Fprintf(e.stderr, "note: %s was saved for another failure: %s\n", f.faults, signatureTitle(was))
	}
	if len(r.Unfired) == 0 {
		r.Schedule.ShrunkFrom, r.Schedule.ShrinkRuns = s.ShrunkFrom, s.ShrinkRuns
	} else {
		fmt.Fprintf(e.stderr, "note: %d of the %s did not happen, and are left out\n", len(r.Unfired), plural(len(s.Faults), "fault"))
	}
	return r, nil
}

// signatureTitle is a signature in a few words.
func signatureTitle(signature string) string {
	if f, ok := verdict.FromSignature(signature); ok {
		return f.Title()
	}
	return signature
}

type corpusAdded struct {
	Type        string `json:"type"`
	Schema      int    `json:"schema"`
	Did         string `json:"did"` // created, replaced or kept
	Fingerprint string `json:"fingerprint"`
	File        string `json:"file"`
	Known       string `json:"known"`  // signature
	Faults      int    `json:"faults"` // of the entry that is there now
}

// didNames are the words for what adding did, by corpus.Added.
var didNames = map[corpus.Added]string{corpus.Kept: "kept", corpus.Created: "created", corpus.Replaced: "replaced"}

// added prints what adding came to, with the path and how to see it again.
func (f *flags) added(e env, program *engine.Program, r *engine.Result, entry *corpus.Entry, did corpus.Added) {
	path, faults := shorter(entry.Path), len(entry.Schedule.Faults)
	if f.json(e) {
		enc := &jsonReporter{json.NewEncoder(e.stdout), true}
		enc.put(corpusAdded{"corpus_add", jsonSchema, didNames[did], entry.Fingerprint, path, entry.Schedule.Fails, faults})
		return
	}
	fmt.Fprintf(e.stdout, "%s\n  %s, %s\n", addedText(entry, did), r.Failure.Title(), plural(len(r.Schedule.Faults), "fault"))
	if did == corpus.Kept {
		fmt.Fprintln(e.stdout, "  this is not smaller; -force puts it there all the same")
	}
	h := newHuman(e, f, program, true)
	h.faults = path
	fmt.Fprintf(e.stdout, "  reproduce: %s\n", h.repro(r))
}
