// Command sections writes what the tests of the timeline read: of each trace file
// the sections that a timeline takes, and golden.json with Go's own answers to
// compare with.
//
//	go run ./internal/viewer/sections FILE.sftrace... DIR
//	go run ./internal/viewer/sections -generate N FILE.sftrace
//
// The first form writes DIR/NAME/head.json, events.bin, survey.json and golden.json
// for each FILE, NAME being its name without ".sftrace". The second writes a trace
// of N events, for benchmarks.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/internal/sample"
)

func main() {
	n := flag.Int("generate", 0, "write a trace of `N` events")
	flag.Parse()
	if err := run(*n, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sections:", err)
		os.Exit(1)
	}
}

func run(n int, args []string) error {
	switch {
	case n > 0 && len(args) == 1:
		return generate(n, args[0])
	case n > 0 || len(args) < 2:
		return errors.New("usage: sections FILE.sftrace... DIR, or sections -generate N FILE.sftrace")
	}
	dir := args[len(args)-1]
	for _, path := range args[:len(args)-1] {
		name := strings.TrimSuffix(filepath.Base(path), tracefile.Extension)
		if err := convert(path, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// generate writes a trace of n events.
func generate(n int, path string) error {
	r := tracefile.Recording{Header: tracefile.Header{Nodes: sample.Nodes(), Seed: 1, Reason: "generated"}, Events: make([]trace.Event, 0, n)}
	err := sample.Trace(n, func(e trace.Event) error {
		r.Events = append(r.Events, e)
		return nil
	})
	if err != nil {
		return err
	}
	return tracefile.WriteFile(path, r)
}

// names of the files of sections.
var names = map[tracefile.Section]string{
	tracefile.HeadSection:   "head.json",
	tracefile.EventsSection: "events.bin",
	tracefile.SurveySection: "survey.json",
}

// convert writes what belongs to one file into a folder.
func convert(path, dir string) error {
	f, err := tracefile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, s := range tracefile.Sections() {
		if err := write(filepath.Join(dir, names[s]), func(w *os.File) error { return f.WriteSection(w, s) }); err != nil {
			return err
		}
	}
	g, err := answer(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return write(filepath.Join(dir, "golden.json"), func(w *os.File) error { return json.NewEncoder(w).Encode(g) })
}

// write makes a file.
func write(path string, fill func(*os.File) error) error {
	w, err := os.Create(path)
	if err != nil {
		return err
	}
	err = fill(w)
	if e := w.Close(); err == nil {
		err = e
	}
	return err
}
