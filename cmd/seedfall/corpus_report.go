package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/engine/verdict"
)

// knownReporter prints what replays of known failures came to. Failures are
// results; what passes or cannot be run is a note on standard error.
type knownReporter struct {
	env
	count *knownCount
	human *humanReporter
	json  *jsonReporter // nil if a person reads
}

func newKnownReporter(e env, f *flags, program *engine.Program, count *knownCount) *knownReporter {
	k := &knownReporter{env: e, count: count, human: newHuman(e, f, program, true)}
	if f.json(e) {
		k.json = &jsonReporter{json.NewEncoder(e.stdout), true}
	}
	return k
}

// defaultAfter is how many verifications in a row an entry passes before prune
// removes it.
const defaultAfter = 3

// entry reports one replay.
func (k *knownReporter) entry(entry *corpus.Entry, r engine.Recalled) {
	k.count.add(r)
	if k.json != nil {
		k.json.put(knownLine(entry, r))
		return
	}
	switch r.State {
	case engine.StillFails:
		k.failure(entry, r.Result, "still fails: "+r.Result.Failure.Title())
	case engine.FailsOther:
		k.failure(entry, r.Result, fmt.Sprintf("fails in another way: %s; it was %s", r.Result.Failure.Title(), entry.Failure.Title()))
	case engine.PassesNow:
		fmt.Fprintf(k.stderr, "note: known failure %s passes now: %s%s; seedfall corpus prune removes it after %d passes\n",
			entry.Fingerprint, entry.Failure.Title(), doubt(entry, r.Result), defaultAfter)
	case engine.LeftOpen:
		fmt.Fprintf(k.stderr, "warning: known failure %s is undecided, which is no pass: %s; it was %s\n", entry.Fingerprint, openText(r.Result), entry.Failure.Title())
	case engine.Stale:
		fmt.Fprintf(k.stderr, "warning: known failure %s is stale: %v\n  %s\n", entry.Fingerprint, r.Problem, shorter(entry.Path))
	}
}

// doubt says why a pass may prove little; "" if nothing speaks against it.
func doubt(entry *corpus.Entry, r *engine.Result) string {
	if n := len(r.Unfired); n > 0 {
		return fmt.Sprintf(", but %d of its %s did not happen", n, plural(len(entry.Schedule.Faults), "fault"))
	}
	if d := entry.Schedule.Duration; r.Unfinished && d > 0 {
		return fmt.Sprintf(", but its %v ended the run before the workload had finished", d)
	}
	return ""
}

// openText says why a run is undecided.
func openText(r *engine.Result) string {
	var parts []string
	for _, v := range r.Undecided() {
		parts = append(parts, historyText(v.History, v.By)+": "+v.Why)
	}
	return strings.Join(parts, "; ")
}

// failure prints a failing replay like a failing seed, with the file and how to
// see it again.
func (k *knownReporter) failure(entry *corpus.Entry, r *engine.Result, how string) {
	h := *k.human
	h.faults = shorter(entry.Path)
	fmt.Fprintf(h.w, "known failure %s %s\n  %s\n", entry.Fingerprint, how, r.Failure.Words())
	if s := r.Failure.Site; s != nil {
		fmt.Fprintf(h.w, "  at %s:%d\n", h.files.file(s.File), s.Line)
	}
	if r.Failure.Class == verdict.Nondeterminism {
		h.detail(r.Failure.Detail)
	}
	fmt.Fprintf(h.w, "  seed %d, %s, %d events, digest %s\n  entry: %s\n  reproduce: %s\n",
		r.Seed, plural(len(r.Schedule.Faults), "fault"), r.Events, r.Digest, h.faults, h.repro(r))
}

// unreadable reports a file that is no entry.
func (k *knownReporter) unreadable(p *corpus.Problem) {
	k.count.stale++
	if k.json != nil {
		k.json.put(knownEnd{Type: "known_end", Schema: jsonSchema, File: shorter(p.Path), State: engine.Stale, Problem: problemText(p)})
		return
	}
	fmt.Fprintf(k.stderr, "warning: a known failure is stale: %s\n", problemText(p))
}

// end prints how many there were.
func (k *knownReporter) end() {
	c := k.count
	if k.json != nil {
		k.json.put(corpusEnd{"corpus_end", jsonSchema, c.total(), c.fails, c.differs, c.passes, c.stale, c.skipped == 0, c.undecided})
		return
	}
	part := func(n int, one, many string) string {
		switch n {
		case 0:
			return ""
		case 1:
			many = one
		}
		return fmt.Sprintf("%d %s", n, many)
	}
	fmt.Fprintf(k.stdout, "%s: %s\n", plural(c.total(), "known failure"), listOf(part(c.fails, "still fails", "still fail"), part(c.differs, "fails in another way", "fail in another way"),
		part(c.passes, "passes now", "pass now"), part(c.undecided, "is undecided", "are undecided"), part(c.stale, "is stale", "are stale"), part(c.skipped, "was not replayed", "were not replayed")))
}

// knownEnd is the line of one known failure. The fields of the failure are those
// of the run, as in seed_end; Known is what it should have failed with.
type knownEnd struct {
	Type        string            `json:"type"`
	Schema      int               `json:"schema"`
	Fingerprint string            `json:"fingerprint,omitempty"` // none if the file is no entry
	File        string            `json:"file"`
	State       engine.KnownState `json:"state"`
	Known       string            `json:"known,omitempty"` // signature
	Seed        uint64            `json:"seed"`
	*verdict.Failure
	Digest  string `json:"digest,omitempty"`
	Events  uint64 `json:"events,omitempty"`
	Ended   string `json:"ended,omitempty"`
	Faults  int    `json:"faults"`
	Unfired int    `json:"unfired,omitempty"`
	Problem string `json:"problem,omitempty"` // why it is stale

	Undecided []openedHistory `json:"undecided,omitempty"`
}

func knownLine(entry *corpus.Entry, r engine.Recalled) knownEnd {
	line := knownEnd{Type: "known_end", Schema: jsonSchema, Fingerprint: entry.Fingerprint, File: shorter(entry.Path), State: r.State,
		Known: entry.Schedule.Fails, Seed: entry.Schedule.Seed, Faults: len(entry.Schedule.Faults)}
	if r.Problem != nil {
		line.Problem = r.Problem.Error()
	}
	if run := r.Result; run != nil {
		line.Failure, line.Digest, line.Events, line.Ended, line.Unfired = run.Failure, string(run.Digest), run.Events, run.At.String(), len(run.Unfired)
		line.Undecided = openedHistories(run)
	}
	return line
}

// corpusEnd is the line after the last known failure.
type corpusEnd struct {
	Type      string `json:"type"`
	Schema    int    `json:"schema"`
	Known     int    `json:"known"`
	Fails     int    `json:"fails"`
	Differs   int    `json:"differs"`
	Passes    int    `json:"passes"`
	Stale     int    `json:"stale"`
	Complete  bool   `json:"complete"`
	Undecided int    `json:"undecided"`
}
