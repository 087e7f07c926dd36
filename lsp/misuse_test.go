package lsp

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// listed writes diagnostics one a line, as archives have them.
func (c *client) listed(name string, all []diagnostic) string {
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "// %d %d %s: %s", d.Range.Start.Line+1, d.Severity, c.cut(name, d.Range), d.Message)
		for _, r := range d.RelatedInformation {
			at := c.name(r.Location.URI)
			fmt.Fprintf(&b, " -> %s:%d %s", at, r.Location.Range.Start.Line+1, c.cut(at, r.Location.Range))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestMisuse(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/misuse.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, ends := range []string{"\n", "\r\n"} {
		c := openArchive(t, "kv.txt", everything)
		for _, f := range archive.Files {
			source, want, _ := strings.Cut(string(f.Data), "// diagnostics\n")
			c.open(f.Name, strings.ReplaceAll(source, "\n", ends))
			if got := c.listed(f.Name, c.shown(f.Name)); got != want {
				t.Errorf("%s: got\n%swant\n%s", f.Name, got, want)
			}
			c.close(f.Name)
		}
	}
}
