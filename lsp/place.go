package lsp

import (
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// place is where something is shown: at a site, wherever an edit has moved it, or at
// one that hands its name on to it, or else at the begin of the config.
func (s *server) place(c *scenario, at *trace.Site, kind property.Kind, name string) (uri.URI, protocol.Range) {
	if at == nil || c.sources[at.File] == "" {
		u, _ := s.open(c.path)
		return u, protocol.Range{}
	}
	file := c.sources[at.File]
	u, d := s.open(file)
	if f := s.goFile(file); f != nil && kind != 0 {
		if site := find(f, kind, name, at.Line); site != nil {
			return u, s.span(d, site.From, site.To)
		}
		if caller := s.handing(c)(kind, name, file); caller != nil {
			return caller.file.uri, s.span(caller.file.text, caller.site.From, caller.site.To)
		}
	}
	line := d.Line(at.Line - 1)
	from := d.Offset(text.Position{Line: at.Line - 1}, text.UTF8)
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	return u, s.span(d, from+indent, from+len(line))
}

// find is the first site of a file with a kind and a name, or without a name, at a
// line; nil if there is none.
func find(f *goFile, kind property.Kind, name string, line int) *scan.Site {
	for i := range f.file.Sites {
		site := &f.file.Sites[i]
		same := site.Kind == kind || site.Kind == property.AlwaysOrUnreachable && kind == property.Always
		if same && (name != "" && site.Name == name || name == "" && site.Line == line) {
			return site
		}
	}
	return nil
}

// kindOf is the kind of check that a class of failure comes from; 0 for others.
func kindOf(class string) property.Kind {
	for k := property.Assert; k <= property.Fail; k++ {
		if k.String() == class {
			return k
		}
	}
	if class == "assertion" {
		return property.Assert
	}
	return 0
}
