package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// InlayHint implements protocol.Server. A hint says how often a site was reached,
// once seeds of its scenario have been run.
func (s *server) InlayHint(_ context.Context, p *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hints := []protocol.InlayHint{}
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return hints, nil
	}
	if d.drawn.hints == nil {
		d.drawn.hints = new(s.hintTexts(d))
	}
	shown := rangeOf(p.Range)
	from, to := d.text.Offset(shown.Start, s.encoding), d.text.Offset(shown.End, s.encoding)
	for _, h := range s.hints(d) {
		if h.at < from || h.at > to {
			continue
		}
		hints = append(hints, protocol.InlayHint{Position: s.span(d.text, h.at, h.at).Start, Label: protocol.String(h.label), PaddingLeft: new(true),
			Tooltip: protocol.String(h.tip)})
	}
	return hints, nil
}

// hint is a text behind a site.
type hint struct {
	at         int // the offset of the site's end
	label, tip string
}

// hints are those of a document. mu is held.
func (s *server) hints(d *document) (all []hint) {
	if d.scanned() == nil || !s.settingsAt(d.path).hints {
		return nil
	}
	in := s.of(d.path)
	if len(in) == 0 || in[0].results.progress == nil || in[0].results.progress.Ran == 0 {
		return nil
	}
	c := in[0]
	for i := range d.scanned().Sites {
		site := &d.scanned().Sites[i]
		if !counted(site) || records(site.Kind) {
			continue
		}
		t, _ := c.results.tally(site.Kind, runtimeName(site), c.files[d.path], site.Line)
		label := hits(&t) + badge(c.results.snapshot, c.results.outdated)
		all = append(all, hint{site.To, label, fmt.Sprintf("%s in %s of %s", tallied(&t), plural(int(c.results.progress.Ran), "seed"), s.name(c))})
	}
	return all
}

// hintTexts is what all hints of a document say. mu is held.
func (s *server) hintTexts(d *document) string {
	var text strings.Builder
	for _, h := range s.hints(d) {
		text.WriteString(h.label + "\x00" + h.tip + "\x00")
	}
	return text.String()
}

// hits is how often a site was reached, in a word or two.
func hits(t *work.SiteTally) string {
	switch n := t.True + t.False; {
	case n == 0:
		return "never reached"
	case t.Kind == property.Sometimes && t.True == 0:
		return fmt.Sprintf("%s×, never true", grouped(n))
	case t.Kind == property.Sometimes:
		return fmt.Sprintf("true %s of %s×", grouped(t.True), grouped(n))
	case t.False > 0 && t.Kind != property.Unreachable && t.Kind != property.Fail:
		return fmt.Sprintf("%s×, false %s×", grouped(n), grouped(t.False))
	default:
		return grouped(n) + "×"
	}
}
