package lsp

import (
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/work"
)

const quick = `"delay": "0s", "seeds": 10, "jobs": 1`

func wantText(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

// fails is a failure of a seed.
func fails(seed uint64) *work.Failure {
	return &work.Failure{Seed: seed, Fingerprint: "f1", Title: "it breaks", File: "/f/" + "x.faults.json",
		Failure: &verdict.Failure{Class: "panic", Message: "it breaks"}}
}

func TestWithTheTriggerOffOnlyWhatIsAskedForIsDone(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	e.save(program + "// a\n")
	e.quiet()
	id := e.command("run", `{"seeds": 3}`)
	w := g.worker()
	j := w.expect("sweep 1-3")
	w.say(j, prepared(), swept(j))
	wantText(t, "the answer", string(e.answer(id).result)+e.answer(id).err, "null")
	wantText(t, "the lens", e.lens(), "3 of 3 seeds, 0 failed")
	e.quiet()
}

func TestASaveSweepsAndTheNextOneEndsThatSweep(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "onSave", `+quick+`}}`)
	e.quiet()
	e.save(program + "// a\n")
	w := g.worker()
	first := w.expect("sweep 1-10")
	w.say(first, prepared())
	e.save(program + "// b\n")
	w.expect("cancel")
	w.say(first, done(work.Done{Cancelled: true, Progress: &work.Progress{Seeds: 10, Ran: 2}}))
	second := w.expect("sweep 1-10")
	w.say(second, prepared(), swept(second))
	e.quiet()
	wantText(t, "the lens", e.lens(), "10 of 10 seeds, 0 failed")
	e.save(program + "// b\n") // as it was
	e.quiet()
	wantText(t, "after a save that changes nothing", e.lens(), "10 of 10 seeds, 0 failed")
}

func TestWhatIsAskedForGoesBeforeWhatNobodyAsksFor(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "onSave", `+quick+`}}`)
	e.quiet()
	e.save(program + "// a\n")
	w := g.worker()
	auto := w.expect("sweep 1-10")
	id := e.command("run", `{"seeds": 3}`)
	w.expect("cancel")
	w.say(auto, done(work.Done{Cancelled: true}))
	asked := w.expect("sweep 1-3")
	e.save(program + "// b\n") // does not end what was asked for
	w.say(asked, prepared(), swept(asked))
	e.answer(id)
	again := w.expect("sweep 1-10")
	w.say(again, prepared(), swept(again))
	e.quiet()
}

func TestContinuousGoesOnWithFreshSeedsUntilSomethingFails(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "continuous", `+quick+`}, "shrink": {"auto": true, "budget": "50"}}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	j = w.expect("sweep 11-20")
	w.say(j, prepared(), swept(j))
	j = w.expect("sweep 21-30")
	w.say(j, prepared(), work.Event{Failure: fails(22)}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1,
		Failures: []work.Way{{Fingerprint: "f1", Seeds: []uint64{22}}}}}))
	j = w.expect("replay 22")
	w.say(j, prepared(), work.Event{Failure: fails(22)}, done(work.Done{}))
	j = w.expect("shrink 22")
	if j.Runs != 50 {
		t.Errorf("the shrink may make %d runs, want 50", j.Runs)
	}
	small := fails(22)
	small.Faults, small.Shrunk = 1, true
	w.say(j, prepared(), work.Event{Failure: small}, done(work.Done{}))
	e.quiet()
	wantText(t, "the lens", e.lens(), "fails: seed 22, shrunk to 1 fault · show")
}

func TestNothingBeginsWhileTheCodeDoesNotParse(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "onSave", `+quick+`}}`)
	e.quiet()
	e.save(program + "// a\n")
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), work.Event{Failure: fails(3)}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	j = w.expect("replay 3")
	w.say(j, done(work.Done{}))
	j = w.expect("shrink 3")
	w.say(j, done(work.Done{}))
	e.quiet()
	e.save("package main\n\nfunc main() {\n")
	e.quiet()
	wantText(t, "the lens", e.lens(), "paused: code does not compile")
	a := e.answer(e.command("run", `{"seeds": 3}`))
	if !strings.HasPrefix(a.err, "-32803: paused: code does not compile: ") || !strings.Contains(a.err, "main.go:3:15") {
		t.Errorf("a run is answered with %q", a.err)
	}
	e.save(program + "// c\n")
	j = w.expect("recall 1")
	w.say(j, prepared(), work.Event{Recalled: &work.Recalled{File: j.Known[0]}}, done(work.Done{}))
	j = w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	e.quiet()
	wantText(t, "the lens", e.lens(), "10 of 10 seeds, 0 failed")
}

func TestResultsOfOtherTextAreOutdated(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	e.open("main.go", program)
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), swept(j))
	e.answer(id)
	wantText(t, "as it was", e.lens(), "10 of 10 seeds, 0 failed")
	e.open("main.go", program+"// typed\n")
	wantText(t, "while it is edited", e.lens(), "10 of 10 seeds, 0 failed (outdated)")
	e.open("main.go", program)
	wantText(t, "when that is undone", e.lens(), "10 of 10 seeds, 0 failed")
	e.open("main.go", program+"// typed\n")
	e.save(program + "// typed\n")
	e.quiet()
	wantText(t, "when it is saved", e.lens(), "10 of 10 seeds, 0 failed (outdated)")
}

func TestPauseEndsWhatNobodyAsksForAndResumeBeginsItAnew(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "continuous", `+quick+`}}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	id := e.command("pause", `{}`)
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	e.answer(id)
	e.told("seedfall/status", `"quiescent":true,"message":"paused"`, 0)
	id = e.command("resume", `{}`)
	e.answer(id)
	j = w.expect("sweep 1-10")
	id = e.command("setTrigger", `{"trigger": "off"}`)
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	wantText(t, "the answer", e.answer(id).err, "")
	e.quiet()
	a := e.answer(e.command("setTrigger", `{"trigger": "always"}`))
	wantText(t, "a trigger that there is not", a.err, `-32602: seedfall.setTrigger: the trigger "always" is not taken: use off, replayKnown, onSave or continuous`)
}
