package lsp

import (
	"regexp"
	"strings"

	"go.lsp.dev/protocol"
)

// page is a text for a person, in Markdown or without.
type page struct {
	markdown bool
	b        strings.Builder
}

func (p *page) empty() bool { return p.b.Len() == 0 }

// paragraph begins a new one, and writes pieces into it.
func (p *page) paragraph(pieces ...string) {
	if !p.empty() {
		p.b.WriteString("\n\n")
	}
	p.b.WriteString(strings.Join(pieces, ""))
}

// item writes a line of a list.
func (p *page) item(pieces ...string) {
	p.b.WriteString("\n- " + strings.Join(pieces, ""))
}

// list begins a list behind a paragraph.
func (p *page) list() { p.b.WriteString("\n") }

// special are the characters that Markdown, or the HTML in it, may take for more
// than themselves.
var special = regexp.MustCompile("[\\\\`*_{}\\[\\]()#+!|<>&~$-]")

// plain is a text that means itself.
func (p *page) plain(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if !p.markdown {
		return s
	}
	return special.ReplaceAllString(s, `\$0`)
}

func (p *page) bold(s string) string {
	if !p.markdown {
		return s
	}
	return "**" + p.plain(s) + "**"
}

// code is a text as it stands in a program.
func (p *page) code(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if !p.markdown {
		return s
	}
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if len(fence) > 1 || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}

// prose is a text with code between backquotes.
func (p *page) prose(s string) string {
	if p.markdown {
		return s
	}
	return strings.ReplaceAll(s, "`", "")
}

// markup is the page for the client.
func (p *page) markup() *protocol.MarkupContent {
	kind := protocol.MarkupKindPlainText
	if p.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.MarkupContent{Kind: kind, Value: p.b.String()}
}
