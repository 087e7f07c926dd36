package lsp

import (
	"maps"
	"slices"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// handed gives the sites of a scenario that hand on a name which is known, in the
// order of their files, until it is told to stop. mu is held.
func (s *server) handed(c *scenario) func(func(*goFile, *scan.Site) bool) {
	return func(yield func(*goFile, *scan.Site) bool) {
		if c.view == nil || s.typed[c.view.ID()] == nil {
			return
		}
		for _, file := range slices.Sorted(maps.Keys(c.files)) {
			f := s.goFile(file)
			for i := 0; f != nil && i < len(f.file.Sites); i++ {
				if site := &f.file.Sites[i]; site.Through != "" && runtimeName(site) != "" && !yield(f, site) {
					return
				}
			}
		}
	}
}

// propertyName is what a property is known by.
type propertyName struct {
	kind property.Kind
	name string
}

// handing gives a function that tells which call hands a name on to one of a file; nil
// if a call in that file has the name itself, or if there is none. It knows what is so
// now. mu is held.
func (s *server) handing(c *scenario) func(kind property.Kind, name, file string) *named {
	files := map[string]*goFile{}
	var callers map[propertyName]*named
	return func(kind property.Kind, name, file string) *named {
		f, ok := files[file]
		if !ok {
			f = s.goFile(file)
			files[file] = f
		}
		if name == "" || f == nil || find(f, kind, name, 0) != nil {
			return nil
		}
		if callers == nil {
			callers = map[propertyName]*named{}
			for f, site := range s.handed(c) {
				if key := (propertyName{site.Kind, site.Name}); callers[key] == nil {
					callers[key] = &named{f, site}
				}
			}
		}
		return callers[propertyName{kind, name}]
	}
}

// unhanded shows which names that are handed on no seed has reached: the engine knows
// no names of such calls before it has seen them. mu is held.
func (s *server) unhanded(c *scenario, all map[uri.URI][]protocol.Diagnostic) {
	r := &c.results
	if r.outdated { // a call may be new
		return
	}
	done := map[propertyName]bool{}
	for f, site := range s.handed(c) {
		i := propertyName{site.Kind, site.Name}
		if done[i] || !site.Kind.Catalogued() {
			continue
		}
		done[i] = true
		t, _ := r.tally(site.Kind, site.Name, "", 0)
		m := property.Missing{Site: property.Site{Kind: site.Kind, Name: site.Name}, NeverTrue: t.False > 0}
		if t.True > 0 || t.False > 0 && site.Kind != property.Sometimes {
			continue
		}
		all[f.uri] = append(all[f.uri], s.neverReached(c, m, s.span(f.text, site.From, site.To)))
	}
}
