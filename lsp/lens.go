package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// slot is the place of a lens: how many there are depends on the text and the
// scenarios only, what they say on the results.
type slot struct {
	What   string `json:"what"` // run, state, why
	Config string `json:"config"`
	// In is the document that the lens is drawn into.
	In uri.URI `json:"in,omitempty"`
	// Kind, Name, File and Line say which site; Kind is 0 for a workload's main.
	Kind property.Kind `json:"kind,omitempty"`
	Name string        `json:"name,omitempty"`
	File string        `json:"file,omitempty"`
	Line int           `json:"line,omitempty"`
	// Through says that the site hands its name to another one, which runs count, and
	// Passed that it is given its name by such.
	Through bool `json:"through,omitempty"`
	Passed  bool `json:"passed,omitempty"`
}

// slotOf is the place of a lens about a site, in a file as runs know it.
func slotOf(site *scan.Site, config, file string) slot {
	return slot{What: "state", Config: config, Kind: site.Kind, Name: runtimeName(site), File: file, Line: site.Line,
		Through: site.Through != "", Passed: site.Passed}
}

// counted says whether anything is known of a site: not of one that hands on a name
// that is not known.
func counted(site *scan.Site) bool {
	return site.Kind != 0 && (site.Through == "" || runtimeName(site) != "")
}

// CodeLens implements protocol.Server.
func (s *server) CodeLens(_ context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	lenses := []protocol.CodeLens{}
	if d == nil {
		return lenses, nil
	}
	slots := s.lenses(d)
	d.drawn.listed(slots)
	for _, l := range slots {
		lenses = append(lenses, protocol.CodeLens{Range: s.span(d.text, l.from, l.to), Data: marshal(l.slot)})
	}
	return lenses, nil
}

// placed is a slot with its place in a document, in bytes.
type placed struct {
	slot
	from, to int
}

// lenses are the slots of a document that the client is to draw. mu is held.
func (s *server) lenses(d *document) []placed {
	if d.scanned() == nil || !s.settingsAt(d.path).lenses {
		return nil
	}
	return s.slots(d)
}

// slots are those of a Go file: three for the main function of a workload in each of
// its scenarios, and three for each site in the scenario that ran last; two where
// nothing is run. mu is held.
func (s *server) slots(d *document) (slots []placed) {
	all := s.of(d.path)
	whats := []string{"run", "state", "why"}
	if !s.trusted {
		whats = whats[:2]
	}
	add := func(from, to int, l slot) {
		l.In = d.uri
		for _, l.What = range whats {
			slots = append(slots, placed{l, from, to})
		}
	}
	for _, c := range all {
		if d.scanned().Main >= 0 && c.isWorkload(d.path) {
			add(d.scanned().Main, d.scanned().Main+len("main"), slot{Config: c.path})
		}
	}
	if len(all) == 0 {
		return slots
	}
	c := all[0]
	for i := range d.scanned().Sites {
		if site := &d.scanned().Sites[i]; counted(site) {
			add(site.From, site.To, slotOf(site, c.path, c.files[d.path]))
		}
	}
	return slots
}

// runtimeName is the name under which runs count a site; "" for one that they count
// by its line.
func runtimeName(site *scan.Site) string {
	if !isNamed(site) || records(site.Kind) {
		return ""
	}
	return site.Name
}

// CodeLensResolve implements protocol.Server.
func (s *server) CodeLensResolve(_ context.Context, l *protocol.CodeLens) (*protocol.CodeLens, error) {
	var at slot
	if err := json.Unmarshal(l.Data, &at); err != nil {
		return nil, fmt.Errorf("a lens of another server: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l.Command = s.lensCommand(&at)
	if d := s.docs[at.In]; d != nil {
		d.drawn.said(at, wording(l.Command))
	}
	return l, nil
}

// lensCommand is what the client is told that a lens says and does. mu is held.
func (s *server) lensCommand(at *slot) protocol.Command {
	c := s.scenario(at.Config)
	if c == nil {
		return protocol.Command{Title: "no such config any more", Command: "seedfall.stop"}
	}
	title, command, args := s.lens(c, at)
	return protocol.Command{Title: title, Command: command, Arguments: []protocol.LSPAny{marshal(args)}}
}

// lens is what a lens says and does now.
func (s *server) lens(c *scenario, at *slot) (title, command string, args arguments) {
	r := &c.results
	args.Config = c.path
	switch {
	case at.What == "run" && !s.trusted:
		return "trust the workspace to run", "seedfall.run", args
	case at.What == "run" && r.job != nil:
		return "stop", "seedfall.stop", args
	case at.What == "run":
		args.Seeds = s.settingsOf(c).seeds
		title = fmt.Sprintf("run %d seeds", args.Seeds)
		if at.Kind == 0 {
			title += " of " + s.name(c)
		}
		return title, "seedfall.run", args
	case at.What == "why":
		return s.whyLens(c, at)
	}
	if at.Kind == 0 && r.job == nil && s.paused(c) != "" {
		return "paused: code does not compile", "seedfall.run", args
	}
	if f := s.failingAt(c, at); f != nil {
		args.Fingerprint, args.Seed = f.Fingerprint, f.Seed
		title = fmt.Sprintf("fails: %s", seedsText(f.seeds))
		command = "seedfall.shrink"
		if f.shrunk != nil {
			title += fmt.Sprintf(", shrunk to %s · ", plural(f.shrunk.Faults, "fault"))
			if s.abilities.timeline {
				title, command = title+"timeline", "seedfall.timeline"
			} else {
				title, command = title+"show", "seedfall.showSchedule"
			}
		} else {
			title += " · shrink"
		}
		return title + badge(f.snapshot, f.outdated), command, args
	}
	title = s.state(r, at)
	if at.Passed {
		title = fromCallers + " · " + title
	}
	if r.progress != nil {
		title += badge(r.snapshot, r.outdated)
	}
	return title, "seedfall.run", args
}

// whyLens is what the last lens of a place says and does now: with a failure there is
// a reason to look for, and without one a failure.
func (s *server) whyLens(c *scenario, at *slot) (title, command string, args arguments) {
	args.Config = c.path
	f := s.failingAt(c, at)
	if f == nil {
		return "run until a failure", "seedfall.runUntilFailure", args
	}
	args.Fingerprint, args.Seed = f.Fingerprint, f.Seed
	return "why", "seedfall.why", args
}

// fromCallers says of a site that its name is a parameter.
const fromCallers = "name comes from the callers"

// state is what is known of a site, or of a scenario, that does not fail.
func (s *server) state(r *results, at *slot) string {
	switch {
	case r.job != nil && r.doing != "":
		return r.doing + "…"
	case r.problem != "":
		return "could not run"
	case r.progress == nil:
		return "not run yet"
	case at.Kind == 0 || records(at.Kind): // which are not counted
		return summary(r.progress)
	}
	t, _ := r.tally(at.Kind, at.Name, at.File, at.Line)
	seeds := plural(int(r.progress.Ran), "seed")
	switch n := t.True + t.False; {
	case n == 0:
		return fmt.Sprintf("%v · never reached in %s", at.Kind, seeds)
	case at.Kind == property.Sometimes:
		return fmt.Sprintf("sometimes · true %s of %s · %s", grouped(t.True), grouped(n), seeds)
	default:
		return fmt.Sprintf("%v · %s evaluations · %s", at.Kind, grouped(n), seeds)
	}
}

// failingAt is the way to fail that a lens is about; nil if there is none.
func (s *server) failingAt(c *scenario, at *slot) *failing {
	for _, f := range c.results.failures {
		site := f.Failure.Failure.Site
		switch {
		case at.Kind == 0:
			return f
		case site == nil:
		case at.Through:
			if at.Name == f.Failure.Failure.Property && at.Kind == kindOf(string(f.Failure.Failure.Class)) {
				return f
			}
		case site.File == at.File && at.Name == f.Failure.Failure.Property && at.Name != "":
			return f
		case site.File == at.File && site.Line == at.Line:
			return f
		}
	}
	return nil
}

// seedsText names the first of some seeds.
func seedsText(seeds []uint64) string {
	switch len(seeds) {
	case 0:
		return "no seed"
	case 1:
		return fmt.Sprintf("seed %d", seeds[0])
	}
	return fmt.Sprintf("seed %d and %d more", seeds[0], len(seeds)-1)
}

// grouped writes a number with commas between thousands.
func grouped(n uint64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
