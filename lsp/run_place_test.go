package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
)

// twice is a program that two configs run, with a site.
const twice = `package main

import "github.com/seedfall/seedfall/sim"

func main() {
	sim.Reachable("here")
}

func other() {}
`

// twoConfigs opens a folder with two configs of one program, seedfall.json and
// two.json, whose workers the test plays.
func twoConfigs(t *testing.T) (*stage, *client) {
	t.Helper()
	g := newStage(t)
	dir := project(t)
	put(t, filepath.Join(dir, "main.go"), twice)
	put(t, filepath.Join(dir, "two.json"), `{"$schema": "engine/config/schema.json", "nodes": [{"name": "n", "package": "."}], "duration": "1s"}`)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	return g, e
}

func (c *client) at(name string, line int) string {
	return fmt.Sprintf(`{"uri": %q, "position": {"line": %d, "character": 0}}`, c.uri(name), line)
}

func TestTheScenarioAtTheCursorIsRun(t *testing.T) {
	g, e := twoConfigs(t)
	e.open("main.go", "")
	id := e.command("runAtCursor", e.at("main.go", 5))
	w := g.worker()
	w.pass(w.expect("sweep 1-10"))
	wantText(t, "at a site", string(e.answer(id).result), fmt.Sprintf(`{"configs":[%q]}`, e.root+"/seedfall.json"))
	id = e.command("runAtCursor", e.at("two.json", 0))
	w.pass(w.expect("sweep 1-10"))
	wantText(t, "in a config", string(e.answer(id).result), fmt.Sprintf(`{"configs":[%q]}`, e.root+"/two.json"))
	id = e.command("runAtCursor", e.at("main.go", 8))
	w.pass(w.expect("sweep 1-10"))
	wantText(t, "below a site of the scenario that ran last", string(e.answer(id).result), fmt.Sprintf(`{"configs":[%q]}`, e.root+"/two.json"))
}

func TestAllScenariosOfAFileAreRun(t *testing.T) {
	g, e := twoConfigs(t)
	id := e.command("runFile", fmt.Sprintf(`{"uri": %q, "seeds": 3}`, e.uri("main.go")))
	w := g.worker()
	for _, config := range []string{"seedfall.json", "two.json"} {
		j := w.expect("sweep 1-3")
		wantText(t, "the config", filepath.Base(j.Config), config)
		w.pass(j)
	}
	wantText(t, "the answer", string(e.answer(id).result), fmt.Sprintf(`{"configs":[%q,%q]}`, e.root+"/seedfall.json", e.root+"/two.json"))
}

func TestARunOfSeveralScenariosIsEndedAsAWhole(t *testing.T) {
	g, e := twoConfigs(t)
	id := e.command("runFile", fmt.Sprintf(`{"uri": %q}`, e.uri("main.go")))
	w := g.worker()
	j := w.expect("sweep 1-10")
	wantText(t, "stopAll", string(e.answer(e.command("stopAll", `{}`)).result), "null")
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	wantText(t, "the answer", string(e.answer(id).result), fmt.Sprintf(`{"configs":[%q]}`, e.root+"/seedfall.json"))
	e.quiet()
}

func TestWhatRanLastIsRunAgain(t *testing.T) {
	g, e := twoConfigs(t)
	a := e.answer(e.command("rerunLast", `{}`))
	wantText(t, "before anything", a.err, "-32803: seedfall.rerunLast: nothing has been run yet; begin with seedfall.run")
	id := e.command("run", fmt.Sprintf(`{"config": %q, "seeds": 4}`, e.root+"/two.json"))
	w := g.worker()
	w.pass(w.expect("sweep 1-4"))
	e.answer(id)
	e.answer(e.command("copyCommandLine", fmt.Sprintf(`{"config": %q}`, e.root+"/two.json"))) // runs nothing
	for range 2 {
		id = e.command("rerunLast", `{}`)
		j := w.expect("sweep 1-4")
		wantText(t, "the config", filepath.Base(j.Config), "two.json")
		w.pass(j)
		wantText(t, "the answer", string(e.answer(id).result), "null")
	}
}

func TestCommandsThatAClientHasItselfAreNotAnnounced(t *testing.T) {
	for _, c := range []struct {
		abilities string
		there     bool
	}{{"{}", true}, {ours, false}} {
		e := talk(t, folder(t), nil, func(*server) {})
		a := e.call("initialize", fmt.Sprintf(`{"processId": null, "rootUri": null, "capabilities": %s}`, c.abilities))
		if !strings.Contains(string(a.result), `"seedfall.runFile"`) || strings.Contains(string(a.result), `"seedfall.stopAll"`) != c.there {
			t.Errorf("%s: %s", c.abilities, a.result)
		}
	}
}

// pass has all seeds of a sweep pass.
func (a *actor) pass(j work.Job) {
	a.t.Helper()
	a.say(j, prepared(), swept(j))
}
