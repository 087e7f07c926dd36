package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type codeAction struct {
	Title, Kind string
	IsPreferred bool
	Diagnostics []diagnostic
	Edit        struct{ Changes map[string][]textEdit }
	Command     json.RawMessage // an object, or in a command, its name
	Arguments   json.RawMessage
}

// offered are the actions at a position. only is a list of kinds as JSON, or "".
func (c *client) offered(name, position, only string) (all []codeAction) {
	c.t.Helper()
	if only != "" {
		only = `, "only": ` + only
	}
	var shown json.RawMessage = []byte("[]")
	c.mu.Lock()
	for _, m := range c.messages {
		var p struct {
			URI         string
			Diagnostics json.RawMessage
		}
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == c.uri(name) {
			shown = p.Diagnostics
		}
	}
	c.mu.Unlock()
	c.call("textDocument/codeAction", fmt.Sprintf(`{"textDocument": {"uri": %q}, "range": {"start": %s, "end": %s}, "context": {"diagnostics": %s%s}}`,
		c.uri(name), position, position, shown, only), &all)
	return all
}

// briefly are actions: kind, title and what they do; * marks the preferred ones.
func (c *client) briefly(all []codeAction) (lines []string) {
	for _, a := range all {
		line := a.Kind + ": " + a.Title
		if a.IsPreferred {
			line = "*" + line
		}
		if len(a.Command) > 0 {
			line += " " + strings.ReplaceAll(string(a.Command[strings.Index(string(a.Command), `"command"`):]), c.root, "")
		}
		if len(a.Diagnostics) > 0 {
			line += " #" + a.Diagnostics[0].Code
		}
		lines = append(lines, line)
	}
	return lines
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestActionsOnAFailure(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	at := c.after("client/main.go", "sim.Always")
	run := `source.seedfall.run: seedfall: run 100 seeds "command":"seedfall.run","arguments":[{"config":"/seedfall.json","seeds":100}]}`
	until := `source.seedfall.runUntilFailure: seedfall: run until a failure "command":"seedfall.runUntilFailure","arguments":[{"config":"/seedfall.json"}]}`
	expect(t, "before a run", c.briefly(c.offered("client/main.go", at, "")), []string{run, until})
	c.run()
	failure := `{"config":"/seedfall.json","fingerprint":"f1","seed":"2"}]}`
	fixes := []string{
		`quickfix: Replay seed 2 "command":"seedfall.replay","arguments":[` + failure + ` #always`,
		`quickfix: Tell why seed 2 fails "command":"seedfall.why","arguments":[` + failure + ` #always`,
		`quickfix: Shrink the schedule of seed 2 "command":"seedfall.shrink","arguments":[` + failure + ` #always`,
		`quickfix: Show the schedule of seed 2 "command":"seedfall.showSchedule","arguments":[` + failure + ` #always`,
	}
	shrink := `source.seedfall.shrink: seedfall: fails: seed 2 and 1 more · shrink "command":"seedfall.shrink","arguments":[` + failure
	why := `source.seedfall.why: seedfall: why seed 2 fails "command":"seedfall.why","arguments":[` + failure
	expect(t, "after it", c.briefly(c.offered("client/main.go", at, "")), append(slices.Clone(fixes), run, shrink, why))
	expect(t, "only fixes", c.briefly(c.offered("client/main.go", at, `["quickfix"]`)), fixes)
	expect(t, "only of the source", c.briefly(c.offered("client/main.go", at, `["source"]`)), []string{run, shrink, why})
	expect(t, "only runs", c.briefly(c.offered("client/main.go", at, `["source.seedfall.run", "refactor"]`)), []string{run})
	expect(t, "elsewhere", c.briefly(c.offered("client/main.go", `{"line": 1, "character": 0}`, "")), nil)
	c.call("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.shrink", "arguments": [{"config": %q, "fingerprint": "f1"}]}`, c.root+"/seedfall.json"), nil)
	expect(t, "after shrinking", c.briefly(c.offered("client/main.go", at, `["quickfix"]`)), []string{fixes[0], fixes[1],
		`quickfix: Show the schedule, shrunk to 1 fault "command":"seedfall.showSchedule","arguments":[` + failure + ` #always`})
}

func TestWhatRunsCanBeStoppedByAnAction(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	var script map[string][]json.RawMessage
	at := filepath.Join(c.root, "worker.json")
	b, err := os.ReadFile(at)
	if err == nil {
		err = json.Unmarshal(b, &script)
	}
	if err == nil {
		script["sweep"] = script["sweep"][:2] // it goes on behind the failure
		b, err = json.Marshal(script)
	}
	if err == nil {
		err = os.WriteFile(at, b, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.open("client/main.go", "")
	c.ask("workspace/executeCommand", fmt.Sprintf(`{"command": "seedfall.run", "arguments": [{"config": %q}]}`, c.root+"/seedfall.json"))
	c.wait("the failure", func() bool { return len(c.published("client/main.go")) > 0 })
	all := c.briefly(c.offered("client/main.go", c.after("client/main.go", "sim.Always"), ""))
	for _, want := range []string{
		`quickfix: Stop what runs of seedfall.json "command":"seedfall.stop"`,
		`source.seedfall.stop: seedfall: stop "command":"seedfall.stop"`,
	} {
		if !slices.ContainsFunc(all, func(a string) bool { return strings.HasPrefix(a, want) }) {
			t.Errorf("no %q in\n%s", want, strings.Join(all, "\n"))
		}
	}
}

func TestFixes(t *testing.T) {
	const head = "package main\r\n\r\nimport \"github.com/seedfall/seedfall/sim\"\r\n\r\nfunc f() { op := 1 }\r\n\r\nfunc main() {\r\n"
	for name, c := range map[string]struct{ file, text, title, fixed string }{
		"key":             {"seedfall.json", `{"nodes": [{"args": ["😀"], "nam¦e_": "a", "package": "./server"}]}`, `Change to "name"`, `{"nodes": [{"args": ["😀"], "name": "a", "package": "./server"}]}`},
		"value in quotes": {"seedfall.json", `{"duration": "5 mi¦n", "nodes": [{"name": "a", "package": "./server"}]}`, `Change to "5m"`, `{"duration": "5m", "nodes": [{"name": "a", "package": "./server"}]}`},
		"call":            {"server/main.go", head + "\t/* 😀 */ sim.Pu¦t(1, 2)\r\n}\r\n", "End the recorded call by op.OK()", head + "\t/* 😀 */ op := sim.Put(1, 2)\r\n\top.OK()\r\n}\r\n"},
		"transaction":     {"server/main.go", head + "\ttx := 1\r\n\tif tx > 1 {\r\n\t\tsim.Txn(¦)\r\n\t}\r\n}\r\n", "End the recorded call by tx2.Commit()", head + "\ttx := 1\r\n\tif tx > 1 {\r\n\t\ttx2 := sim.Txn()\r\n\t\ttx2.Commit()\r\n\t}\r\n}\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			e := openArchive(t, "kv.txt", everything)
			marks := e.open(c.file, c.text)
			e.sync()
			all := e.offered(c.file, marks[0], `["quickfix"]`)
			if len(all) != 1 || all[0].Title != c.title || !all[0].IsPreferred || len(all[0].Diagnostics) != 1 {
				t.Fatalf("offered: %+v", all)
			}
			if got := e.edits(c.file, all[0].Edit.Changes[e.uri(c.file)]); got != c.fixed {
				t.Errorf("it becomes\n%s\nwant\n%s", got, c.fixed)
			}
		})
	}
}

func TestAClientThatKnowsCommandsOnlyGetsNoEdits(t *testing.T) {
	c := openArchive(t, "kv.txt", "{}")
	marks := c.open("server/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tsim.Put(1, ¦2)\n}\n")
	all := c.offered("server/main.go", marks[0], "")
	if len(all) != 2 || all[0].Title != "seedfall: run 100 seeds" || string(all[1].Command) != `"seedfall.runUntilFailure"` || string(all[0].Command) != `"seedfall.run"` || len(all[0].Arguments) == 0 {
		t.Errorf("%+v", all)
	}
}

func TestNothingIsRunInAWorkspaceThatIsNotTrusted(t *testing.T) {
	c := editAs(t, "kv.txt", everything, `{"trusted": false}`)
	marks := c.open("client/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc main() {\n\tsim.Put(1, ¦2)\n}\n")
	c.sync()
	expect(t, "actions", c.briefly(c.offered("client/main.go", marks[0], "")), []string{"*quickfix: End the recorded call by op.OK() #misuse"})
	if a := c.answer(c.command("run", fmt.Sprintf(`{"config": %q}`, c.root+"/seedfall.json"))); a.err == "" {
		t.Errorf("%s", a.result)
	}
}
