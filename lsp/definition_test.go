package lsp

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

type location struct {
	URI   string
	Range span
}

// located are locations with their text, up to the end of its line.
func (c *client) located(all []location) (texts []string) {
	for _, l := range all {
		name := c.name(l.URI)
		line, _, _ := strings.Cut(c.cut(name, l.Range), "\n")
		texts = append(texts, fmt.Sprintf("%s:%d %s", name, l.Range.Start.Line+1, line))
	}
	return texts
}

func TestDefinition(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	config := c.open("seedfall.json", `{
  "nodes": [{"name": "server", "args": ["😀"], "package": "./ser¦ver"}, {"name": "mod", "pack¦age": "example.com/kv/cli¦ent"}],
  "workload": {"package": "./no¦where"}, "histories": [{"name": "orders", "model": "queue"}],
  "faults": {"crash": {"nodes": ["work¦load", "mo¦d", "who¦"]}}
}`)
	client := c.open("client/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tsim.History(\"or¦ders\").Ge¦t(1)\n\tsim.History(\"other¦\").Get(1)\n}\n")
	faults := c.open("two.faults.json", `{"config": "seedfall.json", "faults": [{"kind": "crash", "node": "mo¦d"}, {"kind": "partition", "cut": ["ser¦ver"], "node¦": "mod"}]}`)
	for _, want := range []struct {
		name, position, found string
	}{
		{"seedfall.json", config[0], "server/main.go:5 main"},
		{"seedfall.json", config[1], ""},
		{"seedfall.json", config[2], "client/main.go:5 main"},
		{"seedfall.json", config[3], ""},
		{"seedfall.json", config[4], `seedfall.json:3 {"package": "./nowhere"}`},
		{"seedfall.json", config[5], `seedfall.json:2 "mod"`},
		{"seedfall.json", config[6], ""},
		{"client/main.go", client[0], `seedfall.json:3 {"name": "orders", "model": "queue"}`},
		{"client/main.go", client[1], ""},
		{"client/main.go", client[2], ""},
		{"two.faults.json", faults[0], `seedfall.json:2 "mod"`},
		{"two.faults.json", faults[1], `seedfall.json:2 "server"`},
		{"two.faults.json", faults[2], ""},
	} {
		var all []location
		c.call("textDocument/definition", c.place(want.name, want.position), &all)
		if got := strings.Join(slices.Sorted(slices.Values(c.located(all))), " "); got != want.found {
			t.Errorf("%s %s: %s\nwant %s", want.name, want.position, got, want.found)
		}
	}
}
