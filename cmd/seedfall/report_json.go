package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/confidence"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/verdict"
)

// jsonReporter prints an object a line.
type jsonReporter struct {
	enc *json.Encoder
	all bool
}

// jsonSchema is the version of the lines.
const jsonSchema = 1

type seedEnd struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	Seed   uint64 `json:"seed"`
	OK     bool   `json:"ok"` // no failure
	*verdict.Failure
	Digest    string          `json:"digest"`
	Events    uint64          `json:"events"`
	Ended     string          `json:"ended"`
	Faults    int             `json:"faults"`
	Passed    bool            `json:"passed"` // no failure, and nothing undecided
	Undecided []openedHistory `json:"undecided,omitempty"`
}

// openedHistory is a history that is undecided.
type openedHistory struct {
	History string `json:"history"`
	By      string `json:"by,omitempty"`
	Why     string `json:"why"`
}

func openedHistories(r *engine.Result) (all []openedHistory) {
	for _, v := range r.Undecided() {
		all = append(all, openedHistory{v.History, v.By, v.Why})
	}
	return all
}

func (j *jsonReporter) seed(r *engine.Result, _ bool) {
	if r.Passed() && !j.all {
		return
	}
	j.put(seedEnd{"seed_end", jsonSchema, r.Seed, r.OK(), r.Failure, string(r.Digest), r.Events, r.At.String(), len(r.Schedule.Faults), r.Passed(), openedHistories(r)})
}

type sweepEnd struct {
	Type       string           `json:"type"`
	Schema     int              `json:"schema"`
	Seeds      uint64           `json:"seeds"`
	Ran        uint64           `json:"ran"`
	Failed     uint64           `json:"failed"`
	Complete   bool             `json:"complete"`
	Distinct   int              `json:"distinct"`
	Virtual    string           `json:"virtual"`
	Events     uint64           `json:"events"`
	Passed     uint64           `json:"passed"`
	Undecided  uint64           `json:"undecided"`
	Unreached  []unreachedEntry `json:"unreached,omitempty"`
	Unrecorded []string         `json:"unrecorded,omitempty"` // histories
	Open       []engine.Open    `json:"open,omitempty"`       // why seeds are undecided
	// Below is the bound of the failure rate at 95%, of a clean sweep.
	Below float64 `json:"below,omitempty"`
	// Behaviours were seen, Once of them in a single seed.
	Behaviours int `json:"behaviours"`
	Once       int `json:"once"`
}

type unreachedEntry struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	NeverTrue bool   `json:"never_true,omitempty"`
}

func (j *jsonReporter) sweep(s swept) {
	for _, row := range s.Tally.Table(s.program.Catalogue) {
		j.put(newPropertyLine(&row))
	}
	for _, h := range s.Judgements(s.program.Config) {
		j.put(historyLine{"history", jsonSchema, h})
	}
	end := sweepEnd{Type: "sweep_end", Schema: jsonSchema, Seeds: s.Seeds, Ran: s.Ran, Passed: s.Passed(), Failed: s.Failed, Undecided: s.Undecided,
		Complete: s.Complete(), Distinct: len(s.Failures), Virtual: s.Virtual.String(), Events: s.Events, Unrecorded: s.Unrecorded, Open: s.Open}
	for _, m := range s.Unreached {
		end.Unreached = append(end.Unreached, unreachedEntry{m.Kind.String(), m.Name, m.File, m.Line, m.NeverTrue})
	}
	if s.proves() {
		end.Below = confidence.Rounded(confidence.Bound(s.Passed(), confidence.At95))
	}
	end.Behaviours, end.Once = s.Behaviours()
	j.put(end)
}

// propertyLine is a call site and what happened at it. First, Last and
// FirstFalse are seeds.
type propertyLine struct {
	Type        string   `json:"type"`
	Schema      int      `json:"schema"`
	Kind        string   `json:"kind"`
	Name        string   `json:"name"` // "" if it is made at run time and never was
	File        string   `json:"file"`
	Line        int      `json:"line"`
	Evaluations uint64   `json:"evaluations"`
	True        uint64   `json:"true"`
	False       uint64   `json:"false"`
	Seeds       uint64   `json:"seeds"`       // that evaluated it
	FalseSeeds  uint64   `json:"false_seeds"` // in which it was false
	First       *uint64  `json:"first,omitempty"`
	Last        *uint64  `json:"last,omitempty"`
	FirstFalse  *uint64  `json:"first_false,omitempty"` // the lowest in which it was false
	TrueUnder   []string `json:"true_under,omitempty"`
	FalseUnder  []string `json:"false_under,omitempty"`
}

func newPropertyLine(row *property.Row) propertyLine {
	l := propertyLine{Type: "property", Schema: jsonSchema, Kind: row.Kind.String(), Name: row.Name, File: row.File, Line: row.Line,
		Evaluations: row.Evaluations(), True: row.True, False: row.False, Seeds: row.Seeds, FalseSeeds: row.FalseSeeds,
		TrueUnder: engine.FaultKinds(row.TrueUnder), FalseUnder: engine.FaultKinds(row.FalseUnder)}
	if row.Seeds > 0 {
		l.First, l.Last = &row.First, &row.Last
	}
	if row.False > 0 {
		l.FirstFalse = &row.Failed
	}
	return l
}

// historyLine is a history and how the seeds were judged by it.
type historyLine struct {
	Type   string `json:"type"`
	Schema int    `json:"schema"`
	engine.HistoryCount
}

func (j *jsonReporter) put(v any) {
	if err := j.enc.Encode(v); err != nil {
		// Nobody reads standard output any more, as with "| head".
		fmt.Fprintln(os.Stderr, "seedfall: standard output:", err)
		os.Exit(exitFailed)
	}
}
