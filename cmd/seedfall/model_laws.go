package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
)

const modelTestAbout = `Tries whether models that are programs keep the laws that checking relies on, such as
that the same question has the same answer. The operations are those that runs of the
config record, or those of a file. Without PACKAGE it tests every program that the
config has under "histories".`

// modelSeeds are the seeds whose operations are tried.
var modelSeeds = engine.Seeds{First: 1, Last: 10}

// lawFlags are model test's own flags.
type lawFlags struct {
	*flags
	history, file string
	named         bool // -history was given
	span          engine.Seeds
	pkg           string
}

func modelTest(ctx context.Context, e env, args []string) error {
	f := lawFlags{flags: newFlags(e, "model test", "[-c FILE] [-history NAME] [-seeds 1-10 | -file FILE] [PACKAGE]", modelTestAbout).only("c", "format", "j")}
	f.StringVar(&f.seeds, "seeds", "", "take the operations of a `RANGE` of seeds (default 1-10)")
	f.StringVar(&f.file, "file", "", "take the operations of `FILE`, lines of JSON as engine/history writes them, instead of running seeds")
	f.Func("history", "test the model of the history `NAME`, or take its operations", func(s string) error {
		f.history, f.named = s, true
		return nil
	})
	if err := f.read(args); err != nil {
		return err
	}
	c, err := f.load()
	if err != nil {
		return err
	}
	targets, err := f.targets(c)
	if err != nil {
		return err
	}
	code := exitOK
	for _, h := range targets {
		r, err := f.test(ctx, e, c, h)
		if err != nil {
			return err
		}
		f.report(e, h, r)
		if !r.OK() {
			code = exitFailed
		}
	}
	return exit(code)
}

// read reads the command line.
func (f *lawFlags) read(args []string) error {
	words, err := f.words(args)
	if err != nil {
		return err
	}
	if len(words) > 1 {
		return &usageError{fmt.Sprintf("%q is not expected here; model test takes one package", words[1]), "seedfall model test -h"}
	}
	f.pkg = strings.Join(words, "")
	if f.file != "" && f.seeds != "" {
		return &usageError{"-file and -seeds exclude each other", "seedfall model test -h"}
	}
	f.span, err = f.seedRange(modelSeeds)
	return err
}

// load is flags.load, but a package and a file do without a config.
func (f *lawFlags) load() (*config.Config, error) {
	c, err := f.flags.load()
	if !errors.Is(err, config.ErrNotFound) || f.file == "" || f.pkg == "" {
		return c, err
	}
	here, err := filepath.Abs("seedfall.json")
	if err != nil {
		return nil, err
	}
	c, _ = config.Parse(here, fmt.Appendf(nil, `{"workload": {"package": %q}}`, f.pkg))
	return c, nil
}

// targets are the histories whose programs are to be tested.
func (f *lawFlags) targets(c *config.Config) (all []config.History, err error) {
	for _, h := range c.Histories {
		fits := h.Package != "" && (!f.named || h.Name == f.history)
		if f.pkg != "" {
			fits = fits && h.Package == f.pkg
		}
		if fits {
			all = append(all, h)
		}
	}
	switch {
	case len(all) > 0 && f.pkg != "":
		return all[:1], nil
	case len(all) > 0:
		return all, nil
	case f.pkg != "":
		h, _ := c.HistoryOf(f.history)
		h.Package, h.Model = f.pkg, ""
		return []config.History{h}, nil
	case f.named:
		return nil, &usageError{fmt.Sprintf("%s has no program that judges the history %q", f.config, f.history), "seedfall model test -history " + quote(f.history) + " PACKAGE"}
	}
	return nil, &usageError{f.config + ` has no program under "histories"`, "seedfall model test PACKAGE"}
}

// test builds what is needed for one history, and tests its program.
func (f *lawFlags) test(ctx context.Context, e env, c *config.Config, h config.History) (*engine.ModelReport, error) {
	var runs [][]history.Op
	only := engine.WithModel(c, h)
	if f.file != "" {
		only = engine.OnlyModel(c, h)
		var err error
		if runs, err = f.operations(h.Name); err != nil {
			return nil, err
		}
	}
	program, err := f.prepare(ctx, e, only, newProgress(e.stderr))
	if err != nil {
		return nil, err
	}
	defer program.Close() //nolint:errcheck // the process ends
	if f.file == "" {
		if runs, err = program.Recorded(ctx, f.span, f.jobs, h.Name); err == nil {
			err = f.some(runs, h.Name)
		}
		if err != nil {
			return nil, err
		}
	}
	return program.TestModel(h.Name, runs)
}

// some is an error if no run has an operation.
func (f *lawFlags) some(runs [][]history.Op, name string) error {
	for _, ops := range runs {
		if len(ops) > 0 {
			return nil
		}
	}
	return &codeError{exitNothing, fmt.Errorf("%s: nothing is recorded in %s; a model is tested on recorded operations (-seeds, -file, -history)", f.source(), spokenHistory(name))}
}

// operations reads those of a history from a file.
func (f *lawFlags) operations(name string) ([][]history.Op, error) {
	file, err := os.Open(f.file)
	if err != nil {
		return nil, &codeError{exitUsage, fmt.Errorf("-file: %w", err)}
	}
	defer file.Close()
	log, err := history.Decode(file)
	if err != nil {
		return nil, &codeError{exitUsage, fmt.Errorf("-file %s: %w", quote(f.file), err)}
	}
	var ops []history.Op
	for _, o := range log.Ops {
		if o.History == name {
			ops = append(ops, o)
		}
	}
	runs := [][]history.Op{ops}
	return runs, f.some(runs, name)
}

// source says where operations come from.
func (f *lawFlags) source() string {
	switch {
	case f.file != "":
		return f.file
	case f.span.First == f.span.Last:
		return fmt.Sprintf("seed %d", f.span.First)
	}
	return fmt.Sprintf("seeds %d-%d", f.span.First, f.span.Last)
}

func spokenHistory(name string) string {
	if name == "" {
		return "the history without a name"
	}
	return fmt.Sprintf("the history %q", name)
}

type lawsEnd struct {
	Type    string `json:"type"`
	Schema  int    `json:"schema"`
	History string `json:"history"`
	Package string `json:"package"`
	OK      bool   `json:"ok"`
	*engine.ModelReport
}

// newLines writes JSON lines to standard output.
func newLines(e env) *jsonReporter { return &jsonReporter{json.NewEncoder(e.stdout), true} }

func (f *lawFlags) report(e env, h config.History, r *engine.ModelReport) {
	if f.json(e) {
		newLines(e).put(lawsEnd{"model_test", jsonSchema, h.Name, h.Package, r.OK(), r})
		return
	}
	fmt.Fprintf(e.stdout, "%s on %s, %s: %s and %s, %s\n", h.Package, spokenHistory(h.Name), f.source(),
		plural(r.Ops, "operation"), plural(r.States, "state"), plural(r.Keys, "key"))
	for _, l := range r.Laws {
		state := "kept"
		if l.Breach != nil {
			state = "broken"
		}
		fmt.Fprintf(e.stdout, "  %-7s %-12s on %s\n", state, l.Name, listOf(some(l.Ops, "operation"), some(l.States, "state"), keys(l, r.Keys)))
		if l.Breach != nil {
			fmt.Fprintf(e.stdout, "    the law: %s\n", l.Rule)
			breach(e, l.Breach)
		}
	}
	remarks(e, "refused", r.Refused)
	remarks(e, "suspicious", r.Suspicious)
}

// some is "3 states", or nothing for none.
func some(n int, what string) string {
	if n == 0 {
		return ""
	}
	return plural(n, what)
}

// keys is for a law that is about neither operations nor states.
func keys(l engine.ModelLaw, n int) string {
	if l.Ops+l.States > 0 {
		return ""
	}
	return plural(n, "key")
}

// breach shows an example against a law.
func breach(e env, b *engine.ModelBreach) {
	about := b.Question
	if b.Op != "" {
		about += " of " + b.Op
	}
	if b.State != "" {
		about += " in the state " + b.State
	}
	if b.Question == "Init" {
		about += fmt.Sprintf(" of the key %q", b.Key)
	}
	fmt.Fprintf(e.stdout, "    %s\n", about)
	first := strings.ReplaceAll(b.First, "\n", "\n      ")
	if b.Second == "" {
		fmt.Fprintf(e.stdout, "      %s: %s\n", b.How, first)
		return
	}
	fmt.Fprintf(e.stdout, "      first: %s\n      then:  %s, %s\n", first, b.Second, b.How)
}

// remarks shows what looks wrong, the first few.
func remarks(e env, what string, all []engine.ModelRemark) {
	for i, r := range all {
		if i == maxListed {
			fmt.Fprintf(e.stdout, "  … and %d more %s\n", len(all)-i, what)
			return
		}
		fmt.Fprintf(e.stdout, "  %s: %s: %s\n", what, r.Op, r.Why)
	}
}
