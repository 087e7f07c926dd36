package lsp

import (
	"context"
	"maps"
	slashpath "path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Definition implements protocol.Server. It leads from a config's package to that
// package's main function, from the name of a node to its entry, and from the name
// of a history in a program to its entry.
func (s *server) Definition(_ context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := protocol.LocationSlice{}
	d, offset := s.at(&p.TextDocumentPositionParams)
	switch {
	case d == nil:
	case d.scanned() != nil:
		found = append(found, s.historyEntries(d, offset)...)
	case isSchedule(d.path):
		found = append(found, s.nodeOfFault(d, offset)...)
	case s.isConfig(d):
		found = append(found, s.inConfig(d, offset)...)
	}
	return found, nil
}

// inConfig is what a value of a config stands for.
func (s *server) inConfig(d *document, offset int) []protocol.Location {
	doc := taken(d)
	at := doc.At(offset)
	key, ok := config.Describe(at.Path)
	value := content(d.text.Text(), at.Value)
	switch {
	case !ok || at.InKey || value == "":
		return nil
	case key.Node:
		return s.entry(d.uri, d.text, doc, value)
	case key.Name == "package":
		return s.mainOf(d.path, value)
	}
	return nil
}

// entry is where a config names a program.
func (s *server) entry(u uri.URI, t *text.Document, doc *config.Document, name string) []protocol.Location {
	for i, path := range programs(doc.Config()) {
		if doc.Config().Guests()[i].Name != name {
			continue
		}
		at, ok := doc.PositionOf(path + ".name")
		if !ok {
			at, ok = doc.PositionOf(path)
		}
		if ok {
			return []protocol.Location{{URI: u, Range: s.span(t, at.Value.Start, at.Value.End)}}
		}
	}
	return nil
}

// programs are the paths of the entries of a config's programs, in the order of
// its guests.
func programs(c *config.Config) (paths []string) {
	for i := range c.Nodes {
		paths = append(paths, itemPath("nodes", i))
	}
	if c.Workload != nil {
		paths = append(paths, "workload")
	}
	if c.Finally != nil {
		paths = append(paths, "finally")
	}
	return paths
}

// mainOf is the main function of a package, as the config at path names it.
func (s *server) mainOf(path, pkg string) []protocol.Location {
	dir := filepath.Join(filepath.Dir(path), filepath.FromSlash(pkg))
	var files []string
	if c := s.scenario(path); c != nil {
		for _, file := range slices.Sorted(maps.Keys(c.files)) {
			if filepath.Dir(file) == dir || slashpath.Dir(c.files[file]) == pkg {
				files = append(files, file)
			}
		}
	}
	if len(files) == 0 && strings.HasPrefix(pkg, ".") {
		files, _ = filepath.Glob(filepath.Join(dir, "*.go")) // fails for a pattern only
	}
	for _, file := range files {
		u, t := s.open(file)
		if f := scan.Scan(file, t.Text()); f.Main >= 0 {
			return []protocol.Location{{URI: u, Range: s.span(t, f.Main, f.Main+len("main"))}}
		}
	}
	return nil
}

// nodeOfFault is the entry of the node that a schedule names at an offset, in the
// configs that the schedule may be of.
func (s *server) nodeOfFault(d *document, offset int) (all []protocol.Location) {
	doc := taken(d)
	at := doc.At(offset)
	if at.InKey || !strings.HasSuffix(at.Path, "].node") && !strings.Contains(at.Path, "].cut[") {
		return nil
	}
	of, _ := doc.PositionOf("config")
	name := content(d.text.Text(), of.Value)
	for _, c := range s.scenarios {
		if name == "" || filepath.Base(c.path) == name {
			u, t := s.open(c.path)
			all = append(all, s.entry(u, t, config.Read(c.path, []byte(t.Text())), content(d.text.Text(), at.Value))...)
		}
	}
	return all
}

// historyEntries are what the configs of a program say about the history that a
// recorded call at an offset names.
func (s *server) historyEntries(d *document, offset int) (all []protocol.Location) {
	site := siteAt(d.scanned(), offset)
	if site == nil || !records(site.Kind) || offset < site.NameFrom || offset > site.NameTo {
		return nil
	}
	for _, c := range s.of(d.path) {
		u, t := s.open(c.path)
		doc := config.Read(c.path, []byte(t.Text()))
		for i, h := range doc.Config().Histories {
			if at, ok := doc.PositionOf(itemPath("histories", i)); ok && h.Name == site.Name {
				all = append(all, protocol.Location{URI: u, Range: s.span(t, at.Value.Start, at.Value.End)})
			}
		}
	}
	return all
}
