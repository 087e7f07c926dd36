package engine_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/internal/world"
)

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

// What has been counted, and under which faults, is copied with a run.
func TestACloneCountsOnByItself(t *testing.T) {
	p := program(t, cluster)
	want := run(t, p, 3).Tally
	original := p.World(t.Context(), engine.Input{Seed: 3})
	defer original.Close()
	for range 200 {
		step(t, original)
	}
	copied := clone(t, original)
	defer copied.Close()
	for name, w := range map[string]*world.World{"clone": copied, "original": original} {
		o, err := w.Run()
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(o.Tally, want) {
			t.Errorf("%s: %+v, want %+v", name, o.Tally, want)
		}
	}
}
