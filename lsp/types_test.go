package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/view"
	"go.lsp.dev/uri"
)

// typedAtOnce are options with which types are looked at without a delay.
const typedAtOnce = `{"shrink": {"auto": false}, "run": {"trigger": "off", "delay": "0s"}}`

// typesAreKnown waits until types have been looked at n times.
func (c *client) typesAreKnown(n int) {
	c.t.Helper()
	c.wait("the types are known", func() bool { return strings.Count(c.log.String(), "are known: ") >= n })
}

// runs runs the archive's scenario.
func (c *client) runs() {
	c.t.Helper()
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.run", "arguments": [{"config": %q}]}`, c.root+"/seedfall.json"), nil)
}

func TestCallersThatHandANameOnAreSites(t *testing.T) {
	c := editAs(t, "wrappers.txt", everything, typedAtOnce)
	c.open("client/main.go", "")
	c.open("check/must.go", "")
	c.typesAreKnown(1)
	const (
		run = "seedfall.run: run 100 seeds"
		why = "seedfall.why: why"
	)
	expect(t, "before a run", c.lenses("client/main.go"), []string{"5 " + run + " of seedfall.json", "5 seedfall.run: not run yet", "5 " + until,
		"6 " + run, "6 seedfall.run: not run yet", "6 " + until, "7 " + run, "7 seedfall.run: not run yet", "7 " + until})
	c.runs()
	fails := "seedfall.shrink: fails: seed 2 · shrink"
	expect(t, "after it", c.lenses("client/main.go"), []string{"5 " + run + " of seedfall.json", "5 " + fails, "5 " + why,
		"6 " + run, "6 seedfall.run: always · 40 evaluations · 3 seeds", "6 " + until, "7 " + run, "7 " + fails, "7 " + why})
	var tests Tests
	c.call("seedfall/tests", "{}", &tests)
	for i, want := range []string{"always orders are kept at 5", "always stock are kept at 6"} {
		p := tests.Scenarios[0].Properties[i]
		if got := fmt.Sprintf("%s at %d", p.ID, p.Line); got != want || filepath.Base(p.URI.FsPath()) != "main.go" {
			t.Errorf("property %d of the tree: %s of %s, not %s", i, got, p.URI, want)
		}
	}
	expect(t, "where the name is handed on to", c.lenses("check/must.go"), []string{"6 " + run, "6 " + fails, "6 " + why})
	for name, want := range map[string]string{
		"client/main.go": "// 7 1 check.Kept(2 < 3, \"stock\"): stock is gone: ok=false (seed 2, at 4.200s)\n" +
			"// 9 4 name: the name is no constant, so that a sweep cannot tell whether it was never reached; put what varies into the details\n",
		"check/must.go": "// 6 4 name: the name comes from the callers, so that a sweep cannot tell which of them it never reached\n",
	} {
		if got := c.listed(name, c.shown(name)); got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func TestANameThatIsHandedOnAndNeverReachedIsTold(t *testing.T) {
	c := editAs(t, "wrappers.txt", everything, strings.TrimSuffix(typedAtOnce, "}")+`, "diagnostics": {"minSeedsForUnreached": 3}}`)
	add(t, c.root, "client/main.go", c.content("client/main.go")+"\nfunc c(n []string) []string {\n\tcheck.Kept(len(n) > 0, \"seats\")\n\tcheck.Kept(len(n) > 0, \"seats\")\n\treturn n\n}\n")
	c.open("client/main.go", "")
	c.typesAreKnown(1)
	c.runs()
	want := "// 7 1 check.Kept(2 < 3, \"stock\"): stock is gone: ok=false (seed 2, at 4.200s)\n" +
		"// 14 2 check.Kept(len(n) > 0, \"seats\"): always \"seats are kept\" was never reached in 3 seeds of seedfall.json\n" +
		"// 9 4 name: the name is no constant, so that a sweep cannot tell whether it was never reached; put what varies into the details\n"
	if got := c.listed("client/main.go", c.shown("client/main.go")); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Of the views of files that are open, those that were needed last are kept.
func TestTypesOfFewViewsAreKept(t *testing.T) {
	s := newServer(t.Context(), Options{})
	file := func(i int) string { return fmt.Sprintf("/w/%02d/main.go", i) }
	open := func(i int) {
		s.docs[uri.File(file(i))] = &document{uri: uri.File(file(i)), path: file(i)}
	}
	for i := range maxTyped + 3 {
		s.scenarios = append(s.scenarios, &scenario{path: fmt.Sprintf("/w/%02d/seedfall.json", i), files: map[string]string{file(i): "m"}, view: &view.View{Root: filepath.Dir(file(i))}})
	}
	for i := range maxTyped {
		open(i)
	}
	s.untyped()
	for i := range 3 {
		delete(s.docs, uri.File(file(i)))
		open(maxTyped + i)
	}
	s.active = file(0) // there are more views than can be kept, and the last one waits
	s.untyped()
	var kept []string
	for _, t := range s.typed {
		kept = append(kept, filepath.Base(t.view.Root))
	}
	slices.Sort(kept)
	expect(t, "views", kept, []string{"00", "03", "04", "05", "06", "07", "08", "09"})
}

func TestHoversAndReferencesOfHandedOnNames(t *testing.T) {
	c := editAs(t, "wrappers.txt", everything, typedAtOnce)
	c.open("client/main.go", c.content("client/main.go")+"\nfunc f() { check.Kept(true, \"stock\") }\n")
	c.open("check/must.go", "")
	c.typesAreKnown(1)
	var found []struct {
		URI   string
		Range span
	}
	c.call("textDocument/references", strings.TrimSuffix(c.place("client/main.go", c.after("client/main.go", `2 < 3, "sto`)), "}")+`, "context": {"includeDeclaration": true}}`, &found)
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprintf("%d %s", f.Range.Start.Line+1, c.cut(c.name(f.URI), f.Range)))
	}
	expect(t, "references", got, []string{`7 "stock"`, `13 "stock"`})
	for at, want := range map[[2]string]string{
		{"client/main.go", `"stoc`}:    "**always** `stock are kept` through `Kept`: must be true at every call, and be reached in a sweep\n\n`seedfall.json`: not run yet",
		{"client/main.go", `true, na`}: "**always** through `Kept`: must be true at every call, and be reached in a sweep",
		{"check/must.go", "sim.Alw"}:   "**always**: must be true at every call, and be reached in a sweep\n\nthe name comes from the callers\n\n`seedfall.json`: not run yet",
	} {
		var h struct{ Contents struct{ Value string } }
		c.call("textDocument/hover", c.place(at[0], c.after(at[0], at[1])), &h)
		if h.Contents.Value != want {
			t.Errorf("%s: %q, want %q", at, h.Contents.Value, want)
		}
	}
}

// Lenses follow the text at once, with what types told about the text before; types
// are looked at again behind it.
func TestLensesFollowTheTextBeforeTypesDo(t *testing.T) {
	c := editAs(t, "wrappers.txt", everything, typedAtOnce)
	c.open("client/main.go", "")
	c.typesAreKnown(1)
	lines := func() (all []string) {
		for _, l := range c.lenses("client/main.go") {
			if line, _, _ := strings.Cut(l, " "); len(all) == 0 || all[len(all)-1] != line {
				all = append(all, line)
			}
		}
		return all
	}
	c.open("client/main.go", "// Moved.\n\n\n"+strings.Replace(c.content("client/main.go"), "2 < 3, \"stock\")", "2 < 3, \"stock\")\n\tcheck.Kept(true, \"new\")", 1))
	expect(t, "lines with lenses", lines(), []string{"8", "9", "10", "11"})
	c.typesAreKnown(2)
	c.open("client/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc own(name string) { sim.Sometimes(true, name) }\n\nfunc main() {\n\town(\"own\")\n}\n")
	c.typesAreKnown(3)
	expect(t, "a function that is new in the buffer", lines(), []string{"7", "5", "8"})
}
