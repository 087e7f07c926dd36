package lsp

import (
	"slices"
	"strings"
	"testing"
)

type completionItem struct {
	Label, Detail, FilterText, SortText string
	InsertTextFormat                    int
	TextEdit                            textEdit
	Documentation                       struct{ Kind, Value string }
}

// completed are the choices at a position.
func (c *client) completed(name, position string) []completionItem {
	c.t.Helper()
	var list struct{ Items []completionItem }
	c.call("textDocument/completion", c.place(name, position), &list)
	if !slices.IsSortedFunc(list.Items, func(a, b completionItem) int { return strings.Compare(a.SortText, b.SortText) }) {
		c.t.Errorf("items are not in order: %+v", list.Items)
	}
	return list.Items
}

func labels(all []completionItem) string {
	var names []string
	for _, i := range all {
		names = append(names, i.Label)
	}
	return strings.Join(names, " ")
}

// Each text has a mark, and what it is when the first choice is taken there.
func TestCompletionInAConfig(t *testing.T) {
	const nodes = `"nodes": [{"name": "a", "package": "./a"}, {"name": "b", "args": ["😀"], "package": "./b"}], `
	for name, c := range map[string]struct{ text, labels, first string }{
		"key without quotes":          {`{"nodes": [{"name": "a", ¦}]}`, "package args env memory supervise", `{"nodes": [{"name": "a", "package": "$1"}]}`},
		"key in quotes":               {`{"nodes": [{"package": "./a", "na¦"}]}`, "name args env", `{"nodes": [{"package": "./a", "name": "$1"}]}`},
		"key before another":          {"{\r\n  \"😀\": 1, \"dur¦\r\n  \"nodes\": []}", "$schema duration", "{\r\n  \"😀\": 1, \"\\$schema\": \"$1\",\r\n  \"nodes\": []}"},
		"key that has a value":        {`{"¦": "5m", "nodes": []}`, "$schema duration", `{"$schema": "5m", "nodes": []}`},
		"keys there are not offered":  {`{"liveness": {"within": "1s", ¦}}`, "", ""},
		"name of a list item":         {`{"histories": [{"model": "b¦"}]}`, "register cas-register", `{"histories": [{"model": "register"}]}`},
		"value without quotes":        {`{"histories": [{"isolation": ser¦`, "serializable", `{"histories": [{"isolation": "serializable"`},
		"node of a fault":             {`{` + nodes + `"faults": {"crash": {"nodes": ["b", "¦`, "a", `{` + nodes + `"faults": {"crash": {"nodes": ["b", "a"`},
		"node of a fault in the list": {`{` + nodes + `"workload": {"package": "./w"}, "faults": {"crash": {"nodes": [¦ "a"]}}}`, "b workload", `{` + nodes + `"workload": {"package": "./w"}, "faults": {"crash": {"nodes": ["b" "a"]}}}`},
		"a switch":                    {`{"torn_writes": ¦}`, "false true", `{"torn_writes": false}`},
		"a default":                   {`{"duration": ¦, "nodes": []}`, "1m", `{"duration": "1m", "nodes": []}`},
		"after a value":               {`{"duration": "1m" ¦}`, "", ""},
		"nowhere":                     {`¦`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := openArchive(t, "kv.txt", everything)
			marks := e.open("seedfall.json", c.text)
			all := e.completed("seedfall.json", marks[0])
			if got := labels(all); !strings.HasPrefix(got, c.labels) || c.labels == "" && got != "" {
				t.Errorf("choices %s, want %s", got, c.labels)
			}
			if len(all) > 0 {
				if got := e.edits("seedfall.json", []textEdit{all[0].TextEdit}); got != c.first {
					t.Errorf("it becomes\n%s\nwant\n%s", got, c.first)
				}
			}
		})
	}
}

func TestCompletionWithoutSnippetsLeavesTheValueOpen(t *testing.T) {
	c := openArchive(t, "kv.txt", "{}")
	marks := c.open("seedfall.json", `{"nodes": [], "wat¦}`)
	all := c.completed("seedfall.json", marks[0])
	i := slices.IndexFunc(all, func(i completionItem) bool { return i.Label == "watchdog" })
	if i < 0 {
		t.Fatal(labels(all))
	}
	if got := c.edits("seedfall.json", []textEdit{all[i].TextEdit}); got != `{"nodes": [], "watchdog": }` || all[i].InsertTextFormat != 1 {
		t.Errorf("%s, format %d", got, all[i].InsertTextFormat)
	}
	if all[i].FilterText != `"watchdog` || all[i].Documentation.Kind != "plaintext" || strings.Contains(all[i].Documentation.Value, "`") {
		t.Errorf("%+v", all[i])
	}
}

func TestCompletionOfTheKindOfAFault(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	marks := c.open("two.faults.json", `{"seed": 1, "faults": [{"kind": "pa¦", "node": "server"}]}`)
	all := c.completed("two.faults.json", marks[0])
	if got := labels(all); !strings.HasPrefix(got, "crash crash_io partition pause restart ") {
		t.Error(got)
	}
}

func TestCompletionOfTheNameOfAProperty(t *testing.T) {
	const head = "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tx := \"😀\" // \r\n\t"
	for name, c := range map[string]struct{ text, labels, first string }{
		"of its kind first":  {`sim.Reachable("¦")`, "nobody comes here|a key is empty|writes are kept", `sim.Reachable("nobody comes here")`},
		"in the middle":      {`_ = "😀"; sim.Always(x, "wri¦tten", x)`, "writes are kept|a key is empty|nobody comes here", `_ = "😀"; sim.Always(x, "writes are kept", x)`},
		"a string not ended": {"sim.Sometimes(x, \"a¦)\n}\n\nfunc g() {", "a key is empty|nobody comes here|writes are kept", "sim.Sometimes(x, \"a key is empty\")\n}\n\nfunc g() {"},
		"raw":                {"sim.Sometimes(x, `a¦`)", "a key is empty|nobody comes here|writes are kept", "sim.Sometimes(x, \"a key is empty\")"},
		"of a history":       {`sim.History("¦").Get("k")`, "orders", `sim.History("orders").Get("k")`},
		"not a string":       {`sim.Reachable(x¦)`, "", ""},
		"a detail":           {`sim.Reachable("a", "¦")`, "", ""},
		"behind it":          {`sim.Reachable("a"¦)`, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			e := openArchive(t, "kv.txt", everything)
			marks := e.open("server/main.go", head+c.text+"\n}\n")
			all := e.completed("server/main.go", marks[0])
			if got := strings.ReplaceAll(strings.Join(strings.Split(c.labels, "|"), " "), "  ", " "); labels(all) != got {
				t.Errorf("choices %s, want %s", labels(all), got)
			}
			if len(all) > 0 {
				if got := e.edits("server/main.go", []textEdit{all[0].TextEdit}); got != head+c.first+"\n}\n" {
					t.Errorf("it becomes\n%s", got)
				}
				if detail := all[0].Detail; !strings.HasSuffix(detail, " in client/main.go") && detail != "history of seedfall.json" {
					t.Errorf("detail %q", detail)
				}
			}
		})
	}
}

func FuzzCompletionInJSON(f *testing.F) {
	for _, text := range []string{`{"nodes": [{"name": "a"}, `, `,`, `[`, `{"faults": {"crash": {"nodes": ["`, "{\"😀\": \"\\", `{"env": {"a.b[": "`, `{"faults": [{"kind": "`} {
		f.Add(text, len(text))
	}
	f.Fuzz(func(t *testing.T, text string, offset int) {
		if offset < 0 || offset > len(text) {
			return
		}
		typed := typing("f.json", text, offset)
		if typed.from < 0 || typed.from > offset || typed.to < offset || typed.to > len(text) {
			t.Errorf("%d of %q: %d to %d", offset, text, typed.from, typed.to)
		}
		if typed.want != nothing {
			completeKey(&typed)
			completeValue(&typed)
		}
	})
}
