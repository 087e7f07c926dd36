package lsp

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/work"
)

// failing10 plays a sweep of ten seeds of which one fails, with the replay and the
// shrink that follow.
func failing10(e *client, g *stage, dir string) {
	e.t.Helper()
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	f := fails(3)
	f.File = filepath.Join(dir, ".seedfall", "x.faults.json")
	w.say(j, prepared(), work.Event{Failure: f}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	e.answer(id)
	w.say(w.expect("replay 3"), done(work.Done{}))
	w.say(w.expect("shrink 3"), done(work.Done{}))
	e.quiet()
}

func TestResultsSurviveARestart(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	failing10(e, g, dir)
	was := e.lens()
	wantText(t, "before", was, "fails: seed 3 · shrink")
	e.hangUp()
	e = edit(t, dir, `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	wantText(t, "after", e.lens(), was)
	e.hangUp()
	put(t, filepath.Join(dir, "main.go"), program+"// a\n")
	e = edit(t, dir, `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	wantText(t, "after a change that no server has seen", e.lens(), was+" (outdated)")
	e.told("textDocument/publishDiagnostics", "outdated: it breaks", 0)
}

func TestASecondServerFollowsAndTakesOver(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	first := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}}`)
	first.quiet()
	second := edit(t, dir, `{"run": {"trigger": "onSave", `+quick+`}}`)
	second.told("seedfall/status", "another server, process ", 0)
	second.quiet()
	failing10(first, g, dir)
	second.told("textDocument/publishDiagnostics", "it breaks", 0)
	wantText(t, "what the second shows", second.lens(), "fails: seed 3 · shrink")
	second.save(program + "// a\n") // nothing begins: the first is the one to do it
	second.quiet()
	before := second.seen()
	first.hangUp()
	w := g.worker()
	j := w.expect("recall 1")
	w.say(j, prepared(), work.Event{Recalled: &work.Recalled{File: j.Known[0]}}, done(work.Done{}))
	j = w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	second.told("seedfall/status", `"quiescent":true,"message":""`, before)
	wantText(t, "after that", second.lens(), "10 of 10 seeds, 0 failed")
}

func TestADamagedJournalIsTold(t *testing.T) {
	newStage(t)
	dir := project(t)
	if err := os.Mkdir(filepath.Join(dir, ".seedfall"), 0o700); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, ".seedfall", "results.journal"), "no journal")
	e := edit(t, dir, `{"run": {"trigger": "off"}}`)
	e.told("window/showMessage", "it has been set aside as results.journal.damaged", 0)
	e.told("seedfall/status", `{"health":"warning"`, 0)
	e.quiet()
}

func TestResultsOfAStrangerLeadNowhereElse(t *testing.T) {
	for what, b := range map[string]string{
		"another folder": `{"failures": [{"failure": {"fingerprint": "f", "file": "../../x.json", "failure": {}}}]}`,
		"no failure":     `{"failures": [{"failure": {"fingerprint": "f"}}]}`,
		"a line":         `{"failures": [{"failure": {"fingerprint": "f", "failure": {"site": {"file": "x", "line": -1}}}}]}`,
		"no JSON":        `{`,
	} {
		if _, err := unkept("/dir", []byte(b)); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
}

func TestAFolderThatCannotBeWrittenIsToldAndTheRestWorks(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	put(t, filepath.Join(dir, ".seedfall"), "a file in the way")
	e := edit(t, dir, `{"run": {"trigger": "onSave", `+quick+`}}`)
	e.told("window/showMessage", "cannot be written, so that no results and no schedules are kept", 0)
	e.quiet()
	e.save(program + "// a\n")
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	e.quiet()
	wantText(t, "the lens", e.lens(), "10 of 10 seeds, 0 failed")
}

func TestAnUntrustedWorkspaceIsOnlyRead(t *testing.T) {
	newStage(t)
	dir := project(t)
	e := edit(t, dir, `{"trusted": false, "run": {"trigger": "continuous", `+quick+`}}`)
	e.server.load = func(context.Context, *config.Config) (*loaded, error) {
		t.Error("the go command is run")
		return nil, exec.ErrNotFound
	}
	e.quiet()
	e.open("main.go", program)
	e.save(program + "// a\n")
	e.quiet()
	for name, v := range commands {
		want := "-32600: this workspace is not trusted, so nothing is run in it"
		if v.idle {
			want = ""
		}
		wantText(t, name, e.answer(e.command(strings.TrimPrefix(name, "seedfall."), `{}`)).err, want)
	}
	if _, err := os.Stat(filepath.Join(dir, ".seedfall")); !os.IsNotExist(err) {
		t.Errorf("something is written: %v", err)
	}
	wantText(t, "the state lens", e.lens(), "not run yet")
	e.told("seedfall/status", "not trusted", 0)
}

func TestWithoutAGoCommandOrAModuleThatIsTold(t *testing.T) {
	newStage(t)
	dir := project(t)
	if err := os.Remove(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	start := func() *client {
		e := talk(t, dir, nil, func(*server) {})
		e.initialize(ours, `{"run": {"trigger": "off"}}`, nil)
		return e
	}
	e := start()
	e.told("window/showMessage", "the programs of seedfall.json are not found: go: go.mod file not found in current directory or any parent directory", 0)
	e.quiet()
	e.hangUp()
	t.Setenv("PATH", "")
	e = start()
	e.told("window/showMessage", "there is no go command in PATH", 0)
	e.told("seedfall/status", `{"health":"error"`, 0)
	e.quiet()
}
