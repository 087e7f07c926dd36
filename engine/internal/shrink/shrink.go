// Package shrink makes a failing schedule smaller while it fails in the same
// way. It knows schedules and a function from schedule to outcome. It makes no
// random choice and reads no clock: the same schedule and the same outcomes give
// the same result, whatever the number of jobs.
package shrink

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Outcome is what the run of a schedule came to.
type Outcome struct {
	// Same says that it failed in the same way as the run that is shrunk.
	Same bool
	// Ends is the failure as a person would say it, whether Same or another; ""
	// for a run that passed.
	Ends string
	// At is when it failed or ended.
	At vtime.Instant
	// Taken are the faults that happened, in the order in which they did, with
	// the instants and operations that they struck.
	Taken []schedule.Fault
	// Unfired is how many faults of the schedule did not happen.
	Unfired int
	// Ops is what sim.Budget handed out; 0 for a program that does not call it.
	Ops int64
}

// Options say how to run a schedule, and when to end.
type Options struct {
	// Jobs is how many candidates run at once; less than 1 is 1. The result does
	// not depend on it.
	Jobs int
	// Runs is how many runs may be counted; 0 is no limit.
	Runs int
	// Stop ends the search early when it is closed: runs in flight are
	// cancelled, and what they have led to is replayed and returned. Nil never
	// does.
	Stop <-chan struct{}
	// Duration is how long a schedule lasts that does not say so itself: the
	// config's. 0 if it is not known.
	Duration vtime.Duration
	// Try runs a candidate, perhaps from a checkpoint of the run that Keep made
	// last. Up to Jobs goroutines call it. Candidates may have ByAnchor set. A
	// cancelled context means that the answer is not needed any more.
	Try func(context.Context, *schedule.Schedule) (Outcome, error)
	// Keep replays a schedule from the start. It is called first with the schedule
	// to shrink, and then with each winner before it is kept; nothing else runs
	// meanwhile. A winner that is not Same then is not kept.
	Keep func(context.Context, *schedule.Schedule) (Outcome, error)
	// Step hears of each improvement once it is kept; nil is nobody.
	Step func(Step)
}

// Step is one improvement.
type Step struct {
	// Runs is how many runs were counted so far, Faults how many are left.
	Runs, Faults int
	// Did says what was done: "removed 1 of 3 faults".
	Did string
}

// Result is the smallest schedule that was found.
type Result struct {
	// Schedule ran from the start and failed in the same way. Its Duration is
	// set, unless Options.Duration was not. So are ShrunkFrom and ShrinkRuns, and
	// if the schedule to shrink had been shrunk, they count that too.
	Schedule *schedule.Schedule
	// Runs counts the candidates that were run, as if one at a time; Replays
	// counts the calls of Keep.
	Runs, Replays int
	// Refused is how many winners did not fail in the same way when they were
	// replayed: 0 unless Try and Keep disagree.
	Refused int
	// From and To are the sizes before and after.
	From, To schedule.Size
	// Complete says that no pass can do more. In particular the run without any
	// one fault was made and does not fail in the same way; where Needed says
	// Unresolved, it says nothing.
	Complete bool
	// Needed says of each fault of Schedule, in the same order, what became of
	// the run without it.
	Needed []Necessity
}

// Necessity is what happens without one fault.
type Necessity struct {
	Fault schedule.Fault
	Without
	// Ends is the failure without the fault, "" if there was none or it was not
	// tried.
	Ends string
}

// Without is how a run ended from which a fault was taken.
type Without int

const (
	// Untried means that shrinking ended before the fault's turn.
	Untried Without = iota
	// Passes means that the run passed: the fault is needed.
	Passes
	// Differs means that the run failed in another way.
	Differs
	// Unresolved means that the run passed, but another fault did not happen
	// either, so it says nothing about this one.
	Unresolved
)

func (w Without) String() string {
	return [...]string{"not tried", "passes", "fails in another way", "unresolved"}[w]
}

// NotSameError says that the schedule to shrink did not fail as it should have
// when it was replayed.
type NotSameError struct {
	// Outcome is what the replay came to.
	Outcome Outcome
}

func (e *NotSameError) Error() string {
	if e.Outcome.Ends == "" {
		return fmt.Sprintf("the schedule no longer fails: its replay passed, and ended at %v", e.Outcome.At)
	}
	return fmt.Sprintf("the schedule fails in another way: %s, at %v", e.Outcome.Ends, e.Outcome.At)
}

// Shrink makes a failing schedule smaller. It returns a *NotSameError if the
// schedule does not fail. After any other error, which is one of Try or Keep or
// of the context, the result is the best schedule that was kept until then; nil
// if there is none.
func Shrink(ctx context.Context, failing *schedule.Schedule, o Options) (*Result, error) {
	h := newShrinker(ctx, failing, o)
	if err := h.first(); err != nil {
		return nil, err
	}
	err := h.passes()
	complete := err == nil
	if errors.Is(err, errEnded) {
		err = nil
	}
	h.crew.rest()
	if ctx.Err() == nil { // what the last pass has found until it ended
		if _, e := h.commit(); err == nil {
			err = e
		}
	}
	return h.result(failing, complete && err == nil), err
}

// passes makes the schedule smaller until nothing changes. Whatever changes it
// is followed by a round of removals, so the end is 1-minimal.
func (h *shrinker) passes() error {
	for _, pass := range []func() (bool, error){h.trim, h.families, h.plain, h.bisectFaults, h.removals} {
		if _, err := pass(); err != nil {
			return err
		}
	}
	for again := false; ; again = true {
		won, err := h.smaller(again)
		if err == nil && !won {
			won, err = h.anyOf(h.plain, h.pairs)
		}
		if err != nil || !won {
			return err
		}
	}
}

// smaller makes smaller what is left after the removal of faults. again says
// that it has been done before: values are then only asked for a step less.
func (h *shrinker) smaller(again bool) (won bool, err error) {
	return h.anyOf(func() (bool, error) {
		// Together: a run that ends sooner seldom needs fewer faults.
		if err := h.ops(again); err != nil {
			return false, err
		}
		if err := h.duration(again); err != nil {
			return false, err
		}
		return h.faults(again)
	})
}

// anyOf runs passes, and after each that won a round of removals of single
// faults.
func (h *shrinker) anyOf(passes ...func() (bool, error)) (any bool, err error) {
	for _, pass := range passes {
		won, err := pass()
		if err == nil && won {
			any = true
			_, err = h.singles()
		}
		if err != nil {
			return any, err
		}
	}
	return any, nil
}
