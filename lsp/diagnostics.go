package lsp

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// refresh shows the client what is known now: diagnostics, and new texts of
// lenses.
func (s *server) refresh() {
	s.mu.Lock()
	all := map[uri.URI][]protocol.Diagnostic{}
	for _, c := range s.scenarios {
		s.age(c)
		s.diagnose(c, all)
	}
	for u := range s.published {
		if all[u] == nil {
			all[u] = []protocol.Diagnostic{}
		}
	}
	s.published = map[uri.URI]bool{}
	var send []protocol.PublishDiagnosticsParams
	for _, u := range slices.Sorted(maps.Keys(all)) {
		p := protocol.PublishDiagnosticsParams{URI: u, Diagnostics: all[u]}
		if d := s.docs[u]; d != nil {
			p.Version = protocol.NewOptional(d.version)
		}
		if len(all[u]) > 0 {
			s.published[u] = true
		}
		send = append(send, p)
	}
	lenses := s.abilities.lensRefresh
	s.mu.Unlock()
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
	if lenses {
		s.refreshLenses()
	}
}

// refreshLenses asks for the lenses anew, not too often.
func (s *server) refreshLenses() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lensesAsked {
		return
	}
	s.lensesAsked = true
	time.AfterFunc(pace, func() {
		s.mu.Lock()
		s.lensesAsked = false
		s.mu.Unlock()
		if err := s.client.CodeLensRefresh(s.ctx); err != nil && s.ctx.Err() == nil {
			s.logf("lenses: %v", err)
		}
	})
}

// diagnose adds what is to be shown about a scenario. mu is held.
func (s *server) diagnose(c *scenario, all map[uri.URI][]protocol.Diagnostic) {
	if c.doc != nil {
		for _, p := range c.doc.Problems() {
			s.problem(c, p, all)
		}
	}
	r := &c.results
	for _, f := range r.failures {
		s.failure(c, f, all)
	}
	if r.complete && r.progress.Ran >= s.settings.unreached {
		for _, m := range r.unreached {
			s.unreached(c, m, all)
		}
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

func (s *server) problem(c *scenario, p config.Problem, all map[uri.URI][]protocol.Diagnostic) {
	u, d := s.open(c.path)
	message := p.Message
	if p.Suggestion != "" {
		message += fmt.Sprintf("; did you mean %q?", p.Suggestion)
	}
	if p.Where != "" {
		message = p.Where + ": " + message
	}
	all[u] = append(all[u], protocol.Diagnostic{Range: s.span(d, p.Offset, p.End), Severity: protocol.DiagnosticSeverityError,
		Source: protocol.NewOptional(source), Code: protocol.String("config"), Message: protocol.String(message)})
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
	if f.outdated {
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
	d.Data = marshal(map[string]any{"config": c.path, "fingerprint": f.Fingerprint, "seed": f.Seed})
	all[u] = append(all[u], d)
}

// place is where something is shown: at a site, wherever an edit has moved it, or
// else at the begin of the config.
func (s *server) place(c *scenario, at *trace.Site, kind property.Kind, name string) (uri.URI, protocol.Range) {
	if at == nil || c.sources[at.File] == "" {
		u, _ := s.open(c.path)
		return u, protocol.Range{}
	}
	u, d := s.open(c.sources[at.File])
	if kind != 0 {
		for _, site := range scan.Scan(at.File, d.Text()).Sites {
			if site.Kind == kind && (name != "" && site.Name == name || name == "" && site.Line == at.Line) {
				return u, s.span(d, site.From, site.To)
			}
		}
	}
	line := d.Line(at.Line - 1)
	from := d.Offset(text.Position{Line: at.Line - 1}, text.UTF8)
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return u, s.span(d, from+indent, from+len(line))
}

// kindOf is the kind of check that a class of failure comes from; 0 for others.
func kindOf(class string) property.Kind {
	for k := property.Assert; k <= property.Fail; k++ {
		if k.String() == class {
			return k
		}
	}
	if class == "assertion" {
		return property.Assert
	}
	return 0
}

func (s *server) unreached(c *scenario, m property.Missing, all map[uri.URI][]protocol.Diagnostic) {
	what := "was never reached"
	if m.NeverTrue {
		what = "was never true"
	}
	u, r := s.place(c, &trace.Site{File: m.File, Line: m.Line}, m.Kind, m.Name)
	all[u] = append(all[u], protocol.Diagnostic{Range: r, Severity: protocol.DiagnosticSeverityWarning, Source: protocol.NewOptional(source), Code: protocol.String("unreached"),
		Message: protocol.String(fmt.Sprintf("%v %q %s in %s of %s", m.Kind, m.Name, what, plural(int(c.results.progress.Ran), "seed"), s.name(c)))})
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
