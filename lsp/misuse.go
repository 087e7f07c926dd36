package lsp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// misuse is the code of what the text alone shows to be wrong.
const misuse = "misuse"

// misused adds what the text of the programs shows to be wrong with how they use
// package sim. Tests are left out: no simulation runs them. mu is held.
func (s *server) misused(all map[uri.URI][]protocol.Diagnostic) {
	first := map[[2]string]*named{}
	for _, f := range s.ownSources() {
		if !s.settingsAt(f.path).misuse {
			continue
		}
		for i := range f.file.Sites {
			site := &f.file.Sites[i]
			s.misusedSite(f, site, all)
			if !isNamed(site) || records(site.Kind) {
				continue
			}
			id := [2]string{filepath.Dir(f.path) + " " + f.file.Package, site.Name}
			if have := first[id]; have == nil {
				first[id] = &named{f, site}
			} else {
				s.misusedName(f, site, have, all)
			}
		}
		s.misplaced(f, all)
	}
}

// named is a site that is the first with its name.
type named struct {
	file *goFile
	site *scan.Site
}

// ownSources are the files with sites that somebody works on: those of scenarios
// in the folders that are open, and those of the packages that are open. Tests are
// left out. mu is held.
func (s *server) ownSources() []*goFile {
	paths := map[string]bool{}
	for _, c := range s.scenarios {
		for file := range c.files {
			if s.inFolders(file) {
				paths[file] = true
			}
		}
	}
	for _, d := range s.docs {
		if d.scanned() == nil || !d.scanned().ImportsSim {
			continue
		}
		paths[d.path] = true
		beside, _ := filepath.Glob(filepath.Join(filepath.Dir(d.path), "*.go")) // fails for a pattern only
		for _, file := range beside {
			paths[file] = true
		}
	}
	maps.DeleteFunc(paths, func(path string, _ bool) bool { return strings.HasSuffix(path, "_test.go") })
	return s.read(paths)
}

// warn adds a diagnostic about the text of a file.
func (s *server) warn(f *goFile, from, to int, severity protocol.DiagnosticSeverity, message string, all map[uri.URI][]protocol.Diagnostic) *protocol.Diagnostic {
	all[f.uri] = append(all[f.uri], protocol.Diagnostic{Range: s.span(f.text, from, to), Severity: severity,
		Source: protocol.NewOptional(source), Code: protocol.String(misuse), Message: protocol.String(message)})
	return &all[f.uri][len(all[f.uri])-1]
}

// constants say what is wrong with a condition that never changes.
var constants = map[string]map[property.Kind]string{
	"true": {
		property.Assert:              "the condition is always true, so that this checks nothing",
		property.Always:              "the condition is always true; Reachable says the same",
		property.AlwaysOrUnreachable: "the condition is always true, so that this checks nothing",
		property.Sometimes:           "the condition is always true; Reachable says the same",
	},
	"false": {
		property.Assert:              "the condition is always false; Fail says the same",
		property.Always:              "the condition is always false; Unreachable says that nothing may come here",
		property.AlwaysOrUnreachable: "the condition is always false; Unreachable says the same",
		property.Sometimes:           "the condition is always false, so that every sweep fails",
	},
}

// misusedSite adds what is wrong with a single call.
func (s *server) misusedSite(f *goFile, site *scan.Site, all map[uri.URI][]protocol.Diagnostic) {
	if text := constants[site.Condition][site.Kind]; text != "" {
		s.warn(f, site.From, site.To, protocol.DiagnosticSeverityWarning, text, all)
	}
	if site.Unused {
		how := "OK, Fail or Unknown"
		if site.Kind == property.Txn {
			how = "Commit, Abort or Unknown"
		}
		d := s.warn(f, site.From, site.To, protocol.DiagnosticSeverityWarning,
			fmt.Sprintf("this call is recorded and never ended, so that nobody knows whether it took effect; end what %s gives by %s", site.Call, how), all)
		d.Data = marshal(fixData{End: true})
	}
	if site.Computed && !(site.Passed && site.Through != "") && site.NameTo > 0 && site.Kind != property.Assert && site.Kind != property.Fail && !records(site.Kind) {
		text := "the name is no constant, so that a sweep cannot tell whether it was never reached; put what varies into the details"
		if site.Passed {
			text = "the " + fromCallers + ", so that a sweep cannot tell which of them it never reached"
		}
		s.warn(f, site.NameFrom, site.NameTo, protocol.DiagnosticSeverityHint, text, all)
	}
}

// alone are the kinds of which a package has one with a name.
var alone = []property.Kind{property.Always, property.Sometimes, property.Reachable}

// misusedName adds what is wrong with a name that another site has too.
func (s *server) misusedName(f *goFile, site *scan.Site, first *named, all map[uri.URI][]protocol.Diagnostic) {
	var text string
	switch {
	case site.Kind != first.site.Kind:
		text = fmt.Sprintf("%q is the name of another kind of property too, %v; give each a name of its own", site.Name, first.site.Kind)
	case site.Through != "" && site.Through == first.site.Through: // one call that both come to
		return
	case slices.Contains(alone, site.Kind):
		text = fmt.Sprintf("%q is the name of another %v too, and runs count the two as one; give each a name of its own", site.Name, site.Kind)
	default:
		return
	}
	d := s.warn(f, site.NameFrom, site.NameTo, protocol.DiagnosticSeverityWarning, text, all)
	d.RelatedInformation = []protocol.DiagnosticRelatedInformation{{
		Location: protocol.Location{URI: first.file.uri, Range: s.span(first.file.text, first.site.NameFrom, first.site.NameTo)},
		Message:  fmt.Sprintf("%v with the same name", first.site.Kind)}}
}

// misplaced adds that a file's package is part of no scenario, once it is known
// what all of them consist of. mu is held.
func (s *server) misplaced(f *goFile, all map[uri.URI][]protocol.Diagnostic) {
	if !f.file.ImportsSim || !s.listed {
		return
	}
	for _, c := range s.scenarios {
		if len(c.files) == 0 {
			return
		}
		for file := range c.files {
			if filepath.Dir(file) == filepath.Dir(f.path) {
				return
			}
		}
	}
	text := "this package is not part of any seedfall config, so that nothing is known of its properties; name a program that imports it in a seedfall.json"
	s.warn(f, f.file.ImportFrom, f.file.ImportTo, protocol.DiagnosticSeverityInformation, text, all)
}
