package engine_test

import (
	"errors"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

// Of a shrunk schedule every fault is needed, so the run without the last passes, which
// is the same for longest.
func TestTheNearestPassingRunLacksOneFault(t *testing.T) {
	p := kvlog(t)
	failing := shrunk(t, p, 1, engine.ShrinkOptions{Jobs: 2})
	var first *engine.Passing
	for _, jobs := range []int{1, 2} {
		near, err := p.Passing(t.Context(), engine.Input{Seed: 1, Schedule: failing.Schedule}, engine.PassingOptions{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		if r := near.Result; !r.Passed() || near.Without != len(failing.Schedule.Faults) || near.NoFaults || len(r.Schedule.Faults) != len(failing.Schedule.Faults)-1 || len(r.Recording().Events) == 0 {
			t.Errorf("%d jobs: %+v, %d faults", jobs, near, len(r.Schedule.Faults))
		}
		if first == nil {
			first = near
		}
		if near.Without != first.Without || near.Runs != first.Runs || near.Result.Digest != first.Result.Digest {
			t.Errorf("%d jobs give another run: %+v", jobs, near)
		}
		_, err = p.Passing(t.Context(), engine.Input{Seed: 1, Schedule: near.Result.Schedule}, engine.PassingOptions{})
		if passes := (*engine.NotFailingError)(nil); !errors.As(err, &passes) {
			t.Errorf("near a run that passes: %v", err)
		}
	}
}

// The guest fails by itself, with every seed: its own run and a hundred others.
func TestNothingPassesNearAProgramThatAlwaysFails(t *testing.T) {
	p := program(t, alone("always"))
	_, err := p.Passing(t.Context(), engine.Input{Seed: 3}, engine.PassingOptions{Jobs: 2})
	if want := "no passing run is found near seed 3: 101 runs fail"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
