package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// Hover implements protocol.Server.
func (s *server) Hover(_ context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, offset := s.at(&p.TextDocumentPositionParams)
	if d == nil {
		return nil, nil
	}
	t := &page{markdown: s.abilities.hoverMarkdown}
	var from, to int
	switch {
	case d.scanned() != nil:
		from, to = s.hoverSite(t, d, offset)
	case isSchedule(d.path):
		from, to = hoverFault(t, d, offset)
	case s.isConfig(d):
		from, to = hoverConfig(t, d, offset)
	}
	if t.empty() {
		return nil, nil
	}
	return &protocol.Hover{Contents: t.markup(), Range: new(s.span(d.text, from, to))}, nil
}
