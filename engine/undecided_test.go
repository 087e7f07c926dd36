package engine_test

import (
	"context"
	"reflect"
	"strings"
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

// The tally of a sweep, and what it says about the faults that checks were made
// under, does not depend on how many seeds run at once.
func TestWhatASweepHasSeenDoesNotDependOnJobs(t *testing.T) {
	p := program(t, cluster)
	sweep := func(jobs int) *engine.Summary {
		s, err := p.Sweep(t.Context(), engine.Seeds{First: 1, Last: 8}, engine.SweepOptions{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	one, four := sweep(1), sweep(4)
	if !reflect.DeepEqual(one.Tally, four.Tally) {
		t.Errorf("%+v\n%+v", one.Tally, four.Tally)
	}
	var under []string
	for _, k := range one.Tally.Keys() {
		c := one.Tally[k]
		if k.Name == "the answer belongs to the question" {
			under = engine.FaultKinds(c.TrueUnder)
		}
		if c.FalseUnder != 0 || c.FalseSeeds != 0 || c.Seeds == 0 || c.Seeds > 8 {
			t.Errorf("%+v: %+v", k, c)
		}
	}
	if got := strings.Join(under, " "); got != "none crash crash_io partition pause" {
		t.Errorf("true under %s", got)
	}
	all, once := one.Behaviours()
	if a, o := four.Behaviours(); a != all || o != once || all < 5 || once > all {
		t.Errorf("%d and %d behaviours, %d and %d of one seed", all, a, once, o)
	}
}
