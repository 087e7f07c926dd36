package engine

import (
	"context"
	"errors"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/verdict"
)

// Replay runs a schedule with the seed that it names, as Resolve gives it. The
// error wraps ErrOtherConfig if the config lacks its nodes.
func (p *Program) Replay(ctx context.Context, s *schedule.Schedule) (*Result, error) {
	return p.Run(ctx, p.replaying(s))
}

// replaying is the run that replays a schedule in this program.
func (p *Program) replaying(s *schedule.Schedule) Input {
	return Input{Seed: s.Seed, Schedule: p.Resolve(s)}
}

// Resolve gives a schedule as it is to be replayed in this program. If another
// program recorded it, operation numbers mean nothing any more: faults that have
// anchors find their operations by them.
func (p *Program) Resolve(s *schedule.Schedule) *schedule.Schedule {
	anchored := func(f schedule.Fault) bool { return f.Anchor != nil }
	if s.Program == "" || s.Program == p.ID || !slices.ContainsFunc(s.Faults, anchored) {
		return s
	}
	c := s.Clone()
	c.ByAnchor = true
	return c
}

// Drift is how far the operations of a schedule lie from where another program
// had them.
type Drift struct {
	// Anchored is how many faults of the schedule were to be found by anchors.
	Anchored int
	// Moved are those that were found under another number.
	Moved []Moved
	// Missing are those whose operation was not made before the run ended.
	Missing []schedule.Fault
}

// Drift tells how the anchors of in's schedule were found in the run r of it.
func (in Input) Drift(r *Result) (d Drift) {
	if in.Schedule == nil || !in.Schedule.ByAnchor {
		return d
	}
	for _, f := range in.Schedule.Faults {
		if f.Anchor != nil {
			d.Anchored++
		}
	}
	d.Moved = r.Moved
	for _, f := range r.Unfired {
		if f.Anchor != nil {
			d.Missing = append(d.Missing, f)
		}
	}
	return d
}

// KnownState is what has become of a known failure.
type KnownState string

// The states of a known failure.
const (
	StillFails KnownState = "fails"   // in the way that the schedule names
	FailsOther KnownState = "differs" // in another way
	PassesNow  KnownState = "passes"  // to the end of the schedule's duration
	Stale      KnownState = "stale"   // it cannot be run

	// LeftOpen is a run without a failure that has an undecided history: nobody
	// knows whether it passes.
	LeftOpen KnownState = "undecided"
)

// Recalled is what a replay of a known failure came to.
type Recalled struct {
	// Index is its place in the list that was given to Recall.
	Index int
	State KnownState
	// Result is the run, without its trace; nil if there was none.
	Result *Result
	// Problem says why State is Stale; nil otherwise.
	Problem error
}

// RecallOptions say how to replay known failures. The zero value is right for
// most.
type RecallOptions struct {
	// Jobs is how many run at once; 0 is one. It has no influence on any result.
	Jobs int
	// Check runs each one twice and compares.
	Check bool
	// Stop, when closed, lets the running ones end and starts no more.
	Stop <-chan struct{}
	// Each hears of every one, in the order of the list, one at a time; nil is
	// nobody.
	Each func(Recalled)
}

// Recall replays known failures: schedules whose Fails says how they fail. It
// gives how many were run or found stale: all of them, unless Stop was closed.
// An error means that a replay could not take place for another reason.
func (p *Program) Recall(ctx context.Context, known []*schedule.Schedule, o RecallOptions) (ran int, err error) {
	replay := func(ctx context.Context, i int) (Recalled, error) {
		if stopped(o.Stop) {
			return Recalled{}, errStopped
		}
		r, err := p.recall(ctx, known[i], o.Check)
		r.Index = i
		return r, err
	}
	err = inOrder(ctx, len(known), o.Jobs, replay, func(r Recalled) {
		ran++
		if o.Each != nil {
			o.Each(r)
		}
	})
	if errors.Is(err, errStopped) {
		err = nil
	}
	return ran, err
}

func stopped(stop <-chan struct{}) bool {
	select {
	case <-stop:
		return true
	default:
		return false
	}
}

// recall replays one known failure.
func (p *Program) recall(ctx context.Context, s *schedule.Schedule, check bool) (Recalled, error) {
	r, err := p.Replay(ctx, s)
	if errors.Is(err, ErrOtherConfig) {
		return Recalled{State: Stale, Problem: err}, nil
	}
	if err == nil && check {
		var differ *verdict.Failure
		if differ, err = p.CheckDeterminism(ctx, r, p.replaying(s)); differ != nil {
			r.Failure = differ
		}
	}
	if err != nil {
		return Recalled{}, err
	}
	r.release()
	in := p.replaying(s)
	if state := r.state(s.Fails); state == StillFails || len(in.Drift(r).Missing) == 0 {
		return Recalled{State: state, Result: r}, nil
	}
	return Recalled{State: Stale, Result: r, Problem: errors.New("the program has changed: operations that its faults strike are not made any more")}, nil
}

// state compares a run with the signature of a known failure, as a file has it.
func (r *Result) state(fails string) KnownState {
	switch {
	case r.Passed():
		return PassesNow
	case r.OK():
		return LeftOpen
	case r.Failure.Fingerprint() == verdict.Fingerprint(fails):
		return StillFails
	}
	return FailsOther
}
