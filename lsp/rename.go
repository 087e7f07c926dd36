package lsp

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// PrepareRename implements protocol.Server. The names of properties and of histories
// can be renamed.
func (s *server) PrepareRename(_ context.Context, p *protocol.PrepareRenameParams) (protocol.PrepareRenameResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, site, err := s.renamed(&p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	return &protocol.PrepareRenamePlaceholder{Range: s.span(d.text, site.NameFrom+1, site.NameTo-1), Placeholder: site.Name}, nil
}

// Rename implements protocol.Server. It changes the literals of all sites that have
// the name and, for a history, the entries of the configs.
func (s *server) Rename(_ context.Context, p *protocol.RenameParams) (*protocol.WorkspaceEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, site, err := s.renamed(&p.TextDocumentPositionParams)
	if err != nil {
		return nil, err
	}
	if p.NewName == "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "a name cannot be empty")
	}
	edit := &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{}}
	for _, f := range s.sources(d.path) {
		for i := range f.file.Sites {
			other := &f.file.Sites[i]
			switch {
			case isNamed(other) && other.Name == p.NewName && records(other.Kind) == records(site.Kind) && p.NewName != site.Name:
				return nil, jsonrpc2.Errorf(requestFailed, "%q is the name of another %s already, at %s:%d", p.NewName, nameOf(site), s.rel(f.path), other.Line)
			case !sameName(site, other):
			case !literal(f.text, other):
				return nil, jsonrpc2.Errorf(requestFailed, "the name at %s:%d is no literal, so that it is renamed where the constant is declared", s.rel(f.path), other.Line)
			case !s.inFolders(f.path):
				return nil, jsonrpc2.Errorf(requestFailed, "%s has the name too and lies outside of the open folders", f.path)
			default:
				edit.Changes[f.uri] = append(edit.Changes[f.uri], s.edit(f.text, other.NameFrom, other.NameTo, quotedAs(f.text.Text()[other.NameFrom], p.NewName)))
			}
		}
	}
	if records(site.Kind) {
		s.renameHistories(d.path, site.Name, p.NewName, edit)
	}
	return edit, nil
}

// renamed is the site whose name is at a position, or why there is nothing to rename.
// mu is held.
func (s *server) renamed(p *protocol.TextDocumentPositionParams) (*document, *scan.Site, error) {
	d, offset := s.at(p)
	if d == nil || d.scanned() == nil {
		return nil, nil, jsonrpc2.Errorf(requestFailed, "there is no property here: the name of one is renamed in a Go file that is open")
	}
	site := siteAt(d.scanned(), offset)
	switch {
	case site == nil || site.NameTo == 0 || offset < site.NameFrom || offset > site.NameTo:
		return nil, nil, jsonrpc2.Errorf(requestFailed, "there is no name of a property here")
	case !literal(d.text, site):
		return nil, nil, jsonrpc2.Errorf(requestFailed, "the name is no literal, so that it is renamed where the constant is declared")
	case !isNamed(site):
		return nil, nil, jsonrpc2.Errorf(requestFailed, "the text of %s names no property, so that nothing else has it", site.Call)
	}
	return d, site, nil
}

// literal says that a site's name stands there as one string.
func literal(t *text.Document, site *scan.Site) bool {
	written := t.Text()[site.NameFrom:site.NameTo]
	name, err := strconv.Unquote(written)
	return err == nil && name == site.Name && written[0] != '\''
}

// quotedAs is a string in the kind of quotes that another one had, if it can be.
func quotedAs(quote byte, name string) string {
	if quote == '`' && strconv.CanBackquote(name) {
		return "`" + name + "`"
	}
	return strconv.Quote(name)
}

// nameOf says what the name of a site is one of.
func nameOf(site *scan.Site) string {
	if records(site.Kind) {
		return "history"
	}
	return "property"
}

// renameHistories adds the entries of a history in the configs of a file's
// scenarios. mu is held.
func (s *server) renameHistories(path, old, name string, edit *protocol.WorkspaceEdit) {
	for _, c := range s.of(path) {
		u, t := s.open(c.path)
		doc := config.Read(c.path, []byte(t.Text()))
		for i, h := range doc.Config().Histories {
			if at, ok := doc.PositionOf(itemPath("histories", i) + ".name"); ok && h.Name == old {
				b, err := json.Marshal(name)
				if err != nil {
					panic(err) // a string
				}
				edit.Changes[u] = append(edit.Changes[u], s.edit(t, at.Value.Start, at.Value.End, string(b)))
			}
		}
	}
}
