package shrink

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

// at calls do when run number n begins, of those that a function makes.
func at(n int64, do func() error, run func(context.Context, *schedule.Schedule) (Outcome, error)) func(context.Context, *schedule.Schedule) (Outcome, error) {
	var runs atomic.Int64
	return func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
		if runs.Add(1) == n {
			if err := do(); err != nil {
				return Outcome{}, err
			}
		}
		return run(ctx, s)
	}
}

func TestStopAtAnyRunGivesAScheduleThatFails(t *testing.T) {
	for n := int64(1); n <= 160; n += 3 {
		stop := make(chan struct{})
		o := clusterOptions()
		o.Stop, o.Jobs = stop, 1+int(n%3)
		o.Try = at(n, func() error { close(stop); return nil }, runCluster)
		r := shrunk(t, storm(), o)
		if n < 140 && (r.Complete || r.Runs > int(n)) {
			t.Errorf("stopped at run %d: complete %v after %d", n, r.Complete, r.Runs)
		}
		fails(t, r.Schedule)
	}
}

func TestStopDoesNotWaitForRunsThatListen(t *testing.T) {
	stop := make(chan struct{})
	o := clusterOptions()
	o.Stop, o.Jobs = stop, 2
	var once sync.Once
	o.Try = func(ctx context.Context, _ *schedule.Schedule) (Outcome, error) {
		once.Do(func() { close(stop) })
		<-ctx.Done()
		return Outcome{}, ctx.Err()
	}
	r := shrunk(t, storm(), o)
	if r.Runs != 0 || r.Replays != 1 || r.Complete {
		t.Errorf("%+v", r)
	}
}

func TestAnErrorOfTryEndsItWithTheBestSoFar(t *testing.T) {
	broken := errors.New("the guest cannot be booted")
	for n := int64(1); n <= 120; n += 7 {
		for _, jobs := range []int{1, 3} {
			o := clusterOptions()
			o.Jobs = jobs
			o.Try = at(n, func() error { return broken }, runCluster)
			r, err := Shrink(context.Background(), storm(), o)
			// With several jobs, the run that broke may have been made in vain.
			if jobs == 1 && err != broken || err != nil && r.Complete {
				t.Errorf("run %d: %v", n, err)
			}
			fails(t, r.Schedule)
		}
	}
}

func TestAnErrorOfKeepEndsItWithWhatWasKept(t *testing.T) {
	broken := errors.New("no space left")
	for n := int64(1); n <= 9; n++ {
		o := clusterOptions()
		o.Keep = at(n, func() error { return broken }, runCluster)
		r, err := Shrink(context.Background(), storm(), o)
		if err != broken || (r == nil) != (n == 1) {
			t.Fatalf("replay %d: %v, %v", n, r, err)
		}
		if r != nil {
			fails(t, r.Schedule)
		}
	}
}

func TestACancelledContextEndsItWithWhatWasKept(t *testing.T) {
	for n := int64(1); n <= 120; n += 13 {
		ctx, cancel := context.WithCancel(context.Background())
		o := clusterOptions()
		o.Jobs = 2
		after := false
		o.Keep = func(c context.Context, s *schedule.Schedule) (Outcome, error) {
			after = after || c.Err() != nil
			return runCluster(c, s)
		}
		o.Try = at(n, func() error { cancel(); return nil }, runCluster)
		r, err := Shrink(ctx, storm(), o)
		if !errors.Is(err, context.Canceled) || after || r.Complete {
			t.Errorf("run %d: %v, replayed after the end %v", n, err, after)
		}
		fails(t, r.Schedule)
	}
}

// The replays of a Keep that disagrees do not fail for every other winner.
func TestAWinnerWhoseReplayDisagreesIsNotKept(t *testing.T) {
	replays := 0
	refused := map[string]bool{}
	o := clusterOptions()
	o.Keep = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
		out, err := runCluster(ctx, s)
		if replays++; replays > 1 && replays%2 == 0 {
			refused[s.Key()] = true
			return Outcome{Ends: "something else", At: out.At}, err
		}
		return out, err
	}
	r := shrunk(t, storm(), o)
	if r.Refused == 0 || r.Refused != len(refused) {
		t.Errorf("%d were refused, of %d schedules", r.Refused, len(refused))
	}
	if refused[r.Schedule.Key()] {
		t.Error("the result is one of them")
	}
	if len(r.Schedule.Faults) > 6 {
		t.Errorf("%d faults are left", len(r.Schedule.Faults))
	}
	fails(t, r.Schedule)
}

func TestAKeepThatRefusesAllKeepsTheGivenSchedule(t *testing.T) {
	first := true
	y := &synthetic{fails: needs(4)}
	o := y.options()
	o.Keep = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
		if !first {
			return Outcome{}, nil
		}
		first = false
		return y.run(ctx, s)
	}
	r := shrunk(t, many(20), o)
	if r.Schedule.Key() != many(20).Key() || r.Refused == 0 {
		t.Errorf("refused %d\n%s", r.Refused, r.Schedule.Encode())
	}
}

func TestNeverMoreRunsAtOnceThanJobsAndNoneDuringAReplay(t *testing.T) {
	for _, jobs := range []int{1, 2, 5} {
		var now, most, beside atomic.Int64
		o := clusterOptions()
		o.Jobs = jobs
		o.Try = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
			n := now.Add(1)
			defer now.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			return runCluster(ctx, s)
		}
		o.Keep = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
			beside.Add(now.Load())
			return runCluster(ctx, s)
		}
		shrunk(t, storm(), o)
		if most.Load() > int64(jobs) || beside.Load() > 0 {
			t.Errorf("%d jobs: %d at once, %d beside replays", jobs, most.Load(), beside.Load())
		}
	}
}

func TestJobsAreUsed(t *testing.T) {
	const jobs = 3
	// A run ends only when as many are in flight as there are jobs, until that
	// has happened once.
	var now atomic.Int64
	full := make(chan struct{})
	var once sync.Once
	o := clusterOptions()
	o.Jobs = jobs
	o.Try = func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
		defer now.Add(-1)
		if now.Add(1) == jobs {
			once.Do(func() { close(full) })
		}
		select {
		case <-full:
		case <-ctx.Done():
			return Outcome{}, fmt.Errorf("ended: %w", ctx.Err())
		}
		return runCluster(ctx, s)
	}
	o.Try = skipping(1, o.Try) // trim has nothing beside it
	shrunk(t, storm(), o)
}

// skipping runs the first n schedules by themselves.
func skipping(n int64, try func(context.Context, *schedule.Schedule) (Outcome, error)) func(context.Context, *schedule.Schedule) (Outcome, error) {
	var runs atomic.Int64
	return func(ctx context.Context, s *schedule.Schedule) (Outcome, error) {
		if runs.Add(1) <= n {
			return runCluster(ctx, s)
		}
		return try(ctx, s)
	}
}
