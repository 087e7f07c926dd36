package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/viewer"
)

// maker makes runs for a page with the program of a session; none without one. A
// search makes so many at once.
func maker(s *session, jobs int) viewer.Maker {
	if s == nil {
		return viewer.Maker{}
	}
	p := s.program
	return viewer.Maker{
		Goroutines: func(ctx context.Context, f *tracefile.File, at vtime.Instant) ([]story.Stacks, error) {
			if f.Program != p.ID {
				return nil, errors.New("the program has changed since this trace was recorded; record it again")
			}
			found, err := p.Goroutines(ctx, engine.Input{Seed: f.Seed, Schedule: f.Schedule}, at)
			if err != nil {
				return nil, err
			}
			return found.Nodes, nil
		},
		Replay: func(ctx context.Context, f *tracefile.File, changed *schedule.Schedule) (*viewer.Made, error) {
			r, err := p.Run(ctx, engine.Input{Seed: f.Seed, Schedule: p.Resolve(changed), Trace: true})
			if err != nil {
				return nil, err
			}
			return madeOf(r, comparedWith(r, f))
		},
		Neighbour: func(ctx context.Context, f *tracefile.File) (*viewer.Made, error) {
			found, err := p.Passing(ctx, engine.Input{Seed: f.Seed, Schedule: f.Schedule}, engine.PassingOptions{Jobs: jobs})
			var passes *engine.NotFailingError
			switch {
			case errors.As(err, &passes):
				return nil, errors.New("the run passes itself; a passing one is looked for near one that fails")
			case err != nil:
				return nil, err
			}
			return madeOf(found.Result, nearness(found))
		},
	}
}

// madeOf is a run in the form of a page: it is held in memory, not in a file.
func madeOf(r *engine.Result, verdict string) (*viewer.Made, error) {
	f, err := fileOf(r.TraceFile())
	if err != nil {
		return nil, err
	}
	return &viewer.Made{File: f, Failed: r.Failure != nil, Verdict: verdict}, nil
}

// comparedWith says how a run ended, seen from another.
func comparedWith(r *engine.Result, was *tracefile.File) string {
	switch f := r.Failure; {
	case f == nil && len(r.Undecided()) > 0:
		return fmt.Sprintf("the run is undecided: nobody knows whether history %q is as it should be", r.Undecided()[0].History)
	case f == nil && len(r.Unfired) > 0:
		return fmt.Sprintf("the run passes, but %d of the %s did not happen", len(r.Unfired), plural(len(r.Unfired)+len(r.Schedule.Faults), "fault"))
	case f == nil:
		return "the run passes"
	case was.Failure == nil:
		return "the run fails: " + f.Title()
	case was.Failure.Fingerprint() == f.Fingerprint():
		return "the run fails in the same way: " + f.Title()
	default:
		return "the run fails in another way: " + f.Title()
	}
}

// nearness says how a passing run differs from the failing one.
func nearness(p *engine.Passing) string {
	switch {
	case p.Without > 0 && p.Fault.Node != "":
		return fmt.Sprintf("without fault %d, a %s of %s, the run passes", p.Without, p.Fault.Kind, p.Fault.Node)
	case p.Without > 0:
		return fmt.Sprintf("without fault %d, a %s, the run passes", p.Without, p.Fault.Kind)
	case p.NoFaults:
		return "without any faults the run passes"
	}
	return fmt.Sprintf("seed %d is the nearest that passes", p.Result.Seed)
}
