package lsp

import (
	"encoding/json"
	"testing"

	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/internal/rpc"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/protocol"
)

func TestSeedsAreRunTwice(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), `{"run": {"trigger": "off", `+quick+`}, "shrink": {"auto": false}}`)
	e.quiet()
	id := e.command("check", `{"seeds": 4, "first": 3}`)
	w := g.worker()
	j := w.expect("check 0")
	if j.First != 3 || j.Last != 6 {
		t.Errorf("it is about the seeds from %d to %d", j.First, j.Last)
	}
	w.say(j, prepared(), work.Event{Say: "1 of 4 seeds ran twice"}, done(work.Done{Checked: &work.Checked{Ran: 4}}))
	wantText(t, "the same", spoke(e.answer(id)), `{"same":true,"message":"two runs of each of 4 seeds are the same","ran":4}`)
	wantText(t, "the lens", e.lens(), "not run yet")

	before := e.seen()
	id = e.command("check", `{"seed": 5}`)
	w.say(w.expect("check 5"), prepared(), done(work.Done{Checked: &work.Checked{Ran: 1, Differs: true, Seed: 5, Message: "two runs of one seed differ", Detail: "the first lines"}}))
	wantText(t, "differs", spoke(e.answer(id)), `{"same":false,"message":"seed 5: two runs of one seed differ","detail":"the first lines","ran":1,"seed":"5"}`)
	e.told("window/showMessage", `{"type":2,"message":"seedfall: seed 5: two runs of one seed differ\nthe first lines"}`, before)

	id = e.command("check", `{}`)
	j = w.expect("check 0")
	e.answer(e.command("stop", `{}`))
	w.expect("cancel")
	w.say(j, done(work.Done{Cancelled: true, Checked: &work.Checked{Ran: 2}}))
	wantText(t, "stopped", spoke(e.answer(id)), "-32803: it was stopped")
}

func TestTheWorkerComparesTwoRuns(t *testing.T) {
	s, config, file := hastyRunner(t)
	s.scenarios[0].results.failed(&work.Failure{Seed: 7, Fingerprint: "abc", File: file, Failure: &verdict.Failure{}}, "")
	s.client = &rpc.Conn{Client: &shower{}}
	for want, args := range map[string]object{
		`{"same":true,"message":"two runs of the seed are the same","ran":1}`:        {"config": config, "fingerprint": "abc"},
		`{"same":true,"message":"two runs of each of 3 seeds are the same","ran":3}`: {"config": config, "seeds": 3},
	} {
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := s.ExecuteCommand(t.Context(), &protocol.ExecuteCommandParams{Command: "seedfall.check", Arguments: []protocol.LSPAny{b}})
		if err != nil || string(answer) != want {
			t.Errorf("%s, %v, want %s", answer, err, want)
		}
	}
}
