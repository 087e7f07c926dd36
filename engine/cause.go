package engine

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// CauseOptions say how to look for the cause. The zero value is right for most.
type CauseOptions struct {
	// Jobs is how many runs are made at once; 0 is one. It has no influence on
	// the result.
	Jobs int
	// Memory is how many bytes checkpoints of the failing run may hold; 0 is
	// DefaultCheckpoints, and NoCheckpoints makes every run start at the
	// beginning.
	Memory uint64
	// Stop, when closed, ends the search; what is known by then is the result.
	Stop <-chan struct{}
	// Say hears what is being done, for a person who waits; nil is nobody. It may
	// be called from several goroutines.
	Say func(string)
}

// Cause is why a schedule fails. All of it was seen in runs of changed copies of
// the schedule; nothing is concluded about runs that were not made.
type Cause struct {
	// Failure is what the schedule ends with.
	Failure *verdict.Failure `json:"failure"`
	// Schedule is what was looked at: the faults that were taken, as they were
	// taken. It lasts as long as the config says if the failure is the same then.
	Schedule *schedule.Schedule `json:"schedule"`
	// Horizon is until when faults can strike.
	Horizon vtime.Duration `json:"horizon"`
	// Lengthened is the shorter duration of the given schedule; 0 if it was taken
	// as it is.
	Lengthened vtime.Duration `json:"lengthened,omitempty"`
	// Unfired are the faults of the given schedule that do not happen in its run,
	// and are left out.
	Unfired []schedule.Fault `json:"unfired,omitempty"`
	// Faults has an entry for each fault of Schedule.
	Faults []FaultCause `json:"faults"`
	// Inevitable is when the failure was settled; nil if the search was ended
	// before.
	Inevitable *Inevitable `json:"inevitable,omitempty"`
	// Seeds are runs of the schedule under other seeds: as it is, and, if it makes
	// streams of draws plain, also with these drawn.
	Seeds []SeedCount `json:"seeds,omitempty"`
	// Nearest is the passing run with the smallest change; nil if none passes.
	Nearest *Nearest `json:"nearest,omitempty"`
	// Runs counts the runs, Forked those of them that began at a checkpoint or at
	// another copy of the failing run. Neither depends on the number of jobs.
	Runs   int `json:"runs"`
	Forked int `json:"forked"`
	// Complete says that the search came to its end.
	Complete bool `json:"complete"`
}

// NotFailingError says that a schedule does not fail, so that there is no cause
// to look for.
type NotFailingError struct {
	// Result is its run.
	Result *Result
}

func (e *NotFailingError) Error() string {
	return fmt.Sprintf("seed %d does not fail: %s at %v; there is no cause to look for", e.Result.Seed, e.Result.Reason, e.Result.At.Seconds())
}

// Cause looks for the cause of a failure by replays of a schedule with small
// changes. A shrunk schedule gives the best answer. The error is a
// *NotFailingError if the schedule does not fail.
func (p *Program) Cause(ctx context.Context, s *schedule.Schedule, o CauseOptions) (*Cause, error) {
	h := newCausing(p, o)
	defer h.points.drop()
	err := guard(s.Seed, func() error { return h.begin(ctx, s) })
	if err != nil {
		return nil, err
	}
	out := &Cause{Failure: h.result.Failure, Schedule: h.base, Horizon: h.horizon(), Lengthened: h.lengthened, Unfired: h.unfired}
	for _, part := range []func(context.Context, *Cause) error{h.faults, h.settle, h.otherSeeds, h.nearest} {
		err = guard(s.Seed, func() error { return part(ctx, out) })
		if errors.Is(err, errStopped) {
			break
		} else if err != nil {
			return nil, err
		}
	}
	out.Complete = err == nil
	out.Runs, out.Forked = int(h.runs.Load()), int(h.forked.Load())
	return out, nil
}
