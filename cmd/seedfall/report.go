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
	sweep(s *engine.Summary, allowUnreached bool)
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
	case r.Failure == nil && h.all:
		fmt.Fprintf(h.w, "seed %d passed at %s: %s; %d events, digest %s\n", r.Seed, r.At.Seconds(), r.Reason, r.Events, r.Digest)
	case r.Failure != nil && fresh:
		h.failure(r)
	case r.Failure != nil && h.all:
		fmt.Fprintf(h.w, "seed %d failed at %s: %s; digest %s\n", r.Seed, r.Failure.At.Seconds(), r.Failure.Title(), r.Digest)
	}
}

func (h *humanReporter) failure(r *engine.Result) {
	f := r.Failure
	fmt.Fprintf(h.w, "seed %d failed at %s: %s\n", r.Seed, f.At.Seconds(), f.Title())
	fmt.Fprintf(h.w, "  %s\n", f.Message)
	if f.Site != nil {
		fmt.Fprintf(h.w, "  at %s:%d\n", h.files.file(f.Site.File), f.Site.Line)
	}
	if f.Detail != "" {
		h.detail(f.Detail)
	}
	fmt.Fprintf(h.w, "  %s, %d events, digest %s\n", plural(len(r.Schedule.Faults), "fault"), r.Events, r.Digest)
	fmt.Fprintf(h.w, "  reproduce: %s\n", h.repro(r))
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
	s := self() + " replay"
	if h.config != "" {
		s += " -c " + quote(h.config)
	}
	if h.faults != "" {
		return s + " -faults " + quote(h.faults)
	}
	return fmt.Sprintf("%s -seed %d", s, r.Seed)
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

// maxListed bounds what a summary lists.
const maxListed = 10

func (h *humanReporter) sweep(s *engine.Summary, allowUnreached bool) {
	for i, m := range s.Unreached {
		if i == maxListed {
			fmt.Fprintf(h.w, "… and %d more\n", len(s.Unreached)-i)
			break
		}
		what := "was never reached"
		if m.NeverTrue {
			what = "was never true"
		}
		fmt.Fprintf(h.w, "%s %q %s (%s:%d)\n", m.Kind, m.Name, what, h.files.file(m.File), m.Line)
	}
	if len(s.Unreached) > 0 && allowUnreached {
		fmt.Fprintln(h.w, "  (allowed by -allow-unreached)")
	}
	for _, g := range s.Failures {
		if len(g.Seeds) > 1 {
			fmt.Fprintf(h.w, "%s failed as seed %d did: %s\n", plural(len(g.Seeds)-1, "more seed"), g.First.Seed, list(g.Seeds[1:]))
		}
	}
	ran := plural(int(s.Ran), "seed")
	if !s.Complete() {
		ran = fmt.Sprintf("%d of %d seeds", s.Ran, s.Seeds)
	}
	fmt.Fprintf(h.w, "%s, %d failed; %s of virtual time, %d events\n", ran, s.Failed, s.Virtual.Rounded(), s.Events)
}

func list(seeds []uint64) string {
	var b strings.Builder
	for i, n := range seeds {
		if i == maxListed {
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
	OK     bool   `json:"ok"`
	*verdict.Failure
	Digest string `json:"digest"`
	Events uint64 `json:"events"`
	Ended  string `json:"ended"`
	Faults int    `json:"faults"`
}

func (j *jsonReporter) seed(r *engine.Result, _ bool) {
	if r.Failure == nil && !j.all {
		return
	}
	j.put(seedEnd{"seed_end", jsonSchema, r.Seed, r.OK(), r.Failure, string(r.Digest), r.Events, r.At.String(), len(r.Schedule.Faults)})
}

type sweepEnd struct {
	Type      string           `json:"type"`
	Schema    int              `json:"schema"`
	Seeds     uint64           `json:"seeds"`
	Ran       uint64           `json:"ran"`
	Failed    uint64           `json:"failed"`
	Complete  bool             `json:"complete"`
	Distinct  int              `json:"distinct"`
	Virtual   string           `json:"virtual"`
	Events    uint64           `json:"events"`
	Unreached []unreachedEntry `json:"unreached,omitempty"`
}

type unreachedEntry struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	NeverTrue bool   `json:"never_true,omitempty"`
}

func (j *jsonReporter) sweep(s *engine.Summary, _ bool) {
	end := sweepEnd{Type: "sweep_end", Schema: jsonSchema, Seeds: s.Seeds, Ran: s.Ran, Failed: s.Failed, Complete: s.Complete(),
		Distinct: len(s.Failures), Virtual: s.Virtual.String(), Events: s.Events}
	for _, m := range s.Unreached {
		end.Unreached = append(end.Unreached, unreachedEntry{m.Kind.String(), m.Name, m.File, m.Line, m.NeverTrue})
	}
	j.put(end)
}

func (j *jsonReporter) put(v any) {
	if err := j.enc.Encode(v); err != nil {
		// Nobody reads standard output any more, as with "| head".
		fmt.Fprintln(os.Stderr, "seedfall: standard output:", err)
		os.Exit(exitFailed)
	}
}
