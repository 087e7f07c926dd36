package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/verdict"
)

// reporter prints results.
type reporter interface {
	// seed hears each result in the order of the seeds. fresh says that no
	// earlier one failed in the same way.
	seed(r *engine.Result, fresh bool)
	sweep(swept)
}

// swept is what a sweep came to, and what is to be said about it.
type swept struct {
	*engine.Summary
	program *engine.Program
	seeds   engine.Seeds
	// allowed says that what was never reached does not fail the sweep.
	allowed bool
	// properties asks for a table of all of them.
	properties bool
}

// json says whether results are to be JSON. auto is human.
func (f *flags) json(env) bool { return f.format == "json" }

func newReporter(e env, f *flags, p *engine.Program, all bool) reporter {
	if f.json(e) {
		return &jsonReporter{json.NewEncoder(e.stdout), all}
	}
	return newHuman(e, f, p, all)
}

func newHuman(e env, f *flags, p *engine.Program, all bool) *humanReporter {
	return &humanReporter{w: e.stdout, config: f.config, faults: f.faults, files: newLocator(p.Config.Dir()), all: all}
}

// humanReporter prints for a person.
type humanReporter struct {
	w              io.Writer
	config, faults string
	files          locator
	all            bool
}

func (h *humanReporter) seed(r *engine.Result, fresh bool) {
	switch {
	case !r.Passed() && r.OK() && h.all:
		fmt.Fprintf(h.w, "seed %d undecided at %s: %s; %d events, digest %s\n", r.Seed, r.At.Seconds(), r.Reason, r.Events, r.Digest)
		for _, v := range r.Undecided() {
			fmt.Fprintf(h.w, "  %s: %s\n", historyText(v.History, v.By), v.Why)
		}
	case r.Failure == nil && h.all:
		fmt.Fprintf(h.w, "seed %d passed at %s: %s; %d events, digest %s\n", r.Seed, r.At.Seconds(), r.Reason, r.Events, r.Digest)
	case r.Failure != nil && fresh:
		h.failure(r)
	case r.Failure != nil && h.all:
		fmt.Fprintf(h.w, "seed %d failed at %s: %s; digest %s\n", r.Seed, r.Failure.At.Seconds(), r.Failure.Title(), r.Digest)
	}
}

func (h *humanReporter) failure(r *engine.Result) {
	h.found(r.Seed, r.Failure)
	fmt.Fprintf(h.w, "  %s, %d events, digest %s\n", plural(len(r.Schedule.Faults), "fault"), r.Events, r.Digest)
	fmt.Fprintf(h.w, "  reproduce: %s\n", h.repro(r))
}

// found prints how a seed failed.
func (h *humanReporter) found(seed uint64, f *verdict.Failure) {
	fmt.Fprintf(h.w, "seed %d failed at %s: %s\n", seed, f.At.Seconds(), f.Title())
	fmt.Fprintf(h.w, "  %s\n", f.Words())
	if f.Site != nil {
		fmt.Fprintf(h.w, "  at %s:%d\n", h.files.file(f.Site.File), f.Site.Line)
	}
	if f.Detail != "" {
		h.detail(f.Detail)
	}
}

// maxDetail is how many lines of a failure's detail are shown; replay prints all.
const maxDetail = 24

func (h *humanReporter) detail(text string) {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if i == maxDetail {
			fmt.Fprintf(h.w, "    … %d more lines\n", len(lines)-i)
			return
		}
		fmt.Fprintf(h.w, "    %s\n", l)
	}
}

// repro is the command that shows a result again.
func (h *humanReporter) repro(r *engine.Result) string {
	if h.faults != "" {
		return h.command("replay") + " -faults " + quote(h.faults)
	}
	return fmt.Sprintf("%s -seed %d", h.command("replay"), r.Seed)
}

// command is how a verb is run on the same config.
func (h *humanReporter) command(verb string) string {
	s := self() + " " + verb
	if h.config != "" {
		s += " -c " + quote(h.config)
	}
	return s
}

// self is how this command is run again: under its name, or through "go run"
// if it was run so.
func self() string {
	return flagsOfGo(os.Getenv("GOFLAGS")) + command()
}

// flagsOfGo repeats a GOFLAGS that chooses what is built.
func flagsOfGo(flags string) string {
	for _, f := range []string{"-modfile", "-tags", "-mod=", "-overlay"} {
		if strings.Contains(flags, f) {
			return "GOFLAGS=" + quote(flags) + " "
		}
	}
	return ""
}

func command() string {
	if exe, err := os.Executable(); err == nil && strings.Contains(exe, "go-build") {
		return "go run github.com/seedfall/seedfall/cmd/seedfall"
	}
	return "seedfall"
}

// maxListed bounds what a line lists, maxSeeds how many seeds.
const (
	maxListed = 10
	maxSeeds  = 4
)

func list(seeds []uint64) string {
	var b strings.Builder
	for i, n := range seeds {
		if i == maxSeeds {
			fmt.Fprintf(&b, ", … (%d more)", len(seeds)-i)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
