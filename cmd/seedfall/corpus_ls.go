package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seedfall/seedfall/engine/corpus"
)

const corpusListAbout = `Lists the known failures of a config, in the order of their files: fingerprint, number
of faults, what fails, with # for each number, and how many verifications in a row have passed. Nothing is run;
a file that cannot be read is listed as stale.`

func corpusList(_ context.Context, e env, args []string) error {
	f := newFlags(e, "corpus ls", "[-c FILE] [-format FORMAT]", corpusListAbout).only("c", "format")
	if err := f.parse(args); err != nil {
		return err
	}
	c, err := f.load()
	if err != nil {
		return err
	}
	store := storeOf(c)
	files, err := store.Files()
	if err != nil {
		return err
	}
	if len(files) == 0 && !f.json(e) {
		fmt.Fprintf(e.stdout, "no known failures in %s\n", shorter(store.Dir))
	}
	code := exitOK
	for _, file := range files {
		if file.Problem != nil {
			code = exitStale
		}
		if f.json(e) {
			enc := &jsonReporter{json.NewEncoder(e.stdout), true}
			enc.put(entryLine(file))
		} else {
			fmt.Fprintln(e.stdout, entryText(file))
		}
	}
	return exit(code)
}

// entryText is one file of a corpus as a line for a person.
func entryText(file corpus.File) string {
	if file.Problem != nil {
		return fmt.Sprintf("%-14s%s", "stale", problemText(file.Problem))
	}
	entry := file.Entry
	text := fmt.Sprintf("%s  %9s  %s: %s", entry.Fingerprint, plural(len(entry.Schedule.Faults), "fault"), entry.Failure.Title(), entry.Failure.Message)
	if n := entry.Passes(); n > 0 {
		text += fmt.Sprintf("; passed %s in a row", plural(n, "verification"))
	}
	return text
}

type corpusEntry struct {
	Type        string `json:"type"`
	Schema      int    `json:"schema"`
	Fingerprint string `json:"fingerprint,omitempty"`
	File        string `json:"file"`
	State       string `json:"state"` // ok, or stale if the file is no entry
	Known       string `json:"known,omitempty"`
	Title       string `json:"title,omitempty"`
	Seed        uint64 `json:"seed"`
	Faults      int    `json:"faults"`
	Passes      int    `json:"passes"`
	Program     string `json:"program,omitempty"` // that recorded it
	Problem     string `json:"problem,omitempty"`
}

func entryLine(file corpus.File) corpusEntry {
	line := corpusEntry{Type: "corpus_entry", Schema: jsonSchema, File: shorter(file.Path()), State: "ok"}
	if file.Problem != nil {
		line.State, line.Problem = "stale", problemText(file.Problem)
		return line
	}
	entry := file.Entry
	s := entry.Schedule
	line.Fingerprint, line.Known, line.Title = entry.Fingerprint, s.Fails, entry.Failure.Title()
	line.Seed, line.Faults, line.Passes, line.Program = s.Seed, len(s.Faults), entry.Passes(), s.Program
	return line
}
