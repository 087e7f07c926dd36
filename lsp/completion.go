package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
)

// Completion implements protocol.Server.
func (s *server) Completion(_ context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	d, offset := s.at(&p.TextDocumentPositionParams)
	if d == nil {
		return list, nil
	}
	var all []choice
	switch {
	case d.scanned() != nil:
		all = s.completeName(d, offset)
	case isSchedule(d.path):
		all = completeFault(d, offset)
	case s.isConfig(d):
		all = s.completeConfig(d, offset)
	}
	for i := range all {
		list.Items = append(list.Items, s.item(d, offset, &all[i], i))
	}
	return list, nil
}

// choice is something that may be written in place of what stands from From to To.
type choice struct {
	from, to int
	label    string
	kind     protocol.CompletionItemKind
	detail   string
	doc      string // sentences, with code between backquotes
	// text is what is written. snippet is the same with holes to fill, for editors
	// that have them; "" for none.
	text, snippet string
}

// item is a choice for the client. Choices are shown in their order.
func (s *server) item(d *document, offset int, c *choice, order int) protocol.CompletionItem {
	filter := c.label
	if before := d.text.Text()[c.from:offset]; before != "" && strings.Contains("\"`", before[:1]) {
		filter = before[:1] + filter // an editor compares it with what stands there
	}
	edit := &protocol.TextEdit{Range: s.span(d.text, c.from, c.to), NewText: c.text}
	i := protocol.CompletionItem{Label: c.label, Kind: c.kind, FilterText: protocol.NewOptional(filter), SortText: protocol.NewOptional(fmt.Sprintf("%04d", order)),
		InsertTextFormat: protocol.InsertTextFormatPlainText, TextEdit: edit}
	if c.snippet != "" && s.abilities.snippets {
		edit.NewText, i.InsertTextFormat = c.snippet, protocol.InsertTextFormatSnippet
	}
	if c.detail != "" {
		i.Detail = protocol.NewOptional(c.detail)
	}
	if c.doc != "" {
		t := &page{markdown: s.abilities.itemMarkdown}
		t.paragraph(t.prose(c.doc))
		i.Documentation = t.markup()
	}
	return i
}
