package lsp

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
)

// records says that a kind of site has the name of a history, not of a property.
func records(k property.Kind) bool { return k == property.Invoke || k == property.Txn }

// isNamed says that a site has a name of its own, by which others may be found. A
// failed assertion's name is a message.
func isNamed(site *scan.Site) bool {
	return site.Kind != 0 && site.Kind != property.Assert && site.Kind != property.Fail && site.Constant && site.Name != ""
}

// completeName gives the names that other sites have, where that of a site is
// being written: first those of its own kind.
func (s *server) completeName(d *document, offset int) []choice {
	at := slices.IndexFunc(d.scanned().Sites, func(site scan.Site) bool { return site.NameFrom < offset && offset <= site.NameTo })
	if at < 0 {
		return nil
	}
	site := &d.scanned().Sites[at]
	text := d.text.Text()
	from, to := site.NameFrom, site.NameTo
	quote := text[from]
	if quote != '"' && quote != '`' {
		return nil
	}
	switch closed := to-from > 1 && text[to-1] == quote; {
	case !closed:
		to = offset
	case offset == to:
		return nil // behind it
	}
	found := map[string]*choice{}
	for _, f := range s.sources(d.path) {
		for i := range f.file.Sites {
			other := &f.file.Sites[i]
			if f.path == d.path && other.From == site.From || !isNamed(other) || records(other.Kind) != records(site.Kind) {
				continue
			}
			if have := found[other.Name]; have == nil || other.Kind == site.Kind && !strings.HasPrefix(have.detail, site.Kind.String()+" ") {
				found[other.Name] = &choice{from: from, to: to, label: other.Name, kind: protocol.CompletionItemKindConstant,
					detail: fmt.Sprintf("%v in %s", other.Kind, s.rel(f.path)), text: strconv.Quote(other.Name)}
			}
		}
	}
	if records(site.Kind) {
		s.histories(d.path, from, to, found)
	}
	all := make([]choice, 0, len(found))
	for _, c := range found {
		all = append(all, *c)
	}
	last := func(c choice) int {
		if strings.HasPrefix(c.detail, site.Kind.String()+" ") {
			return 0
		}
		return 1
	}
	slices.SortFunc(all, func(a, b choice) int { return cmp.Or(last(a)-last(b), cmp.Compare(a.label, b.label)) })
	return all
}

// histories adds those that the configs of a file know.
func (s *server) histories(path string, from, to int, found map[string]*choice) {
	for _, c := range s.of(path) {
		for _, h := range c.conf.Histories {
			if h.Name != "" && found[h.Name] == nil {
				found[h.Name] = &choice{from: from, to: to, label: h.Name, kind: protocol.CompletionItemKindConstant,
					detail: "history of " + s.name(c), text: strconv.Quote(h.Name)}
			}
		}
	}
}
