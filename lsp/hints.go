package lsp

import (
	"context"
	"fmt"

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
	if d == nil || d.scanned() == nil || !s.settingsAt(d.path).hints {
		return hints, nil
	}
	all := s.of(d.path)
	if len(all) == 0 || all[0].results.progress == nil || all[0].results.progress.Ran == 0 {
		return hints, nil
	}
	c := all[0]
	shown := rangeOf(p.Range)
	from, to := d.text.Offset(shown.Start, s.encoding), d.text.Offset(shown.End, s.encoding)
	for i := range d.scanned().Sites {
		site := &d.scanned().Sites[i]
		if !counted(site) || site.To < from || site.To > to || records(site.Kind) {
			continue
		}
		t, _ := c.results.tally(site.Kind, runtimeName(site), c.files[d.path], site.Line)
		label := hits(&t) + badge(c.results.snapshot, c.results.outdated)
		hints = append(hints, protocol.InlayHint{Position: s.span(d.text, site.To, site.To).Start, Label: protocol.String(label), PaddingLeft: new(true),
			Tooltip: protocol.String(fmt.Sprintf("%s in %s of %s", tallied(&t), plural(int(c.results.progress.Ran), "seed"), s.name(c)))})
	}
	return hints, nil
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
