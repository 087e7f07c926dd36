package lsp

import (
	"context"
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"github.com/seedfall/seedfall/lsp/internal/view"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// document is a file that is open in the editor.
type document struct {
	uri     uri.URI
	path    string // "" for one that is no file
	version int32
	text    *text.Document
	sum     sum

	scan  func(path, text string, facts *scan.Facts) *scan.File
	facts *scan.Facts // what types tell about it; nil if that is not known
	file  *scan.File  // nil until somebody asks for it
	drawn drawn       // mu of the server is held for it
}

func (d *document) isGo() bool { return strings.HasSuffix(d.path, ".go") }

// set gives a document a text, and what types tell about it.
func (d *document) set(t *text.Document, facts *scan.Facts) {
	d.text = t
	d.sum = sha256.Sum256([]byte(t.Text()))
	d.file = nil
	d.facts = facts
}

// scanned is what the text has of package sim; nil for a document that is no Go. Of
// several changes one after the other only the last text is scanned. mu of the server
// is held.
func (d *document) scanned() *scan.File {
	if d.file == nil && d.isGo() {
		d.file = d.scan(d.path, d.text.Text(), d.facts)
	}
	return d.file
}

// DidOpen implements protocol.Server.
func (s *server) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	u := uri.URI(strings.Clone(string(p.TextDocument.URI)))
	d := &document{uri: u, version: p.TextDocument.Version, scan: s.scan}
	s.mu.Lock()
	d.path = s.pathOf(u)
	facts := s.facts(d.path)
	s.mu.Unlock()
	d.set(text.New(strings.Clone(p.TextDocument.Text)), facts)
	s.mu.Lock()
	s.docs[u], s.reopened[u] = d, true
	s.active = d.path
	s.retype(d.path, isOpened)
	s.mu.Unlock()
	go s.background.run("opened", func() { s.opened(d.path) })
	return nil
}

// DidChange implements protocol.Server.
func (s *server) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return fmt.Errorf("%s is not open", p.TextDocument.URI)
	}
	t := d.text
	for _, c := range p.ContentChanges {
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangeWholeDocument:
			t = text.New(strings.Clone(c.Text))
		case *protocol.TextDocumentContentChangePartial:
			var err error
			if t, err = t.Edit(rangeOf(c.Range), s.encoding, strings.Clone(c.Text)); err != nil {
				return err
			}
		}
	}
	d.version = p.TextDocument.Version
	d.set(t, s.facts(d.path))
	s.changed(d.path)
	return nil
}

// DidClose implements protocol.Server.
func (s *server) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.docs, p.TextDocument.URI)
	s.later(keyShow, pace, s.refresh)
	return nil
}

// DidSave implements protocol.Server.
func (s *server) DidSave(_ context.Context, p *protocol.DidSaveTextDocumentParams) error {
	s.mu.Lock()
	path := s.pathOf(p.TextDocument.URI)
	s.active = path
	s.mu.Unlock()
	s.saved([]string{path})
	return nil
}

// DidChangeWatchedFiles implements protocol.Server. Files that an editor has open
// are told of by the editor.
func (s *server) DidChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	var files []string
	s.mu.Lock()
	for _, c := range p.Changes {
		if at := s.pathOf(c.URI); s.docs[c.URI] == nil && at != "" && !strings.Contains(at, string(filepath.Separator)+".seedfall"+string(filepath.Separator)) {
			files = append(files, at)
		}
	}
	s.mu.Unlock()
	if len(files) > 0 {
		s.saved(files)
	}
	return nil
}

// DidChangeWorkspaceFolders implements protocol.Server.
func (s *server) DidChangeWorkspaceFolders(_ context.Context, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.mu.Lock()
	for _, f := range p.Event.Removed {
		s.folders = slices.DeleteFunc(s.folders, func(have string) bool { return have == fileOf(f.URI) })
	}
	for _, f := range p.Event.Added {
		if at := fileOf(f.URI); at != "" && !slices.Contains(s.folders, at) {
			s.folders = append(s.folders, at)
		}
	}
	s.later("discover", 0, func() {
		s.pull() // a new folder may have settings of its own
		s.discover()
	})
	s.mu.Unlock()
	return nil
}

// pathOf is the file that a URI names, spelled as scenarios spell it: a client may
// know a Go file by another way through symbolic links. mu is held.
func (s *server) pathOf(u uri.URI) string {
	path := fileOf(u)
	if filepath.Ext(path) != ".go" {
		return path
	}
	return spelling(s.folders)(view.Real(path))
}

func rangeOf(r protocol.Range) text.Range {
	at := func(p protocol.Position) text.Position {
		return text.Position{Line: int(p.Line), Column: int(p.Character)}
	}
	return text.Range{Start: at(r.Start), End: at(r.End)}
}

// span is a part of a document, for the client.
func (s *server) span(d *text.Document, from, to int) protocol.Range {
	at := func(offset int) protocol.Position {
		p := d.Position(offset, s.encoding)
		return protocol.Position{Line: uint32(p.Line), Character: uint32(p.Column)}
	}
	return protocol.Range{Start: at(from), End: at(to)}
}
