package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/lock"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/uri"
)

// folders tells the server of folders that come and go.
func (c *client) folders(added, removed []string) {
	list := func(dirs []string) []object {
		all := []object{}
		for _, dir := range dirs {
			all = append(all, object{"uri": uri.File(dir), "name": filepath.Base(dir)})
		}
		return all
	}
	c.notify("workspace/didChangeWorkspaceFolders", object{"event": object{"added": list(added), "removed": list(removed)}})
}

// scenarios are the paths of those that the server has.
func (c *client) scenarios() (paths []string) {
	c.t.Helper()
	var tests Tests
	c.call("seedfall/tests", "{}", &tests)
	for _, s := range tests.Scenarios {
		paths = append(paths, s.ID)
	}
	return paths
}

// shows says what a file's diagnostics are, at last; nil if there were never any. mu
// is held.
func (c *client) shows(path string) (all []diagnostic) {
	for _, m := range c.messages {
		var p struct {
			URI         uri.URI
			Diagnostics []diagnostic
		}
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri.File(path) {
			all = p.Diagnostics
		}
	}
	return all
}

func TestFoldersComeAndGo(t *testing.T) {
	g := newStage(t)
	first, second := project(t), project(t)
	config := filepath.Join(second, "seedfall.json")
	e := edit(t, first, `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	e.folders([]string{second}, nil)
	e.quiet()
	both := []string{filepath.Join(first, "seedfall.json"), config}
	if first > second {
		both[0], both[1] = both[1], both[0]
	}
	wantText(t, "the scenarios of both", fmt.Sprint(e.scenarios()), fmt.Sprint(both))

	id := e.command("run", fmt.Sprintf(`{"config": %q}`, config))
	w := g.worker()
	j := w.expect("sweep 1-10")
	w.say(j, prepared(), work.Event{Failure: fails(3)})
	e.wait("the failure", func() bool { return len(e.shows(config)) == 1 })
	other := e.command("run", fmt.Sprintf(`{"config": %q, "seeds": 3}`, filepath.Join(first, "seedfall.json")))

	e.folders(nil, []string{second})
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true}))
	wantText(t, "the run in the folder that has gone", spoke(e.answer(id)), "null")
	j = w.expect("sweep 1-3") // that of the other folder is not told to end
	w.say(j, prepared(), swept(j))
	wantText(t, "the run in the other folder", spoke(e.answer(other)), "null")
	e.quiet()
	wantText(t, "the scenarios without the second folder", fmt.Sprint(e.scenarios()), fmt.Sprintf("[%s/seedfall.json]", first))
	e.wait("the end of the diagnostics", func() bool { return len(e.shows(config)) == 0 })
	begins(t, "a run in it", spoke(e.answer(e.command("run", fmt.Sprintf(`{"config": %q}`, config)))), "-32602: ")
	l, err := lock.Try(filepath.Join(second, ".seedfall", "sweeper.lock"))
	if err != nil {
		t.Fatalf("its lock: %v", err)
	}
	l.Close() //nolint:errcheck // a lock of the test

	e.folders([]string{second}, nil)
	e.quiet()
	wantText(t, "the scenarios again", fmt.Sprint(e.scenarios()), fmt.Sprint(both))
	e.wait("what was kept", func() bool { return len(e.shows(config)) == 1 })
	e.neverPanicked()
}

// A folder may come and go faster than it can be looked through.
func TestFoldersThatComeAndGoQuicklyEndAsTheyWereToldLast(t *testing.T) {
	newStage(t)
	first, second := project(t), project(t)
	e := edit(t, first, `{"run": {"trigger": "off", `+quick+`}}`)
	for range 50 {
		e.folders([]string{second, second}, nil)
		e.folders(nil, []string{second})
	}
	e.quiet()
	wantText(t, "the scenarios", fmt.Sprint(e.scenarios()), fmt.Sprintf("[%s/seedfall.json]", first))
	e.folders([]string{second}, []string{first})
	e.quiet()
	wantText(t, "the scenarios", fmt.Sprint(e.scenarios()), fmt.Sprintf("[%s/seedfall.json]", second))
	e.neverPanicked()
}
