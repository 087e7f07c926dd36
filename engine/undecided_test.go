package engine_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

// open is a config in which every run is undecided.
func open() string { return judging("history-long", `{"model": "counter", "budget": 1000}`) }

func TestVerifyDoesNotTakeAnUndecidedRunForAPass(t *testing.T) {
	v, err := program(t, open()).Verify(context.Background(), &schedule.Schedule{Seed: 4}, engine.VerifyOptions{Neighbours: 3, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	if v.Passed() || v.Failed() != 0 || v.Ran != 4 || v.Undecided != 4 || v.First != nil || v.Open == nil || v.Open.Seed != 4 || !v.OwnOpen {
		t.Errorf("%+v", v)
	}
}

func TestAKnownFailureThatIsUndecidedNowIsNotFixed(t *testing.T) {
	var states []engine.KnownState
	known := []*schedule.Schedule{{Seed: 1, Fails: "history|workload||not linearizable as counter: read cannot be explained"}}
	_, err := program(t, open()).Recall(t.Context(), known, engine.RecallOptions{Each: func(r engine.Recalled) { states = append(states, r.State) }})
	if err != nil || !reflect.DeepEqual(states, []engine.KnownState{engine.LeftOpen}) {
		t.Errorf("%v, %v", states, err)
	}
}

func TestUndecidedSeedsAreNoEvidence(t *testing.T) {
	s, err := program(t, open()).Sweep(context.Background(), engine.Seeds{First: 1, Last: 3}, engine.SweepOptions{})
	if err != nil || s.Clean() || s.Passed() != 0 || !s.Complete() {
		t.Errorf("%v, %+v", err, s)
	}
}

func TestAHistoryThatNobodyRecordsIsNoEvidence(t *testing.T) {
	p := program(t, judging("history-good", `{"name": "orders", "model": "kv"}, {"name": "log", "model": "none"}`))
	s, err := p.Sweep(context.Background(), engine.Seeds{First: 1, Last: 3}, engine.SweepOptions{})
	if err != nil || s.Clean() || s.Passed() != 3 {
		t.Errorf("%v, %+v", err, s)
	}
	want := []engine.HistoryCount{{By: "kv", Seeds: 3, Calls: 54}, {History: "orders", By: "kv"}}
	if got := s.Judgements(p.Config); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if len(s.Histories) != 1 {
		t.Errorf("%+v", s.Histories)
	}
}
