package lsp

import (
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// sum identifies the content of a file.
type sum = [sha256.Size]byte

// disk remembers which files parse, so that each content is read by the parser
// once.
type disk struct {
	mu     sync.Mutex
	parsed map[string]parsed // by path
}

type parsed struct {
	sum    sum
	broken string // the first error of syntax, in a line; "" for none
}

// look reads the files of a scenario's programs and its config as they are on disk,
// and notes what they are. No lock is held.
func (s *server) look(c *scenario) {
	s.mu.Lock()
	paths := []string{c.path}
	for f, name := range c.files {
		if !strings.Contains(name, "@") { // else it is of a module that never changes
			paths = append(paths, f)
		}
	}
	s.mu.Unlock()
	paths = append(paths, modFiles(filepath.Dir(c.path))...)
	slices.Sort(paths)
	sums, broken, brokenFile := map[string]sum{}, "", ""
	for _, p := range paths {
		b, err := os.ReadFile(p)
		if err != nil {
			b = nil // it has been deleted, which is a change too
		}
		sums[p] = sha256.Sum256(b)
		if filepath.Ext(p) == ".go" && err == nil && broken == "" {
			broken, brokenFile = c.disk.parse(p, b, sums[p]), p
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c.sums, c.snapshot, c.broken, c.brokenFile = sums, snapshotOf(sums), broken, brokenFile
	s.age(c)
}

// modFiles are the files of the module, and of the workspace, that a folder lies in.
func modFiles(dir string) (files []string) {
	for _, name := range []string{"go.mod", "go.work"} {
		for at := dir; ; at = filepath.Dir(at) {
			if _, err := os.Stat(filepath.Join(at, name)); err == nil {
				files = append(files, filepath.Join(at, name))
				break
			}
			if filepath.Dir(at) == at {
				break
			}
		}
	}
	return files
}

// parse gives the first error of syntax in a file.
func (d *disk) parse(path string, content []byte, s sum) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if p, ok := d.parsed[path]; ok && p.sum == s {
		return p.broken
	}
	p := parsed{sum: s}
	if _, err := parser.ParseFile(token.NewFileSet(), path, content, parser.SkipObjectResolution); err != nil {
		p.broken = err.Error()
		if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
			p.broken = list[0].Error()
		}
	}
	if d.parsed == nil {
		d.parsed = map[string]parsed{}
	}
	d.parsed[path] = p
	return p.broken
}

// paused says why nothing is run on its own: where a file does not parse, in the
// editor or on disk; "" if all do. mu is held.
func (s *server) paused(c *scenario) string {
	for _, d := range s.docs {
		if _, ours := c.files[d.path]; ours && d.scanned() != nil && len(d.scanned().Errors) > 0 {
			return fmt.Sprintf("%s: %s", d.path, d.scanned().Errors[0].Message)
		}
	}
	if slices.ContainsFunc(s.buffers(c), func(d *document) bool { return d.path == c.brokenFile }) {
		return "" // its text in the editor, which has no such mistake, takes its place
	}
	return c.broken
}

// age notes which results are of other files than there are now. mu is held.
func (s *server) age(c *scenario) {
	r, now, unseen := &c.results, s.now(c), s.unseen(c)
	if c.saved != nil && r.job == nil && c.saved.snapshot == now && !unseen { // what was typed is undone
		c.restore()
	}
	r.outdated = r.snapshot != now || unseen
	for _, f := range r.failures {
		f.outdated = f.snapshot != now || unseen
	}
}
