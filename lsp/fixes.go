package lsp

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/internal/scan"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// fixData is what a diagnostic of the server carries for its actions. Empty fields
// are left out.
type fixData struct {
	// Config, Fingerprint and Seed name a failure, as commands do.
	Config      string  `json:"config,omitempty"`
	Fingerprint string  `json:"fingerprint,omitempty"`
	Seed        Decimal `json:"seed,omitempty"`
	// Suggestion is what a wrong text may have meant, without quotes.
	Suggestion string `json:"suggestion,omitempty"`
	// End says that a recorded call is never ended.
	End bool `json:"end,omitempty"`
}

// fixes are edits that set right what is wrong in a range of a document, as it is
// now.
func (s *server) fixes(d *document, r protocol.Range) (all []action) {
	wrong := map[uri.URI][]protocol.Diagnostic{}
	switch {
	case d.scanned() != nil:
		f := &goFile{d.uri, d.path, d.text, d.scanned()}
		for i := range d.scanned().Sites {
			if site := &d.scanned().Sites[i]; site.Unused && overlap(s.span(d.text, site.From, site.To), r) {
				delete(wrong, d.uri)
				s.misusedSite(f, site, wrong)
				a := s.endCall(d, site)
				for j := range wrong[d.uri] {
					if wrong[d.uri][j].Data != nil {
						a.about = &wrong[d.uri][j]
					}
				}
				all = append(all, a)
			}
		}
	case !isSchedule(d.path) && s.isConfig(d):
		s.problems(taken(d), d.uri, d.text, wrong)
		for i := range wrong[d.uri] {
			about := &wrong[d.uri][i]
			var data fixData
			if overlap(about.Range, r) && json.Unmarshal(about.Data, &data) == nil && data.Suggestion != "" {
				all = append(all, s.suggest(d, about, data.Suggestion))
			}
		}
	}
	return all
}

// suggest writes what was probably meant.
func (s *server) suggest(d *document, about *protocol.Diagnostic, suggestion string) action {
	at := rangeOf(about.Range)
	from := d.text.Offset(at.Start, s.encoding)
	with := suggestion
	if strings.HasPrefix(d.text.Text()[from:], `"`) || !json.Valid([]byte(with)) {
		with = quote(suggestion)
	}
	return action{title: "Change to " + with, kind: protocol.CodeActionKindQuickFix, preferred: true, about: about,
		edits: []protocol.TextEdit{{Range: about.Range, NewText: with}}}
}

// quote is a text as JSON.
func quote(text string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(text); err != nil {
		panic(err) // a string
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// endCall keeps what a recorded call gives, and ends it.
func (s *server) endCall(d *document, site *scan.Site) action {
	t := d.text.Text()
	name, end := "op", "OK()"
	if site.Kind == property.Txn {
		name, end = "tx", "Commit()"
	}
	name = unused(function(t, site.From, site.To), name)
	line := t[strings.LastIndexByte(t[:site.From], '\n')+1 : site.From]
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	newline := "\n"
	if i := strings.IndexByte(t[site.To:], '\n'); i > 0 && t[site.To+i-1] == '\r' {
		newline = "\r\n"
	}
	call := name + "." + end
	return action{title: fmt.Sprintf("End the recorded call by %s", call), kind: protocol.CodeActionKindQuickFix, preferred: true,
		edits: []protocol.TextEdit{s.edit(d.text, site.From, site.From, name+" := "), s.edit(d.text, site.To, site.To, newline+indent+call)}}
}

// function is the text of the function around a call, in a file as gofmt lays it
// out.
func function(text string, from, to int) string {
	if i := strings.LastIndex(text[:from], "\nfunc"); i >= 0 {
		from = i
	}
	if i := strings.Index(text[to:], "\n}"); i >= 0 {
		to += i
	}
	return text[from:to]
}

// unused is a name, or that with a number, which a text does not have.
func unused(text, name string) string {
	for n := 1; ; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprint(name, n)
		}
		if !regexp.MustCompile(`\b` + try + `\b`).MatchString(text) {
			return try
		}
	}
}
