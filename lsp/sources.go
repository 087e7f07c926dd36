package lsp

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// goFile is a Go file with sites, as the editor has it or as it is on disk.
type goFile struct {
	uri  uri.URI
	path string
	text *text.Document
	file *scan.File
}

// onDisk is a file that was read, as long as it does not change.
type onDisk struct {
	size int64
	at   time.Time // of its last change
	file *goFile   // nil for one without sites
}

// goFile gives a Go file that imports package sim or has sites; nil for any other. mu
// is held.
func (s *server) goFile(path string) *goFile {
	for u, d := range s.docs {
		if d.path == path && d.scanned() != nil {
			if !d.scanned().ImportsSim && len(d.scanned().Sites) == 0 {
				return nil
			}
			return &goFile{u, path, d.text, d.scanned()}
		}
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		delete(s.disk, path)
		return nil
	}
	have, ok := s.disk[path]
	if !ok || have.size != info.Size() || !have.at.Equal(info.ModTime()) {
		have = onDisk{info.Size(), info.ModTime(), read(path, s.facts(path))}
		s.disk[path] = have
	}
	return have.file
}

// read reads a Go file; nil if it has no sites, which for most shows before it is
// parsed.
func read(path string, facts *scan.Facts) *goFile {
	b, err := os.ReadFile(path)
	if err != nil || !scan.Mentions(b) && !facts.Touch(b) {
		return nil
	}
	t := text.New(string(b))
	f := scan.ScanWith(path, t.Text(), facts)
	if !f.ImportsSim && len(f.Sites) == 0 {
		return nil
	}
	return &goFile{uri.File(path), path, t, f}
}

// sources are the files with sites that belong together with one: those of its
// scenarios, of its folder as far as they are open, and itself; by path. mu is
// held.
func (s *server) sources(path string) []*goFile {
	paths := map[string]bool{path: true}
	for _, c := range s.of(path) {
		for file := range c.files {
			paths[file] = true
		}
	}
	for _, d := range s.docs {
		if d.scanned() != nil && filepath.Dir(d.path) == filepath.Dir(path) {
			paths[d.path] = true
		}
	}
	return s.read(paths)
}

// allSources are the files with sites of all scenarios, and those that are open;
// by path. mu is held.
func (s *server) allSources() []*goFile {
	paths := map[string]bool{}
	for _, c := range s.scenarios {
		for file := range c.files {
			paths[file] = true
		}
	}
	for _, d := range s.docs {
		if d.scanned() != nil {
			paths[d.path] = true
		}
	}
	return s.read(paths)
}

func (s *server) read(paths map[string]bool) (all []*goFile) {
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		if f := s.goFile(path); f != nil {
			all = append(all, f)
		}
	}
	return all
}

// inFolders says whether a file lies in a folder that is open.
func (s *server) inFolders(path string) bool {
	return slices.ContainsFunc(s.folders, func(f string) bool {
		return strings.HasPrefix(path, strings.TrimSuffix(f, string(filepath.Separator))+string(filepath.Separator))
	})
}

// at gives a document of the editor and the offset of a position in it; d is nil
// if it is not open. mu is held.
func (s *server) at(p *protocol.TextDocumentPositionParams) (d *document, offset int) {
	if d = s.docs[p.TextDocument.URI]; d == nil {
		return nil, 0
	}
	return d, d.text.Offset(text.Position{Line: int(p.Position.Line), Column: int(p.Position.Character)}, s.encoding)
}

// siteAt is the innermost site at an offset; nil if there is none.
func siteAt(f *scan.File, offset int) (found *scan.Site) {
	for i := range f.Sites {
		if site := &f.Sites[i]; site.From <= offset && offset <= site.To {
			found = site // they stand in the order of their begins
		}
	}
	return found
}
