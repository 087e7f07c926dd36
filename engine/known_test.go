package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// broken is a config in which every run fails as brokenFails says.
const (
	broken      = `{"duration": "1m", "nodes": [{"name": "a", "package": "$GUEST", "args": ["sleep"]}], "workload": {"package": "$GUEST", "args": ["panic"]}}`
	brokenFails = "panic|workload||panic: broken: #"
)

// knownList has a known failure for each state that the config of broken shows.
func knownList() []*schedule.Schedule {
	crash := func(node string) []schedule.Fault {
		return []schedule.Fault{{At: 1, Kind: schedule.Crash, Node: node, Until: vtime.Instant(vtime.Second)}}
	}
	return []*schedule.Schedule{
		{Seed: 1, Fails: brokenFails},
		{Seed: 2, Fails: "exit|workload||exited with code #"},
		{Seed: 3, Fails: brokenFails, Faults: crash("elsewhere")},
		{Seed: 4, Fails: brokenFails, Faults: crash("a")},
	}
}

func TestEveryKnownFailureIsToldInOrderWithAnyNumberOfJobs(t *testing.T) {
	p := program(t, broken)
	want := []string{"0 fails 1", "1 differs 2", "2 stale", "3 fails 4"}
	for _, o := range []engine.RecallOptions{{}, {Jobs: 4}, {Jobs: 2, Check: true}} {
		var got []string
		o.Each = func(r engine.Recalled) {
			line := fmt.Sprintf("%d %s", r.Index, r.State)
			if (r.State == engine.Stale) != errors.Is(r.Problem, engine.ErrOtherConfig) {
				t.Errorf("%s: %v", line, r.Problem)
			}
			if r.Result != nil {
				line += fmt.Sprintf(" %d", r.Result.Seed)
			}
			got = append(got, line)
		}
		ran, err := p.Recall(t.Context(), knownList(), o)
		if err != nil || ran != 4 || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: %d, %v, %q", o, ran, err, got)
		}
	}
}

func TestAKnownFailureThatIsFixedPasses(t *testing.T) {
	p := program(t, `{"duration": "1m", "workload": {"package": "$GUEST", "args": ["ok"]}}`)
	var states []engine.KnownState
	_, err := p.Recall(t.Context(), knownList()[:1], engine.RecallOptions{Each: func(r engine.Recalled) { states = append(states, r.State) }})
	if err != nil || !reflect.DeepEqual(states, []engine.KnownState{engine.PassesNow}) {
		t.Errorf("%v, %v", states, err)
	}
}

func TestAStopEndsReplaysOfKnownFailures(t *testing.T) {
	p := program(t, broken)
	stop := make(chan struct{})
	told := 0
	ran, err := p.Recall(t.Context(), knownList(), engine.RecallOptions{Stop: stop, Each: func(engine.Recalled) { told++ }})
	if err != nil || ran != 4 || told != 4 {
		t.Errorf("%d, %d, %v", ran, told, err)
	}
	close(stop)
	if ran, err = p.Recall(t.Context(), knownList(), engine.RecallOptions{Stop: stop}); err != nil || ran != 0 {
		t.Errorf("stopped before the first: %d, %v", ran, err)
	}
}
