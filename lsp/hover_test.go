package lsp

import (
	"slices"
	"strings"
	"testing"
)

// hovered is a hover: its text, behind what it is about.
func (c *client) hovered(name, position string) string {
	c.t.Helper()
	var h *struct {
		Contents struct{ Kind, Value string }
		Range    span
	}
	c.call("textDocument/hover", c.place(name, position), &h)
	if h == nil {
		return "nothing"
	}
	about, _, _ := strings.Cut(c.cut(name, h.Range), "(")
	return about + ": " + h.Contents.Value
}

func TestHoverOnASite(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	if got, want := c.hovered("client/main.go", c.after("client/main.go", "sim.Al")), "sim.Always: **always** `writes are kept`: must be true at every call, and be reached in a sweep\n\n`seedfall.json`: not run yet"; got != want {
		t.Errorf("before a run:\n%s\nwant\n%s", got, want)
	}
	c.run()
	for at, want := range map[string]string{
		"sim.Al": "sim.Always: **always** `writes are kept`: must be true at every call, and be reached in a sweep\n\n" +
			"`seedfall.json`: true 12,401 times, false 2 times \\(first in seed 2\\) in 3 seeds, 1 undecided\n\n" +
			"**fails** in seed 2 and 1 more: a write is gone: got=0\n\n- `1.000s` server crashed\n- `4.200s` client read nothing",
		"\"a key is": "sim.Sometimes: **sometimes** `a key is empty`: must be true at least once in a sweep\n\n`seedfall.json`: true once, false 11 times in 3 seeds, 1 undecided",
		"nobody":     "sim.Reachable: **reachable** `nobody comes here`: must be reached at least once in a sweep\n\n`seedfall.json`: never reached in 3 seeds, 1 undecided",
		"package":    "nothing",
		"read(1":     "nothing",
	} {
		if got := c.hovered("client/main.go", c.after("client/main.go", at)); got != want {
			t.Errorf("behind %q:\n%s\nwant\n%s", at, got, want)
		}
	}
}

func TestHoverOnAnAssertionOfTheSDKOutsideOfScenarios(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	marks := c.open("sdk.go", "package p\n\nimport \"github.com/antithesishq/antithesis-sdk-go/assert\"\n\nfunc f(ok bool) {\r\n\t/* 😀 */ ¦assert.AlwaysOrUnreachable(ok, \"`odd` name\", nil)¦\r\n\t// end ¦\r\n}\r\n")
	want := "assert.AlwaysOrUnreachable: **always\\_or\\_unreachable** `` `odd` name `` of the Antithesis SDK: must be true at every call, and need not be reached"
	for i, want := range []string{want, want, "nothing"} {
		if got := c.hovered("sdk.go", marks[i]); got != want {
			t.Errorf("mark %d: %s\nwant %s", i+1, got, want)
		}
	}
}

func TestHoverOnAConfig(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	marks := c.open("seedfall.json", `{
  "dura¦tion": "1¦m",
  "nodes": [{"name": "sérver😀", "pack¦age": "./server"}, ¦ {"name": "b", "package": "./server"}],
  "histories": [{"mo¦del": "ban¦k"}],
  "supervise": t¦rue, "faults": {"crash": {"nodes": ["¦b"]}, "n¦o": 1}
`)
	var got []string
	for _, m := range marks {
		h := c.hovered("seedfall.json", m)
		if i := strings.Index(h, "\n\n"); i >= 0 {
			h = h[:i] + " // " + h[strings.LastIndex(h, "\n\n")+2:]
		}
		got = append(got, h)
	}
	want := []string{
		"\"duration\": `duration`: a duration such as \"250ms\" or \"1m30s\" // Default: `\"1m\"`",
		"\"1m\": `duration`: a duration such as \"250ms\" or \"1m30s\" // Default: `\"1m\"`",
		"\"package\": `package`: text in double quotes // It must be given.",
		"nothing",
		"\"model\": `model`: register, cas-register, kv, counter, set, list-append, queue, log, lock, lease, bank, unique-ids or one of 4 more in double quotes // " +
			"`model` judges the calls of the history. Default kv if all of them are get, put, delete and cas; other calls need a model. A history that has calls and no model is undecided.",
		"\"bank\": `bank` of `model` // Is accounts among which money moves: transfer, read.",
		"true: `supervise`: true, false or an object // `supervise` says whether a node that exits is started again: true, false or an object. " +
			"It applies to every node that does not set its own; never to the workload or the final check. Default false: an exit fails the run.",
		"\"b\": **node** `b` of package `./server`",
		"nothing",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestHoverOnAFaultInPlainText(t *testing.T) {
	c := openArchive(t, "kv.txt", "{}")
	c.open("two.faults.json", "")
	want := "\"crash\": crash, one of the crashes\n\nthe node loses power at an instant, keeps what its disk model lets survive, and starts again later\n\nIt happens at an instant, at."
	if got := c.hovered("two.faults.json", c.after("two.faults.json", `"cra`)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := c.hovered("two.faults.json", c.after("two.faults.json", `"ser`)); got != "nothing" {
		t.Error(got)
	}
}
