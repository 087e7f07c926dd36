package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/work"
)

// failedOnce is a client of a folder in which seed 3 has failed, with its schedule.
func failedOnce(t *testing.T, abilities string) (*client, *schedule.Schedule) {
	t.Helper()
	g := newStage(t)
	dir := project(t)
	c := talk(t, dir, nil, func(s *server) { s.load = loadMain })
	c.replies = map[string]string{"workspace/applyEdit": `{"applied": true}`}
	c.initialize(abilities, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`, nil)
	c.wait("the programs are loaded", func() bool { return c.logged("in the open folders") })
	f := fails(3)
	f.File = filepath.Join(dir, ".seedfall", "s.faults.json")
	v := verdict.Failure{Class: "panic", Message: "it breaks"}
	kept := &schedule.Schedule{Schema: schedule.Schema, Seed: 3, Duration: 1e9, Fails: v.Signature()}
	if err := schedule.Write(f.File, kept); err != nil {
		t.Fatal(err)
	}
	id := c.command("run", `{}`)
	w := g.worker()
	w.say(w.expect("sweep 1-10"), prepared(), work.Event{Failure: f}, done(work.Done{Progress: &work.Progress{Seeds: 10, Ran: 10, Failed: 1}}))
	c.answer(id)
	w.say(w.expect("replay 3"), done(work.Done{}))
	return c, kept
}

// A regression test is what "seedfall corpus add" writes.
func TestARegressionTestIsAnEntryOfTheCorpus(t *testing.T) {
	c, kept := failedOnce(t, maker)
	path := corpusOf(c.server.scenario(c.root + "/seedfall.json")).Path(verdict.Fingerprint(kept.Fails))
	answer := func(did string) {
		t.Helper()
		wantText(t, did, spoke(c.answer(c.command("generateRegressionTest", `{"fingerprint": "f1"}`))), fmt.Sprintf(`{"path":%q,"did":%q}`, path, did))
	}
	answer("created")
	if exists(path) {
		t.Error("the server has written the file itself")
	}
	c.told("workspace/applyEdit", `"label":"Regression test of seedfall.json"`, 0)
	c.told("window/showDocument", path, 0)
	var p struct {
		Edit struct {
			DocumentChanges []struct{ Edits []textEdit }
		}
	}
	for _, m := range c.messages {
		if m.Method == "workspace/applyEdit" {
			if err := json.Unmarshal(m.Params, &p); err != nil {
				t.Fatal(err)
			}
		}
	}
	text := p.Edit.DocumentChanges[1].Edits[0].NewText
	put(t, path, text) // as the editor saves it
	answer("kept")
	if got := spoke(c.answer(c.command("addToCorpus", `{"fingerprint": "f1"}`))); got != fmt.Sprintf(`{"path":%q,"did":"kept"}`, path) {
		t.Errorf("for addToCorpus it is another file: %s", got)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != string(kept.Encode()) {
		t.Errorf("%s, %v, want %s", b, err, kept.Encode())
	}
}

func TestARegressionTestIsWrittenForAnEditorThatCannot(t *testing.T) {
	c, kept := failedOnce(t, "{}")
	path := corpusOf(c.server.scenario(c.root + "/seedfall.json")).Path(verdict.Fingerprint(kept.Fails))
	wantText(t, "the answer", spoke(c.answer(c.command("generateRegressionTest", `{"fingerprint": "f1"}`))), fmt.Sprintf(`{"path":%q,"did":"created"}`, path))
	if b, err := os.ReadFile(path); err != nil || string(b) != string(kept.Encode()) {
		t.Errorf("%s, %v, want %s", b, err, kept.Encode())
	}
	c.told("window/showMessage", "the regression test is in "+path, 0)
}
