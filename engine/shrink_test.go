package engine_test

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine"
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
	if s.Astray > 0 {
		t.Errorf("seed %d: %d runs from checkpoints went astray", seed, s.Astray)
	}
	return s
}

func TestAFailureOfKvlogShrinksToItsTwoFaults(t *testing.T) {
	p := kvlog(t)
	for _, seed := range []uint64{1, 4, 18} {
		var removed int // runs until the last fault that goes is gone
		s := shrunk(t, p, seed, engine.ShrinkOptions{Jobs: 2, Step: func(s engine.ShrinkStep) {
			t.Logf("run %4d  %3d faults  %s", s.Runs, s.Faults, s.Did)
			if removed == 0 && s.Faults == 2 {
				removed = s.Runs
			}
		}})
		t.Logf("seed %d: %d runs, %d until 2 faults were left; %d events simulated of %d", seed, s.Runs, removed, s.Simulated, s.Whole)
		if len(s.Schedule.Faults) != 2 || !s.Complete || s.Runs > 191 {
			t.Errorf("seed %d: %d faults after %d runs, complete %v", seed, len(s.Schedule.Faults), s.Runs, s.Complete)
		}
		r, err := p.Run(t.Context(), engine.Input{Seed: seed, Schedule: s.Schedule})
		if err != nil || r.Failure == nil || r.Digest != s.Result.Digest || len(r.Unfired) > 0 {
			t.Errorf("seed %d: the replay of what was kept differs: %v, %+v", seed, err, r)
		}
	}
}

// Seed 18 has 29 faults. The figures are those of issue and specification: 16 runs
// of the removal pass, 191 in all, half of the simulated work thanks to
// checkpoints.
func TestShrinkingIsTheSameWithAnyNumberOfJobsAndWithoutCheckpoints(t *testing.T) {
	p := kvlog(t)
	removal := 0
	first := shrunk(t, p, 18, engine.ShrinkOptions{Jobs: 1, Step: func(s engine.ShrinkStep) {
		if s.Faults == 2 && removal == 0 {
			removal = s.Runs
		}
	}})
	if len(first.Schedule.Faults) != 2 || removal > 16 || first.Runs > 191 || 2*first.Simulated > first.Whole {
		t.Errorf("%d faults, %d runs until then, %d in all; %d events simulated of %d", len(first.Schedule.Faults), removal, first.Runs, first.Simulated, first.Whole)
	}
	for name, o := range map[string]engine.ShrinkOptions{"two jobs": {Jobs: 2}, "no checkpoints": {Jobs: 2, Memory: engine.NoCheckpoints}} {
		other := shrunk(t, p, 18, o)
		if !reflect.DeepEqual(first.Schedule, other.Schedule) || first.Runs != other.Runs || first.Replays != other.Replays {
			t.Errorf("%s: %d runs, %d replays instead of %d, %d; schedule\n%s", name, other.Runs, other.Replays, first.Runs, first.Replays, other.Schedule.Encode())
		}
	}
}

// A budget of runs is reproducible, and what it leaves is a schedule that ran.
func TestABudgetLeavesTheBestSoFar(t *testing.T) {
	p := kvlog(t)
	for _, runs := range []int{1, 8} {
		a := shrunk(t, p, 5, engine.ShrinkOptions{Jobs: 1, Runs: runs})
		b := shrunk(t, p, 5, engine.ShrinkOptions{Jobs: 2, Runs: runs})
		if a.Complete || a.Runs > runs || !reflect.DeepEqual(a.Schedule, b.Schedule) {
			t.Errorf("%d runs: %d and %d, complete %v", runs, a.Runs, b.Runs, a.Complete)
		}
		r, err := p.Run(t.Context(), engine.Input{Seed: 5, Schedule: a.Schedule})
		if err != nil || r.Failure == nil || r.Failure.Signature() != a.Schedule.Fails {
			t.Errorf("%d runs: the schedule does not fail: %v, %+v", runs, err, r)
		}
	}
}

// BenchmarkShrink reports the runs that seeds of kvlog take, and how much of the
// candidates' events is simulated thanks to checkpoints, replays of winners
// included.
func BenchmarkShrink(b *testing.B) {
	p := kvlog(b)
	for _, c := range []struct {
		name   string
		memory uint64
	}{{"checkpoints", 0}, {"scratch", engine.NoCheckpoints}} {
		b.Run(c.name, func(b *testing.B) {
			var runs, removal, simulated, whole, n float64
			for b.Loop() {
				for _, seed := range []uint64{1, 4, 5, 6, 10, 11, 12, 14, 15, 16} {
					found := 0
					s := shrunk(b, p, seed, engine.ShrinkOptions{Jobs: 1, Memory: c.memory, Step: func(s engine.ShrinkStep) {
						if found == 0 && s.Faults == 2 {
							found = s.Runs
						}
					}})
					runs, removal, n = runs+float64(s.Runs), removal+float64(found), n+1
					simulated, whole = simulated+float64(s.Simulated), whole+float64(s.Whole)
				}
			}
			b.ReportMetric(runs/n, "runs/shrink")
			b.ReportMetric(removal/n, "runs/removal")
			b.ReportMetric(simulated/whole, "simulated/whole")
		})
	}
}
