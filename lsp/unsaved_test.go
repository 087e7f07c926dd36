package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
)

const unsavedQuick = `{"run": {"unsaved": true, "trigger": "off", ` + quick + `}, "shrink": {"auto": false}}`

func TestARunIsOfTheTextThatIsNotSaved(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("main.go", program+"// typed\n")
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	got := overlaid(t, e.root, j)
	if len(got) != 1 || got["main.go"] != program+"// typed\n" {
		t.Errorf("the run is of %q", got)
	}
	if want := filepath.Join(e.root, ".seedfall", "cache"); filepath.Dir(filepath.Dir(j.Overlay)) != want {
		t.Errorf("the text lies in %s, not in %s", j.Overlay, want)
	}
	private(t, filepath.Dir(j.Overlay))
	w.say(j, prepared(), swept(j))
	wantText(t, "the answer", e.answer(id).err, "")
	gone(t, filepath.Dir(j.Overlay))
	wantText(t, "as it was", e.lens(), "10 of 10 seeds, 0 failed (unsaved)")
	e.told("seedfall/status", "unsaved: what is shown of seedfall.json is of text that is not saved", 0)
	e.open("main.go", program+"// typed on\n")
	wantText(t, "when it is edited", e.lens(), "10 of 10 seeds, 0 failed (unsaved, outdated)")
	e.open("main.go", program+"// typed\n")
	wantText(t, "when that is undone", e.lens(), "10 of 10 seeds, 0 failed (unsaved)")
	config := e.content("seedfall.json")
	e.open("seedfall.json", config)
	e.open("seedfall.json", config+"\n")
	wantText(t, "when the config is edited", e.lens(), "10 of 10 seeds, 0 failed (unsaved, outdated)")
	e.open("seedfall.json", config)
	wantText(t, "when that is undone too", e.lens(), "10 of 10 seeds, 0 failed (unsaved)")
	e.save(program + "// typed\n")
	e.quiet()
	wantText(t, "when it is saved", e.lens(), "10 of 10 seeds, 0 failed (unsaved, outdated)")
}

func TestAFileThatTheDiskDoesNotHaveIsOfTheRun(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("added.go", "package main\n")
	e.open("added_test.go", "package main\n")
	e.open("elsewhere/added.go", "package main\n")
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	if got := overlaid(t, e.root, j); len(got) != 1 || got["added.go"] != "package main\n" {
		t.Errorf("the run is of %q", got)
	}
	w.say(j, prepared(), swept(j))
	e.answer(id)
	wantText(t, "the lens", e.lens(), "10 of 10 seeds, 0 failed (unsaved)")
}

func TestResultsOfSavedAndUnsavedTextAreNeverAdded(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("main.go", program)
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	wantText(t, "the overlay of what is saved", j.Overlay, "")
	w.say(j, prepared(), swept(j))
	e.answer(id)
	wantText(t, "of what is saved", e.lens(), "10 of 10 seeds, 0 failed")
	e.open("main.go", program+"// typed\n")
	id = e.command("run", `{"first": 11}`)
	j = w.expect("sweep 11-20")
	w.say(j, prepared(), swept(j))
	e.answer(id)
	wantText(t, "of what is not", e.lens(), "10 of 10 seeds, 0 failed (unsaved)")
	e.open("main.go", program)
	wantText(t, "when that is undone", e.lens(), "10 of 10 seeds, 0 failed")
	e.open("main.go", program+"// typed\n")
	wantText(t, "when it is typed again", e.lens(), "10 of 10 seeds, 0 failed (outdated)")
	if code := e.hangUp(); code != 1 {
		t.Errorf("the server ends with %d", code)
	}
	e = edit(t, e.root, unsavedQuick)
	e.quiet()
	wantText(t, "what the next server knows", e.lens(), "10 of 10 seeds, 0 failed")
}

// What the files on disk came to is there again when what was typed is undone, and goes
// on to be kept.
func TestAFailureOfTextThatIsUndoneIsForgotten(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("main.go", program)
	var w *actor
	fail := func(f *work.Failure, story string) {
		id := e.command("run", `{}`)
		if w == nil {
			w = g.worker()
		}
		j := w.expect("sweep 1-10")
		w.say(j, prepared(), work.Event{Failure: f}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
		e.answer(id)
		w.say(w.expect(story), done(work.Done{}))
		e.quiet()
	}
	fail(fails(3), "replay 3")
	wantText(t, "of what is saved", e.lens(), "fails: seed 3 · shrink")
	e.open("main.go", program+"// typed\n")
	fail(fails(7), "replay 7")
	wantText(t, "of what is not", e.lens(), "fails: seed 7 · shrink (unsaved)")
	e.open("main.go", program)
	e.sync()
	wantText(t, "when that is undone", e.lens(), "fails: seed 3 · shrink")
}

func TestAFailureOfTextThatHasChangedSinceSaysSo(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("main.go", program+"// typed\n")
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	failing := fails(3)
	w.say(j, prepared(), work.Event{Failure: failing}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	e.answer(id)
	j = w.expect("replay 3")
	w.say(j, prepared(), done(work.Done{}))
	e.quiet()
	wantText(t, "the lens", e.lens(), "fails: seed 3 · shrink (unsaved)")
	e.told("textDocument/publishDiagnostics", `"unsaved: it breaks`, 0)
	seen := e.seen()
	id = e.command("replay", `{"fingerprint": "f1"}`)
	j = w.expect("replay 3")
	w.say(j, done(work.Done{}))
	e.answer(id)
	e.open("main.go", program+"// typed on\n")
	e.told("textDocument/publishDiagnostics", `"outdated, of text that was not saved: it breaks`, seen)
	e.mu.Lock()
	early := e.count("window/showMessage")
	e.mu.Unlock()
	if early != 0 {
		t.Errorf("the text has not changed, and %d messages say so", early)
	}
	const changed = "seedfall: seed 3 failed in text that was not saved and has changed since: what runs now is the text as it is now"
	for _, do := range []string{"replay", "shrink", "timeline"} {
		seen = e.seen()
		id = e.command(do, `{"fingerprint": "f1"}`)
		j = w.job()
		e.told("window/showMessage", changed, seen)
		w.say(j, done(work.Done{Error: "it passes", Kind: work.BadInput}))
		e.answer(id)
	}
}

func TestContinuousFollowsTextThatIsNotSaved(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"unsaved": true, "trigger": "continuous", `+quick+`}}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	e.open("main.go", program)
	e.open("main.go", program+"// typed\n")
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	j = w.expect("sweep 1-10")
	if got := overlaid(t, e.root, j); got["main.go"] != program+"// typed\n" {
		t.Errorf("the sweep is of %q", got)
	}
}

func TestTextThatMendsAFileRuns(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.save("package main\n\nfunc main() {\n")
	e.quiet()
	a := e.answer(e.command("run", `{}`))
	if !strings.Contains(a.err, "paused: code does not compile") {
		t.Errorf("a run is answered with %q", a.err)
	}
	e.open("main.go", program)
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	wantText(t, "the answer", e.answer(id).err, "")
}

// With a real worker: the text that is not saved panics, and then does not compile.
func TestARealWorkerRunsTextThatIsNotSaved(t *testing.T) {
	g := newStage(t)
	t.Setenv(roleEnv, "real")
	dir := project(t)
	const saved = "package main\n\nimport \"time\"\n\nfunc main() {\n\tfor {\n\t\ttime.Sleep(time.Second)\n\t}\n}\n"
	put(t, filepath.Join(dir, "main.go"), saved)
	e := edit(t, dir, unsavedQuick)
	e.quiet()
	e.open("main.go", "package main\n\nfunc main() {\n\tpanic(\"typed\")\n}\n")
	id := e.command("run", `{"seeds": 1}`)
	w := g.worker()
	w.saying(`"done"`)
	wantText(t, "the answer", e.answer(id).err, "")
	e.quiet()
	if got := e.lens(); !strings.HasPrefix(got, "fails: seed 1") || !strings.HasSuffix(got, " (unsaved)") {
		t.Errorf("the lens says %q", got)
	}
	if schedules, _ := filepath.Glob(filepath.Join(dir, ".seedfall", "*.json")); len(schedules) != 1 || !strings.HasSuffix(schedules[0], "seed-1.unsaved.faults.json") {
		t.Errorf("schedules: %q", schedules)
	}
	e.open("main.go", saved+"\nvar _ = missing\n")
	id = e.command("run", `{"seeds": 1}`)
	e.answer(id)
	for _, d := range e.shown("main.go") {
		if d.Message == "undefined: missing" && d.Range.Start.Line == 10 {
			return
		}
	}
	t.Errorf("shown: %+v", e.shown("main.go"))
}
