package lsp

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// lenses are those of a file: line, title and command.
func (c *client) lenses(name string) (all []string) {
	c.t.Helper()
	var found []map[string]any
	c.call("textDocument/codeLens", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri(name)), &found)
	for _, l := range found {
		var resolved struct {
			Range   span
			Command struct{ Title, Command string }
		}
		c.call("codeLens/resolve", string(marshal(l)), &resolved)
		all = append(all, fmt.Sprintf("%d %s: %s", resolved.Range.Start.Line+1, resolved.Command.Command, resolved.Command.Title))
	}
	return all
}

func TestLensesSayWhatIsKnown(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	const (
		run   = "seedfall.run: run 100 seeds"
		why   = "seedfall.why: why"
		fails = "seedfall.shrink: fails: seed 2 and 1 more"
	)
	expect(t, "before a run", c.lenses("client/main.go"), []string{
		"5 " + run + " of seedfall.json", "5 seedfall.run: not run yet", "5 " + until, "10 " + run, "10 seedfall.run: not run yet", "10 " + until,
		"11 " + run, "11 seedfall.run: not run yet", "11 " + until, "12 " + run, "12 seedfall.run: not run yet", "12 " + until})
	c.run()
	behind := []string{"11 " + run, "11 seedfall.run: sometimes · true 1 of 12 · 3 seeds", "11 " + until,
		"12 " + run, "12 seedfall.run: reachable · never reached in 3 seeds", "12 " + until}
	expect(t, "after it", c.lenses("client/main.go"), append([]string{
		"5 " + run + " of seedfall.json", "5 " + fails + " · shrink", "5 " + why, "10 " + run, "10 " + fails + " · shrink", "10 " + why}, behind...))
	c.answer(c.command("shrink", `{"fingerprint": "f1"}`))
	shrunk := "seedfall.showSchedule: fails: seed 2 and 1 more, shrunk to 1 fault · show"
	expect(t, "after shrinking", c.lenses("client/main.go"), append([]string{
		"5 " + run + " of seedfall.json", "5 " + shrunk, "5 " + why, "10 " + run, "10 " + shrunk, "10 " + why}, behind...))
	c.open("client/main.go", "package main\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc read() {\n\tsim.Put(1, 2).OK()\n}\n")
	expect(t, "of a recorded call", c.lenses("client/main.go"), []string{"6 " + run, "6 seedfall.run: 3 of 3 seeds, 2 failed, 1 undecided (outdated)", "6 " + until})
}

// What a lens does is what the command of the same name is asked for at that failure.
func TestTheLensWhyNamesTheFailureOfItsSite(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	c.run()
	var found, resolved json.RawMessage
	c.call("textDocument/codeLens", fmt.Sprintf(`{"textDocument": {"uri": %q}}`, c.uri("client/main.go")), &found)
	var lenses []json.RawMessage
	if err := json.Unmarshal(found, &lenses); err != nil {
		t.Fatal(err)
	}
	c.call("codeLens/resolve", string(lenses[5]), &resolved)
	want := fmt.Sprintf(`"command":{"title":"why","command":"seedfall.why","arguments":[{"config":%q,"fingerprint":"f1","seed":"2"}]}`, c.root+"/seedfall.json")
	if !strings.Contains(string(resolved), want) {
		t.Errorf("%s\nlacks %s", resolved, want)
	}
}

func TestSettingsTurnHintsLensesAndMisuseOff(t *testing.T) {
	c := openArchive(t, "kv.txt", everything)
	c.open("client/main.go", "")
	c.run()
	c.notify("workspace/didChangeConfiguration", `{"settings": {"seedfall": {"codeLens": {"enable": false}, "inlayHints.enable": false, "diagnostics": {"misuse": false}}}}`)
	c.open("client/main.go", c.content("client/main.go")+"\nfunc f() { sim.Put(1, 2) }\n")
	expect(t, "hints", c.hinted("client/main.go", 0, 99), nil)
	expect(t, "lenses", c.lenses("client/main.go"), nil)
	for _, d := range c.shown("client/main.go") {
		if d.Code == misuse {
			t.Errorf("%+v", d)
		}
	}
}

func TestLensesOfAFolderThatIsNotTrusted(t *testing.T) {
	c := editAs(t, "kv.txt", everything, `{"trusted": false}`)
	c.open("client/main.go", "")
	var want []string
	for _, line := range []string{"5", "10", "11", "12"} {
		want = append(want, line+" seedfall.run: trust the workspace to run", line+" seedfall.run: not run yet")
	}
	expect(t, "lenses", c.lenses("client/main.go"), want)
}
