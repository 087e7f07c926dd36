package engine_test

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

// shrunk shrinks the kvlog run of a seed.
func shrunk(t testing.TB, p *engine.Program, seed uint64, o engine.ShrinkOptions) *engine.Shrunk {
	t.Helper()
	r, err := p.Run(t.Context(), engine.Input{Seed: seed})
	if err != nil || r.Failure == nil {
		t.Fatalf("seed %d: %v, %+v", seed, err, r)
	}
	s, err := p.Shrink(t.Context(), r, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestShrinkingIsTheSameWithAnyNumberOfJobsAndWithoutCheckpoints(t *testing.T) {
	p := kvlog(t)
	var steps []engine.ShrinkStep
	first := shrunk(t, p, 1, engine.ShrinkOptions{Jobs: 2, Step: func(s engine.ShrinkStep) { steps = append(steps, s) }})
	for _, s := range steps {
		t.Logf("run %4d  %3d faults  %s", s.Runs, s.Faults, s.Did)
	}
	t.Logf("from %+v to %+v in %d runs, %d replays, complete %v, astray %d, simulated %d of %d\n%s", first.From, first.To, first.Runs, first.Replays, first.Complete, first.Astray, first.Simulated, first.Whole, first.Schedule.Encode())
	if len(first.Schedule.Faults) != 2 || !first.Complete || first.Runs > 191 {
		t.Errorf("%d faults in %d runs, complete %v", len(first.Schedule.Faults), first.Runs, first.Complete)
	}
	if 2*first.Simulated > first.Whole {
		t.Errorf("%d events were simulated, more than half of %d", first.Simulated, first.Whole)
	}
	for name, o := range map[string]engine.ShrinkOptions{"one job": {Jobs: 1}, "no checkpoints": {Jobs: 2, Memory: engine.NoCheckpoints}} {
		other := shrunk(t, p, 1, o)
		if other.Astray+first.Astray > 0 {
			t.Errorf("%s: %d and %d runs from checkpoints went astray", name, first.Astray, other.Astray)
		}
		if !reflect.DeepEqual(first.Schedule, other.Schedule) || first.Runs != other.Runs || first.Replays != other.Replays {
			t.Errorf("%s: %d runs, %d replays instead of %d, %d; schedule\n%s", name, other.Runs, other.Replays, first.Runs, first.Replays, other.Schedule.Encode())
		}
	}
	replayed, err := p.Run(t.Context(), engine.Input{Seed: 1, Schedule: first.Schedule})
	if err != nil || replayed.Failure == nil || replayed.Digest != first.Result.Digest || len(replayed.Unfired) > 0 {
		t.Errorf("the replay differs: %v, %+v", err, replayed)
	}
	_ = schedule.Schema
}
