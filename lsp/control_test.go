package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/work"
)

func TestAFixIsVerified(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), work.Event{Failure: fails(3)}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	e.answer(id)
	w.say(w.expect("replay 3"), done(work.Done{}))
	e.quiet()
	id = e.command("verifyFix", `{"fingerprint": "f1"}`)
	j = w.expect("recall 1")
	w.say(j, prepared(), work.Event{Recalled: &work.Recalled{File: j.Known[0], Failure: fails(3)}}, done(work.Done{}))
	wantText(t, "while it fails", string(e.answer(id).result), `{"fixed":false,"message":"it still fails: it breaks"}`)
	id = e.command("verifyFix", `{"fingerprint": "f1"}`)
	j = w.expect("recall 1")
	w.say(j, prepared(), work.Event{Recalled: &work.Recalled{File: j.Known[0]}}, done(work.Done{}))
	wantText(t, "when it passes", string(e.answer(id).result), `{"fixed":true,"message":"fixed: \"it breaks\" does not happen any more in its schedule"}`)
	wantText(t, "the lens", e.lens(), "10 of 10 seeds, 1 failed")
	a := e.answer(e.command("verifyFix", `{"fingerprint": "f1"}`))
	wantText(t, "what is not known any more", a.err, `-32602: seedfall.verifyFix: no schedule of a failure "f1" is kept`)
}

func TestRunsWithoutALastSeed(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	id := e.command("runUntilFailure", `{}`)
	w := g.worker()
	j := w.expect(fmt.Sprintf("sweep 1-%d", uint64(lastSeed)))
	if j.Distinct != 1 || j.Budget != 0 {
		t.Errorf("it ends after %d failures or %v", j.Distinct, j.Budget)
	}
	w.say(j, prepared(), done(work.Done{Progress: &work.Progress{Seeds: j.Last, Ran: 7}}))
	e.answer(id)
	id = e.command("runForDuration", `{"duration": "10m"}`)
	j = w.expect(fmt.Sprintf("sweep 8-%d", uint64(lastSeed)))
	if j.Budget.String() != "10m0s" {
		t.Errorf("it ends after %v", j.Budget)
	}
	w.say(j, prepared(), done(work.Done{Progress: &work.Progress{Seeds: j.Last - 7, Ran: 3}}))
	wantText(t, "the answer", e.answer(id).err, "")
	wantText(t, "no duration", e.answer(e.command("runForDuration", `{"duration": "x"}`)).err,
		`-32602: seedfall.runForDuration: the duration "x" is not taken: use one such as "10m"`)
}

func TestAFailureIsAddedToTheCorpus(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	f := fails(3)
	f.File = filepath.Join(dir, ".seedfall", "s.faults.json")
	v := verdict.Failure{Class: "panic", Message: "it breaks"}
	if err := schedule.Write(f.File, &schedule.Schedule{Seed: 3, Duration: 1e9, Fails: v.Signature()}); err != nil {
		t.Fatal(err)
	}
	id := e.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared(), work.Event{Failure: f}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	e.answer(id)
	w.say(w.expect("replay 3"), done(work.Done{}))
	for _, did := range []string{"created", "kept"} {
		var k Kept
		a := e.answer(e.command("addToCorpus", `{"fingerprint": "f1"}`))
		if err := json.Unmarshal(a.result, &k); err != nil || k.Did != did {
			t.Fatalf("%s %s, want it %s", a.result, a.err, did)
		}
		if _, err := os.Stat(k.Path); err != nil {
			t.Error(err)
		}
	}
	wantText(t, "the command line", string(e.answer(e.command("copyCommandLine", `{"fingerprint": "f1"}`)).result),
		fmt.Sprintf(`{"text":"seedfall replay -c seedfall.json -seed 3","dir":%q}`, dir+"/"))
	wantText(t, "the command line of a sweep", string(e.answer(e.command("copyCommandLine", `{}`)).result),
		fmt.Sprintf(`{"text":"seedfall run -c seedfall.json -seeds 10","dir":%q}`, dir+"/"))
}

func TestTheTreeOfTests(t *testing.T) {
	g := newStage(t)
	dir := project(t)
	e := edit(t, dir, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	id := e.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared(), work.Event{Failure: fails(3)}, done(work.Done{
		Progress:  &work.Progress{Seeds: 10, Ran: 10, Failed: 1, Tally: []work.SiteTally{{Kind: property.Always, Name: "a", File: "m/main.go", Line: 3, True: 5}}},
		Unreached: []property.Missing{{Site: property.Site{Kind: property.Sometimes, Name: "s", File: "m/main.go", Line: 3}}}}))
	e.answer(id)
	w.say(w.expect("replay 3"), done(work.Done{}))
	e.quiet()
	var got Tests
	if err := json.Unmarshal(e.call("seedfall/tests", struct{}{}).result, &got); err != nil {
		t.Fatal(err)
	}
	c := got.Scenarios[0]
	text := fmt.Sprintf("%s %s %q:", c.Label, c.State, c.Message)
	for _, p := range c.Properties {
		text += fmt.Sprintf(" [%s %s %d %d]", p.ID, p.State, p.Line, len(p.Failures))
	}
	wantText(t, "the tree", text, `seedfall.json failed "10 of 10 seeds, 1 failed": [always a passed 2 0] [panic failed 0 1] [sometimes s unreached 2 0]`)
	e.told("seedfall/testsChanged", `"state":"failed"`, 0)
	wantText(t, "a method that there is not", e.call("seedfall/none", struct{}{}).err, `-32601: there is no request "seedfall/none"`)
}
