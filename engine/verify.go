package engine

import (
	"context"

	"github.com/seedfall/seedfall/engine/confidence"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// VerifyOptions say how to verify. The zero value is right for most.
type VerifyOptions struct {
	// Neighbours is how many runs near the schedule there are besides its own;
	// 0 is DefaultNeighbours, less than 0 is none.
	Neighbours int
	// Jobs is how many run at once; 0 is one. It has no influence on the result.
	Jobs int
	// Each hears every run in order: the schedule's own first.
	Each func(*Result)
}

// DefaultNeighbours is how many runs besides its own verify a schedule: if all
// pass, fewer than one run in twenty fails, with 95% confidence.
const DefaultNeighbours = 59

// Verified is what verifying came to.
type Verified struct {
	// Ran is how many runs there were, Same how many failed in the way that the
	// schedule names (any, if it names none), Other how many in another way.
	Ran, Same, Other int
	// Undecided is how many runs without a failure have an undecided history. They
	// have not passed; Open is the first of them, nil if there is none.
	Undecided int
	Open      *Result
	// First is the first that failed, in the order of the runs; nil if none did.
	First *Result
	// Own says that First is the run of the schedule itself, not of a neighbour,
	// and OwnOpen that Open is.
	Own, OwnOpen bool
}

// Failed is how many runs failed.
func (v *Verified) Failed() int { return v.Same + v.Other }

// Passed says that all runs passed.
func (v *Verified) Passed() bool { return v.Failed()+v.Undecided == 0 }

// Bound is the failure rate, between 0 and 1, that is exceeded with a
// probability below 5% if all runs passed. It is for a person to read.
func (v *Verified) Bound() float64 { return confidence.Bound(uint64(v.Ran), confidence.At95) }

// Verify replays a schedule for the config's full duration and with all of its
// workload, and then runs neighbours of it: other seeds, under faults that come
// a little earlier or later. A bug that is fixed passes all of them; one that
// only moved shows again.
func (p *Program) Verify(ctx context.Context, s *schedule.Schedule, o VerifyOptions) (*Verified, error) {
	inputs := []Input{{Seed: s.Seed, Schedule: whole(s)}}
	n := o.Neighbours
	if n == 0 {
		n = DefaultNeighbours
	}
	for i := range max(0, n) {
		inputs = append(inputs, neighbour(s, uint64(i)))
	}
	v := &Verified{}
	run := func(ctx context.Context, i int) (*Result, error) { return p.Run(ctx, inputs[i]) }
	err := inOrder(ctx, len(inputs), o.Jobs, run, func(r *Result) {
		v.add(r, s.Fails)
		if o.Each != nil {
			o.Each(r)
		}
	})
	return v, err
}

// add counts a run of a schedule that fails as the signature says.
func (v *Verified) add(r *Result, fails string) {
	v.Ran++
	own := v.Ran == 1
	switch {
	case r.Passed():
		return
	case r.OK():
		v.Undecided++
		if v.Open == nil {
			v.Open, v.OwnOpen = r, own
		}
		return
	case fails == "" || r.Failure.Signature() == fails:
		v.Same++
	default:
		v.Other++
	}
	if v.First == nil {
		v.First, v.Own = r, own
	}
}

// whole is a schedule whose run is not cut short.
func whole(s *schedule.Schedule) *schedule.Schedule {
	c := s.Clone()
	c.Duration, c.Ops = 0, 0
	return c
}

// jitter is how far the faults of a neighbour lie from those of the schedule, at
// most: for planned ones in time, for recorded ones in operations.
const (
	jitterTime = 5 * vtime.Millisecond
	jitterOps  = 3
)

// neighbour is the run number i near a schedule. It depends on nothing else.
func neighbour(s *schedule.Schedule, i uint64) Input {
	draws := rng.Seed(s.Seed).Derive("neighbour").At(i).Stream()
	c := whole(s)
	for j := range c.Faults {
		f := &c.Faults[j]
		if f.Op > 0 {
			by := draws.Between(-jitterOps, jitterOps)
			f.Op = uint64(max(1, int64(f.Op)+by))
			if f.Anchor != nil {
				a := *f.Anchor
				a.Nth = uint64(max(1, int64(a.Nth)+by))
				f.Anchor = &a
			}
			continue
		}
		span := f.Span()
		f.At = max(0, f.At.Add(vtime.Duration(draws.Between(-int64(jitterTime), int64(jitterTime)))))
		f.Until = f.At.Add(span)
	}
	c.Seed = draws.Uint64() >> 1 // what a person can type
	return Input{Seed: c.Seed, Schedule: c}
}
