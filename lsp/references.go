package lsp

import (
	"context"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
)

// References implements protocol.Server. It finds the sites that have the same
// name: of properties, or of histories.
func (s *server) References(_ context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []protocol.Location{}
	d, offset := s.at(&p.TextDocumentPositionParams)
	if d == nil || d.scanned() == nil {
		return found, nil
	}
	site := siteAt(d.scanned(), offset)
	if site == nil || !isNamed(site) {
		return found, nil
	}
	for _, f := range s.sources(d.path) {
		for i := range f.file.Sites {
			if other := &f.file.Sites[i]; sameName(site, other) {
				found = append(found, protocol.Location{URI: f.uri, Range: s.span(f.text, other.NameFrom, other.NameTo)})
			}
		}
	}
	return found, nil
}

// sameName says that two sites have the name of the same property or history.
func sameName(a, b *scan.Site) bool {
	return isNamed(b) && a.Name == b.Name && records(a.Kind) == records(b.Kind)
}

// DocumentHighlight implements protocol.Server.
func (s *server) DocumentHighlight(_ context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := []protocol.DocumentHighlight{}
	d, offset := s.at(&p.TextDocumentPositionParams)
	if d == nil || d.scanned() == nil {
		return found, nil
	}
	site := siteAt(d.scanned(), offset)
	if site == nil || !isNamed(site) {
		return found, nil
	}
	for i := range d.scanned().Sites {
		if other := &d.scanned().Sites[i]; sameName(site, other) {
			found = append(found, protocol.DocumentHighlight{Range: s.span(d.text, other.NameFrom, other.NameTo), Kind: protocol.DocumentHighlightKindText})
		}
	}
	return found, nil
}
