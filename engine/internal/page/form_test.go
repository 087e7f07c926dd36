package page_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// wellFormed says what is wrong with the form of a page: tags that do not match,
// names given twice, references to names that there are not.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	// What is script or style is text, which XML does not know.
	for _, tag := range []string{"style", "script"} {
		before, rest, _ := strings.Cut(page, "<"+tag+">")
		_, after, ok := strings.Cut(rest, "</"+tag+">")
		if !ok {
			t.Fatalf("no %s", tag)
		}
		page = before + after
	}
	d := xml.NewDecoder(strings.NewReader(page))
	ids, wanted := map[string]bool{}, []string{}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := d.InputPos()
			t.Fatalf("line %d: %v", line, err)
		}
		e, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch {
			case a.Name.Local == "id":
				if ids[a.Value] {
					t.Errorf("the name %q is given twice", a.Value)
				}
				ids[a.Value] = true
			case a.Name.Local == "data-row":
				wanted = append(wanted, a.Value)
			case strings.HasPrefix(a.Value, "url(#"):
				wanted = append(wanted, strings.TrimSuffix(strings.TrimPrefix(a.Value, "url(#"), ")"))
			}
		}
	}
	for _, id := range wanted {
		if !ids[id] {
			t.Errorf("nothing has the name %q", id)
		}
	}
}
