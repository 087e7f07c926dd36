package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/work"
)

// hinted are the hints of lines of a file, each behind the text of its line.
func (c *client) hinted(name string, first, last int) (all []string) {
	c.t.Helper()
	var hints []struct {
		Position    struct{ Line, Character int }
		Label       string
		Tooltip     string
		PaddingLeft bool
	}
	c.call("textDocument/inlayHint", fmt.Sprintf(`{"textDocument": {"uri": %q}, "range": {"start": {"line": %d, "character": 0}, "end": {"line": %d, "character": 0}}}`,
		c.uri(name), first, last), &hints)
	for _, h := range hints {
		var s span
		s.End, s.Start.Line = h.Position, h.Position.Line
		all = append(all, strings.TrimSpace(c.cut(name, s))+" ["+h.Label+"] "+h.Tooltip)
	}
	return all
}

func TestHintsSayHowOftenASiteWasReached(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	if got := c.hinted("client/main.go", 0, 99); len(got) > 0 {
		t.Errorf("before a run: %s", got)
	}
	c.run()
	c.wait("the client is asked to draw them anew", func() bool { return c.count("workspace/inlayHint/refresh") > 0 })
	all := []string{
		`sim.Always(got == want, "writes are kept", "got", got) [12,403×, false 2×] true 12,401 times, false 2 times (first in seed 2) in 3 seeds of seedfall.json`,
		`sim.Sometimes(got == 0, "a key is empty") [true 1 of 12×] true once, false 11 times in 3 seeds of seedfall.json`,
		`sim.Reachable("nobody comes here") [never reached] never reached in 3 seeds of seedfall.json`,
	}
	if got := c.hinted("client/main.go", 0, 99); !slices.Equal(got, all) {
		t.Errorf("got %q", got)
	}
	if got := c.hinted("client/main.go", 10, 11); !slices.Equal(got, all[1:2]) {
		t.Errorf("of one line: %q", got)
	}
	c.open("client/main.go", strings.Replace(c.content("client/main.go"), "sim.Reachable", "/* 😀 */ sim.Get(1); sim.Reachable", 1))
	if got := c.hinted("client/main.go", 11, 12); len(got) != 1 || !strings.HasPrefix(got[0], `/* 😀 */ sim.Get(1); sim.Reachable("nobody comes here") [never reached (outdated)]`) {
		t.Errorf("after an edit: %q", got)
	}
}

func TestHitsOfEachKind(t *testing.T) {
	for _, c := range []struct {
		kind      property.Kind
		yes, no   uint64
		hits, all string
	}{
		{property.Always, 1234567, 0, "1,234,567×", "true 1,234,567 times, never false"},
		{property.Always, 0, 2, "2×, false 2×", "never true, false 2 times"},
		{property.Sometimes, 0, 5, "5×, never true", "never true, false 5 times"},
		{property.Sometimes, 3, 0, "true 3 of 3×", "true 3 times, never false"},
		{property.Reachable, 1, 0, "1×", "reached once"},
		{property.Unreachable, 0, 2, "2×", "reached 2 times"},
		{property.Assert, 0, 0, "never reached", "never reached"},
	} {
		s := work.SiteTally{Kind: c.kind, True: c.yes, False: c.no}
		if hits(&s) != c.hits || tallied(&s) != c.all {
			t.Errorf("%v %d %d: %q, %q", c.kind, c.yes, c.no, hits(&s), tallied(&s))
		}
	}
}

func TestSitesWithoutAConstantNameAreCountedByTheirLine(t *testing.T) {
	r := results{progress: &work.Progress{Tally: []work.SiteTally{
		{Kind: property.Always, Name: "key 1", File: "f", Line: 3, True: 1}, {Kind: property.Always, Name: "key 2", File: "f", Line: 3, True: 2},
		{Kind: property.Always, Name: "key 2", File: "f", Line: 4, False: 4, Failed: 9}, {Kind: property.Assert, File: "f", Line: 3, True: 8}}}}
	if s, ran := r.tally(property.Always, "", "f", 3); !ran || s.True != 3 || s.False != 0 {
		t.Errorf("%+v", s)
	}
	if s, _ := r.tally(property.Always, "key 2", "f", 3); s.True != 2 || s.False != 4 || s.Failed != 9 {
		t.Errorf("%+v", s)
	}
}
