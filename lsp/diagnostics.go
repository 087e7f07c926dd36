package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// refresh shows the client what is known now: diagnostics of files for which they
// have changed, and new texts of lenses and hints.
func (s *server) refresh() {
	s.publishing.Lock() // what was found out later is sent later
	defer s.publishing.Unlock()
	send, hints := s.unpublished()
	if s.client == nil {
		return
	}
	defer s.tellTests()
	defer s.tell()
	for i := range send {
		if err := s.client.PublishDiagnostics(s.ctx, &send[i]); err != nil {
			s.logf("diagnostics: %v", err)
		}
	}
	if hints {
		s.refreshLenses()
	}
}

// unpublished is what the client does not show yet, and notes that it does from now
// on. hints says that lenses and hints are to be asked for anew.
func (s *server) unpublished() (send []protocol.PublishDiagnosticsParams, hints bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.scenarios {
		s.age(c)
	}
	all := s.diagnostics()
	for u := range s.published {
		if all[u] == nil {
			all[u] = []protocol.Diagnostic{}
		}
	}
	for _, u := range slices.Sorted(maps.Keys(all)) {
		if reflect.DeepEqual(all[u], s.published[u]) && !s.reopened[u] {
			continue
		}
		p := protocol.PublishDiagnosticsParams{URI: u, Diagnostics: all[u]}
		if d := s.docs[u]; d != nil {
			p.Version = protocol.NewOptional(d.version)
		}
		send = append(send, p)
	}
	maps.DeleteFunc(all, func(_ uri.URI, d []protocol.Diagnostic) bool { return len(d) == 0 })
	s.published = all
	clear(s.reopened)
	return send, s.abilities.lensRefresh || s.abilities.hintRefresh
}

// diagnostics are all that there is to show now, by file. mu is held.
func (s *server) diagnostics() map[uri.URI][]protocol.Diagnostic {
	all := map[uri.URI][]protocol.Diagnostic{}
	for _, c := range s.scenarios {
		s.diagnose(c, all)
	}
	for _, u := range slices.Sorted(maps.Keys(s.docs)) {
		if d := s.docs[u]; d.path != "" && s.scenario(d.path) == nil && !isSchedule(d.path) && s.isConfig(d) {
			s.problems(taken(d), u, d.text, all)
		}
	}
	s.misused(all)
	return all
}

// diagnose adds what is to be shown about a scenario. mu is held.
func (s *server) diagnose(c *scenario, all map[uri.URI][]protocol.Diagnostic) {
	if c.doc != nil {
		u, t := s.open(c.path)
		doc := c.doc
		if s.docs[u] != nil {
			doc = config.Read(c.path, []byte(t.Text())) // as it is being edited
		}
		s.problems(doc, u, t, all)
	}
	r := &c.results
	for _, f := range r.failures {
		s.failure(c, f, all)
	}
	if r.complete && r.progress.Ran >= s.settingsOf(c).unreached {
		for _, m := range r.unreached {
			s.unreached(c, m, all)
		}
		s.unhanded(c, all)
	}
	if r.problem != "" {
		s.unbuilt(c, all)
	}
	if r.progress != nil {
		s.skipped(c, all)
	}
}

// source is the name that diagnostics carry.
const source = "seedfall"

// problems shows what is wrong with a config.
func (s *server) problems(doc *config.Document, u uri.URI, t *text.Document, all map[uri.URI][]protocol.Diagnostic) {
	for _, p := range doc.Problems() {
		message := p.Message
		if p.Suggestion != "" {
			message += fmt.Sprintf("; did you mean %q?", p.Suggestion)
		}
		if p.Where != "" {
			message = p.Where + ": " + message
		}
		d := protocol.Diagnostic{Range: s.span(t, p.Offset, p.End), Severity: protocol.DiagnosticSeverityError,
			Source: protocol.NewOptional(source), Code: protocol.String("config"), Message: protocol.String(message)}
		if p.Suggestion != "" {
			d.Data = marshal(fixData{Suggestion: p.Suggestion})
		}
		all[u] = append(all[u], d)
	}
}

// open gives the text of a file as the editor has it, or as it is on disk.
func (s *server) open(file string) (uri.URI, *text.Document) {
	for u, d := range s.docs {
		if d.path == file {
			return u, d.text
		}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		b = nil
	}
	return uri.File(file), text.New(string(b))
}

// failure shows a way to fail at the site that failed, or at the config.
func (s *server) failure(c *scenario, f *failing, all map[uri.URI][]protocol.Diagnostic) {
	v := f.Failure.Failure
	u, r := s.place(c, v.Site, kindOf(string(v.Class)), v.Property)
	message := fmt.Sprintf("%s: %s (%s, at %s)", f.Title, v.Message, seedsText(f.seeds), v.At.Seconds())
	severity := protocol.DiagnosticSeverityError
	switch unsaved := isUnsaved(f.snapshot); {
	case unsaved && f.outdated:
		message, severity = "outdated, of text that was not saved: "+message, protocol.DiagnosticSeverityInformation
	case unsaved:
		message = "unsaved: " + message
	case f.outdated:
		message, severity = "outdated: "+message, protocol.DiagnosticSeverityInformation
	}
	d := protocol.Diagnostic{Range: r, Severity: severity, Source: protocol.NewOptional(source), Code: protocol.String(string(v.Class)), Message: protocol.String(message)}
	if f.Story != nil {
		for _, step := range f.Story.Steps {
			if step.Event == v.Event {
				continue
			}
			at, where := s.place(c, step.Site, 0, "")
			text := step.Text
			if step.Node != "" {
				text = step.Node + " " + text
			}
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: at, Range: where}, Message: fmt.Sprintf("%s  %s", step.At.Seconds(), text)})
		}
	}
	d.Data = marshal(fixData{Config: c.path, Fingerprint: f.Fingerprint, Seed: Decimal(f.Seed)})
	all[u] = append(all[u], d)
}

func (s *server) unreached(c *scenario, m property.Missing, all map[uri.URI][]protocol.Diagnostic) {
	u, r := s.place(c, &trace.Site{File: m.File, Line: m.Line}, m.Kind, m.Name)
	all[u] = append(all[u], s.neverReached(c, m, r))
}

func (s *server) neverReached(c *scenario, m property.Missing, at protocol.Range) protocol.Diagnostic {
	what := "was never reached"
	if m.NeverTrue {
		what = "was never true"
	}
	return protocol.Diagnostic{Range: at, Severity: protocol.DiagnosticSeverityWarning, Source: protocol.NewOptional(source), Code: protocol.String("unreached"),
		Message: protocol.String(fmt.Sprintf("%v %q %s in %s of %s", m.Kind, m.Name, what, plural(int(c.results.progress.Ran), "seed"), s.name(c)))}
}

// skipped shows which seeds were left out of sweeps.
func (s *server) skipped(c *scenario, all map[uri.URI][]protocol.Diagnostic) {
	u, d := s.open(c.path)
	for _, seed := range c.results.progress.Skipped {
		all[u] = append(all[u], protocol.Diagnostic{Range: s.span(d, 0, len(d.Line(0))), Severity: protocol.DiagnosticSeverityWarning,
			Source: protocol.NewOptional(source), Code: protocol.String("skipped"),
			Message: protocol.String(fmt.Sprintf("seed %d is left out of sweeps until the code changes: the worker has ended twice while it ran", seed))})
	}
}

// unbuilt shows why a job could not be done: errors of the go command at their
// lines, others at the config.
func (s *server) unbuilt(c *scenario, all map[uri.URI][]protocol.Diagnostic) {
	r := &c.results
	found := false
	if r.kind == work.BadBuild {
		for _, e := range goErrors(r.problem) {
			file := e.file
			if !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(c.path), file)
			}
			if _, err := os.Stat(file); err != nil {
				continue
			}
			found = true
			u, d := s.open(file)
			from := d.Offset(text.Position{Line: e.line - 1, Column: max(0, e.col-1)}, text.UTF8)
			end := d.Offset(text.Position{Line: e.line - 1, Column: len(d.Line(e.line - 1))}, text.UTF8)
			all[u] = append(all[u], protocol.Diagnostic{Range: s.span(d, from, max(from, end)), Severity: protocol.DiagnosticSeverityError,
				Source: protocol.NewOptional(source + " (wasip1)"), Code: protocol.String("build"), Message: protocol.String(e.message)})
		}
	}
	if found || r.kind == work.BadConfig {
		return
	}
	u, d := s.open(c.path)
	all[u] = append(all[u], protocol.Diagnostic{Range: s.span(d, 0, len(d.Line(0))), Severity: protocol.DiagnosticSeverityError,
		Source: protocol.NewOptional(source), Code: protocol.String(string(r.kind)), Message: protocol.String(r.problem)})
}
