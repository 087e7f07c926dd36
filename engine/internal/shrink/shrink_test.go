package shrink

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// shrunk is the result of a search that has to succeed.
func shrunk(t *testing.T, s *schedule.Schedule, o Options) *Result {
	t.Helper()
	r, err := Shrink(context.Background(), s, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// clusterOptions shrink a schedule of the cluster.
func clusterOptions() Options { return Options{Duration: lasts, Try: runCluster, Keep: runCluster} }

// fails checks that a schedule fails in the same way when it is run.
func fails(t *testing.T, s *schedule.Schedule) {
	t.Helper()
	out, err := runCluster(context.Background(), s)
	if err != nil || !out.Same || out.Unfired > 0 {
		t.Errorf("it does not fail: %+v, %v\n%s", out, err, s.Encode())
	}
}

func TestTheStormShrinksToThreeFaults(t *testing.T) {
	var story strings.Builder
	o := clusterOptions()
	o.Step = func(s Step) { fmt.Fprintf(&story, "run %4d %4d faults  %s\n", s.Runs, s.Faults, s.Did) }
	r := shrunk(t, storm(), o)
	fmt.Fprintf(&story, "shrunk from %s\n         to %s\nin %d runs and %d replays\n\n%s\n", size(r.From), size(r.To), r.Runs, r.Replays, r.Schedule.Encode())
	for _, n := range r.Needed {
		fmt.Fprintf(&story, "without the %s at %v: %v %s\n", title(&n.Fault), n.Fault.At, n.Without, n.Ends)
	}
	golden(t, "storm.txt", story.String())
	if !r.Complete || r.Refused != 0 {
		t.Errorf("complete %v, refused %d", r.Complete, r.Refused)
	}
	if limit := 160; r.Runs > limit {
		t.Errorf("%d runs, more than %d", r.Runs, limit)
	}
	fails(t, r.Schedule)
}

func size(s schedule.Size) string {
	return fmt.Sprintf("%d faults, %s, %d workload ops", s.Faults, s.Duration.Rounded(), s.Ops)
}

func TestAnyNumberOfJobsGivesTheSame(t *testing.T) {
	var first *Result
	var steps []Step
	for _, jobs := range []int{0, 1, 2, 3, 8} {
		var heard []Step
		o := clusterOptions()
		o.Jobs, o.Step = jobs, func(s Step) { heard = append(heard, s) }
		r := shrunk(t, storm(), o)
		if first == nil {
			first, steps = r, heard
		}
		if !reflect.DeepEqual(r, first) || !slices.Equal(heard, steps) {
			t.Errorf("%d jobs: %+v, steps %v; one job: %+v, %v", jobs, r, heard, first, steps)
		}
	}
}

func TestEveryBudgetGivesAScheduleThatFails(t *testing.T) {
	whole := shrunk(t, storm(), clusterOptions())
	last := len(storm().Faults)
	for runs := 1; runs <= whole.Runs+1; runs++ {
		o := clusterOptions()
		o.Runs, o.Jobs = runs, 1+runs%3
		ran := map[string]bool{}
		o.Keep = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
			out, err := runCluster(ctx, s)
			if out.Same {
				ran[s.Key()] = true
			}
			return out, err
		}
		r := shrunk(t, storm(), o)
		if !ran[r.Schedule.Key()] {
			t.Fatalf("%d runs: what is returned was not replayed", runs)
		}
		if r.Runs > runs || r.Complete != (r.Runs == whole.Runs) || len(r.Schedule.Faults) > last {
			t.Errorf("%d runs: %d were made, complete %v, %d faults", runs, r.Runs, r.Complete, len(r.Schedule.Faults))
		}
		fails(t, r.Schedule)
		last = len(r.Schedule.Faults)
		if runs >= whole.Runs && !reflect.DeepEqual(r, whole) {
			t.Errorf("%d runs suffice for another result: %+v", runs, r)
		}
	}
}

func TestASecondShrinkFindsNothingMore(t *testing.T) {
	once := shrunk(t, storm(), clusterOptions())
	twice := shrunk(t, once.Schedule, clusterOptions())
	if twice.Schedule.Key() != once.Schedule.Key() || !twice.Complete {
		t.Errorf("complete %v\n%s", twice.Complete, twice.Schedule.Encode())
	}
	if got := twice.Schedule; *got.ShrunkFrom != once.From || got.ShrinkRuns != once.Runs+twice.Runs {
		t.Errorf("shrunk from %+v in %d runs", *got.ShrunkFrom, got.ShrinkRuns)
	}
	if twice.From != once.To {
		t.Errorf("the second began with %+v", twice.From)
	}
}

func TestTheGivenScheduleIsLeftAlone(t *testing.T) {
	s := storm()
	shrunk(t, s, clusterOptions())
	if string(s.Encode()) != string(storm().Encode()) {
		t.Errorf("it is now\n%s", s.Encode())
	}
}

func TestAScheduleThatDoesNotFailIsNotShrunk(t *testing.T) {
	for ends, want := range map[string]string{
		"":             "the schedule no longer fails: its replay passed, and ended at 2s",
		"node a panic": "the schedule fails in another way: node a panic, at 2s",
	} {
		keep := func(context.Context, *schedule.Schedule) (Outcome, error) {
			return Outcome{Ends: ends, At: vtime.Instant(2 * vtime.Second)}, nil
		}
		r, err := Shrink(context.Background(), many(3), Options{Keep: keep})
		if _, ok := err.(*NotSameError); !ok || r != nil || err.Error() != want {
			t.Errorf("%v, %v; want %s", r, err, want)
		}
	}
}

func TestAFailureWithoutFaultsKeepsItsLimits(t *testing.T) {
	run := func(_ context.Context, s *schedule.Schedule) (Outcome, error) {
		end := vtime.Instant(s.Duration)
		return Outcome{Same: s.Duration >= 3*vtime.Second, Ends: "late", At: end}, nil
	}
	r := shrunk(t, &schedule.Schedule{}, Options{Duration: vtime.Minute, Try: run, Keep: run})
	if d := r.Schedule.Duration; d < 3*vtime.Second || d > 3*vtime.Second+within {
		t.Errorf("duration %v", d)
	}
	if want := []string{"latency", "ties", "random", "tearing"}; !slices.Equal(r.Schedule.Plain, want) {
		t.Errorf("plain %v", r.Schedule.Plain)
	}
}

func TestTheWordsKnowEveryStream(t *testing.T) {
	for _, s := range schedule.Streams {
		if simplest[s.Name] == "" {
			t.Errorf("%s has none", s.Name)
		}
	}
}
