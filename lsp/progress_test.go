package lsp

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

// The share of what prepares the program stays, and the seeds share the rest.
func TestThePercentageOfProgressNeverFalls(t *testing.T) {
	p := &progress{server: newServer(t.Context(), Options{})}
	for _, c := range []struct {
		event work.Event
		want  uint32
	}{
		{work.Event{Preparing: &work.Preparing{Percent: 10}}, 5},
		{work.Event{Preparing: &work.Preparing{Percent: 80}}, 40},
		{work.Event{Preparing: &work.Preparing{Percent: 70}}, 40},
		{work.Event{Progress: &work.Progress{Seeds: 10}}, 40},
		{work.Event{Progress: &work.Progress{Seeds: 10, Ran: 5}}, 70},
		{work.Event{Progress: &work.Progress{Seeds: 1 << 53, Ran: 1}}, 70},
		{work.Event{Progress: &work.Progress{Seeds: 10, Ran: 10}}, 100},
	} {
		if p.heard(c.event); p.share != c.want {
			t.Errorf("after %+v: %d %%, want %d %%", c.event, p.share, c.want)
		}
	}
	p = &progress{server: newServer(t.Context(), Options{})}
	if p.heard(work.Event{Progress: &work.Progress{Seeds: 10, Ran: 5}}); p.share != 50 {
		t.Errorf("half of the seeds of a program that was ready: %d %%", p.share)
	}
}

func TestProgressTellsHowLongABuildStillTakes(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}}`)
	e.quiet()
	id := e.command("run", `{}`)
	w := g.worker()
	j := w.expect("sweep 1-10")
	const text = "building: 25 of 100 packages, about 30s more"
	w.say(j, work.Event{Preparing: &work.Preparing{Text: text, Percent: 15}})
	e.told("$/progress", text, 0)
	w.say(j, prepared(), swept(j))
	e.answer(id)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !slices.ContainsFunc(e.messages, func(m message) bool {
		var p struct {
			Value protocol.WorkDoneProgressReport
		}
		return m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil && p.Value.Percentage != nil && *p.Value.Percentage == 7
	}) {
		t.Error("nobody says how much is done")
	}
}
