package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// DocumentSymbol implements protocol.Server.
func (s *server) DocumentSymbol(_ context.Context, p *protocol.DocumentSymbolParams) (protocol.DocumentSymbolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all protocol.DocumentSymbolSlice
	switch d := s.docs[p.TextDocument.URI]; {
	case d == nil:
	case d.scanned() != nil:
		all = s.siteSymbols(d)
	case !isSchedule(d.path) && s.isConfig(d):
		all = s.configSymbols(d)
	}
	if s.abilities.symbolTrees && all != nil {
		return all, nil
	}
	return flat(p.TextDocument.URI, "", all, protocol.SymbolInformationSlice{}), nil
}

// siteSymbols are the sites of a file, under the functions that they stand in.
func (s *server) siteSymbols(d *document) (all protocol.DocumentSymbolSlice) {
	for i := range d.scanned().Sites {
		site := &d.scanned().Sites[i]
		if site.Kind == 0 {
			continue
		}
		from, to := site.From, site.To
		if site.NameTo > 0 {
			from, to = site.NameFrom, site.NameTo
		}
		detail := site.Kind.String()
		if site.Through != "" {
			detail += " through " + site.Through
		}
		if site.Func != "" {
			detail += " in " + site.Func
		}
		all = append(all, protocol.DocumentSymbol{Name: title(site), Detail: &detail, Kind: protocol.SymbolKindEvent,
			Range: s.span(d.text, min(site.From, from), max(site.To, to)), SelectionRange: s.span(d.text, from, to)})
	}
	return all
}

// title is what a site is called: by its name, or else by what is called there.
func title(site *scan.Site) string {
	if strings.TrimSpace(site.Name) != "" && !records(site.Kind) {
		return site.Name
	}
	call := site.Call
	if site.Through != "" {
		call = site.Through
	}
	if site.Name != "" {
		return call + " of " + site.Name
	}
	return call
}

// configSymbols are the nodes, the programs beside them, the histories and the
// faults of a config.
func (s *server) configSymbols(d *document) (all protocol.DocumentSymbolSlice) {
	doc := taken(d)
	c := doc.Config()
	symbol := func(path, name, detail string, kind protocol.SymbolKind) (made protocol.DocumentSymbol, ok bool) {
		at, ok := doc.PositionOf(path)
		if !ok {
			return made, false
		}
		from := at.Value.Start
		if at.Key.End > at.Key.Start {
			from = at.Key.Start
		}
		made = protocol.DocumentSymbol{Name: name, Kind: kind, Range: s.span(d.text, from, max(from, at.Value.End)), SelectionRange: s.span(d.text, from, max(from, at.Value.End))}
		if detail != "" {
			made.Detail = &detail
		}
		if at.Key.End > at.Key.Start {
			made.SelectionRange = s.span(d.text, at.Key.Start, at.Key.End)
		}
		return made, true
	}
	group := func(key string, kind protocol.SymbolKind, n int, child func(int) (path, name, detail string)) {
		parent, ok := symbol(key, key, "", protocol.SymbolKindNamespace)
		for i := 0; ok && i < n; i++ {
			path, name, detail := child(i)
			if one, ok := symbol(path, name, detail, kind); ok {
				parent.Children = append(parent.Children, one)
			}
		}
		if ok {
			all = append(all, parent)
		}
	}
	group("nodes", protocol.SymbolKindModule, len(c.Nodes), func(i int) (string, string, string) {
		return itemPath("nodes", i), or(c.Nodes[i].Name, itemPath("nodes", i)), c.Nodes[i].Package
	})
	for _, g := range c.Guests() {
		if g.Role == config.RoleNode {
			continue
		}
		if one, ok := symbol(g.Role.String(), or(g.Name, g.Role.String()), g.Package, protocol.SymbolKindModule); ok {
			all = append(all, one)
		}
	}
	group("histories", protocol.SymbolKindArray, len(c.Histories), func(i int) (string, string, string) {
		return itemPath("histories", i), or(c.Histories[i].Name, "(without a name)"), or(string(c.Histories[i].Model), c.Histories[i].Package)
	})
	faults := config.Keys("faults")
	group("faults", protocol.SymbolKindEvent, len(faults), func(i int) (string, string, string) {
		return "faults." + faults[i].Name, faults[i].Name, ""
	})
	return all
}

// or is a, or if that is empty, b.
func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// flat is a tree of symbols for clients that show none.
func flat(u uri.URI, container string, tree protocol.DocumentSymbolSlice, into protocol.SymbolInformationSlice) protocol.SymbolInformationSlice {
	for i := range tree {
		one := protocol.SymbolInformation{BaseSymbolInformation: protocol.BaseSymbolInformation{Name: tree[i].Name, Kind: tree[i].Kind},
			Location: protocol.Location{URI: u, Range: tree[i].Range}}
		if container != "" {
			one.ContainerName = &container
		}
		into = flat(u, tree[i].Name, tree[i].Children, append(into, one))
	}
	return into
}

// maxSymbols bounds what is found in a workspace.
const maxSymbols = 500

// Symbols implements protocol.Server. It finds properties by their names: those
// whose letters include those of the query, in order.
func (s *server) Symbols(_ context.Context, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := protocol.SymbolInformationSlice{}
	for _, f := range s.allSources() {
		for i := range f.file.Sites {
			site := &f.file.Sites[i]
			if !isNamed(site) || records(site.Kind) || !matches(site.Name, p.Query) || len(found) == maxSymbols {
				continue
			}
			container := fmt.Sprintf("%v, %s", site.Kind, s.rel(f.path))
			found = append(found, protocol.SymbolInformation{BaseSymbolInformation: protocol.BaseSymbolInformation{Name: site.Name, Kind: protocol.SymbolKindEvent, ContainerName: &container},
				Location: protocol.Location{URI: f.uri, Range: s.span(f.text, site.NameFrom, site.NameTo)}})
		}
	}
	return found, nil
}

// matches says whether a name has the letters of a query in their order, in
// either case.
func matches(name, query string) bool {
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(query) {
		_, rest, ok := strings.Cut(name, string(r))
		if !ok {
			return false
		}
		name = rest
	}
	return true
}
