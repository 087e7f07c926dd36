package lsp

import (
	"fmt"
	"strings"
	"testing"
)

type symbol struct {
	Name, Detail, ContainerName string
	Kind                        int
	Range, SelectionRange       span
	Location                    location
	Children                    []symbol
}

// tree writes symbols one a line, each with its detail and what is selected.
func (c *client) tree(b *strings.Builder, name, indent string, all []symbol) {
	for _, s := range all {
		text := c.cut(name, s.Range)
		selected := c.cut(name, s.SelectionRange)
		if !strings.Contains(text, selected) {
			c.t.Errorf("%s lies outside of %s", selected, text)
		}
		fmt.Fprintf(b, "%s%s (%s) %s\n", indent, s.Name, s.Detail, selected)
		c.tree(b, name, indent+"  ", s.Children)
	}
}

func TestSymbolsOfADocument(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "package main\r\n\r\nimport \"github.com/seedfall/seedfall/sim\"\r\n\r\nvar ok = func() bool { sim.Reachable(\"😀 first\"); return true }()\r\n\r\nfunc main() {\r\n\tsim.Assert(ok, \"\")\r\n\tsim.History(\"orders\").Get(1)\r\n\tfor range sim.Ops(5) {\r\n\t\tsim.Get(1)\r\n\t}\r\n}\r\n")
	c.open("seedfall.json", "")
	c.open("two.faults.json", "")
	for name, want := range map[string]string{
		"client/main.go": "😀 first (reachable) \"😀 first\"\nAssert (assert in main) \"\"\nGet of orders (invoke in main) \"orders\"\nGet (invoke in main) sim.Get(1)\n",
		"seedfall.json": `nodes () "nodes"
  server (./server) {"name": "server", "package": "./server"}
  standby (./server) {"name": "standby", "package": "./server"}
workload (./client) "workload"
histories () "histories"
  orders (queue) {"name": "orders", "model": "queue"}
faults () "faults"
  crash () "crash"
  partition () "partition"
`,
		"two.faults.json": "",
	} {
		var all []symbol
		c.call("textDocument/documentSymbol", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri(name)), &all)
		var b strings.Builder
		if c.tree(&b, name, "", all); b.String() != want {
			t.Errorf("%s:\n%swant\n%s", name, b.String(), want)
		}
	}
}

func TestSymbolsAreFlatForAClientWithoutTrees(t *testing.T) {
	c := openArchive(t, "kv.txt", "{}")
	c.open("seedfall.json", "")
	var all []symbol
	c.call("textDocument/documentSymbol", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri("seedfall.json")), &all)
	var got []string
	for _, s := range all {
		got = append(got, s.ContainerName+"/"+s.Name)
		if s.Location.URI != c.uri("seedfall.json") || s.Location.Range == (span{}) {
			t.Errorf("%+v", s)
		}
	}
	if want := "/nodes nodes/server nodes/standby /workload /histories histories/orders /faults faults/crash faults/partition"; strings.Join(got, " ") != want {
		t.Errorf("got %s", got)
	}
}

func TestSymbolsOfTheWorkspaceAreProperties(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("other/other.go", "")
	for query, want := range map[string]string{
		"":      "a key is empty|another program|nobody comes here|the server starts|writes are kept",
		"WRT":   "writes are kept",
		"start": "the server starts",
		"zz":    "",
	} {
		var all []symbol
		c.call("workspace/symbol", fmt.Sprintf(`{"query": %q}`, query), &all)
		names := map[string]bool{}
		for _, s := range all {
			names[s.Name] = true
			if got := c.cut(c.name(s.Location.URI), s.Location.Range); got != asJSON(s.Name) {
				t.Errorf("%s is at %s", s.Name, got)
			}
		}
		for _, name := range strings.Split(want, "|") {
			if name != "" && !names[name] || len(names) != len(strings.FieldsFunc(want, func(r rune) bool { return r == '|' })) {
				t.Errorf("%q finds %v, want %s", query, names, want)
			}
		}
	}
}

func TestReferencesAreInAllFilesOfTheScenario(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	marks := c.open("server/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\t/* 😀 */ sim.Al¦ways(true, \"writes are kept\")\n\tsim.Put(1, ¦2)\n\tsim.History(\"writes are kept\").Put(1, 2)\n\tsim.Sometimes(true, \"writes are kept\")\n}\n")
	for i, want := range []string{
		`client/main.go:10 "writes are kept" server/main.go:6 "writes are kept" server/main.go:9 "writes are kept"`, ""} {
		params := strings.TrimSuffix(c.place("server/main.go", marks[i]), "}") + `, "context": {"includeDeclaration": true}}`
		var all []location
		c.call("textDocument/references", params, &all)
		if got := strings.Join(c.located(all), " "); got != want {
			t.Errorf("references %s, want %s", got, want)
		}
		var lights []location
		c.call("textDocument/documentHighlight", c.place("server/main.go", marks[i]), &lights)
		var lines []string
		for _, h := range lights {
			lines = append(lines, fmt.Sprintf("%d %s", h.Range.Start.Line+1, c.cut("server/main.go", h.Range)))
		}
		if got, want := strings.Join(lines, ", "), []string{`6 "writes are kept", 9 "writes are kept"`, ""}[i]; got != want {
			t.Errorf("highlights %s, want %s", got, want)
		}
	}
}
