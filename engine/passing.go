package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// PassingOptions say how to look for a passing run. The zero value is right for
// most.
type PassingOptions struct {
	// Jobs is how many runs are made at once; 0 is one. It has no influence on the
	// result.
	Jobs int
	// Say hears what is being done, for a person who waits; nil is nobody.
	Say func(string)
}

// Passing is a run that passes and is near to one that fails, to be compared with
// it.
type Passing struct {
	// Result is the run, with its trace. It lasts as long as the failing one could.
	Result *Result
	// Without is the number, from 1, of the fault that was left out, in the schedule
	// as the failing run took it; 0 if it is another change. Fault is that fault.
	Without int
	Fault   *schedule.Fault
	// NoFaults says that the seed is the same, and all faults were left out. If
	// neither this nor Without is set, it is another seed.
	NoFaults bool
	// Runs is how many runs the search took.
	Runs int
}

// otherSeeds is how many other seeds are tried in the search for a passing run.
const otherSeeds = 100

// errPasses ends a search for a run that passes.
var errPasses = errors.New("it passes")

// Passing looks for a passing run near the failing one of in: first its schedule
// without one fault, the last one that will do, where all others happen if there is such
// a run; then the seed
// without faults; then the nearest other seed. It passes for the whole of the
// config's duration. The error is a *NotFailingError if the run of in does not fail.
func (p *Program) Passing(ctx context.Context, in Input, o PassingOptions) (*Passing, error) {
	if o.Say == nil {
		o.Say = func(string) {}
	}
	s := &passingSearch{program: p, options: o}
	o.Say("running what fails")
	failing, err := p.Run(ctx, in)
	if err != nil {
		return nil, err
	}
	if failing.Failure == nil {
		return nil, &NotFailingError{failing}
	}
	s.runs++
	for _, look := range []func(context.Context, *schedule.Schedule) (*Passing, error){s.lessOne, s.without, s.other} {
		found, err := look(ctx, failing.Schedule)
		if err != nil {
			return nil, err
		}
		if found != nil {
			found.Runs = s.runs + 1
			return found, nil
		}
	}
	return nil, fmt.Errorf("no passing run is found near seed %d: %d runs fail", failing.Seed, s.runs)
}

// passingSearch is the state of one Passing.
type passingSearch struct {
	program *Program
	options PassingOptions
	runs    int
}

// lessOne looks for a fault without which the run passes, the last one first: until a
// fault strikes, the run without it is the same.
func (s *passingSearch) lessOne(ctx context.Context, base *schedule.Schedule) (*Passing, error) {
	s.options.Say("runs without one fault")
	var all []*schedule.Schedule
	for i := len(base.Faults) - 1; i >= 0; i-- {
		less := base.Clone()
		less.Faults = slices.Delete(less.Faults, i, i+1)
		all = append(all, less)
	}
	i, err := s.first(ctx, all, true)
	if i < 0 || err != nil {
		return nil, err
	}
	r, err := s.record(ctx, all[i])
	without := len(all) - 1 - i
	return &Passing{Result: r, Without: without + 1, Fault: &base.Faults[without]}, err
}

// without looks at the seed without faults.
func (s *passingSearch) without(ctx context.Context, base *schedule.Schedule) (*Passing, error) {
	if len(base.Faults) == 0 {
		return nil, nil
	}
	s.options.Say("the run without faults")
	none := base.Clone()
	none.Faults = nil
	i, err := s.first(ctx, []*schedule.Schedule{none}, false)
	if i < 0 || err != nil {
		return nil, err
	}
	r, err := s.record(ctx, none)
	return &Passing{Result: r, NoFaults: true}, err
}

// other looks for another seed, the nearest one first, and of two that are as near
// the higher one. The faults are those that it draws.
func (s *passingSearch) other(ctx context.Context, base *schedule.Schedule) (*Passing, error) {
	s.options.Say("other seeds")
	var seeds []uint64
	for d := uint64(1); len(seeds) < otherSeeds; d++ {
		if base.Seed+d > base.Seed {
			seeds = append(seeds, base.Seed+d)
		}
		if d <= base.Seed {
			seeds = append(seeds, base.Seed-d)
		}
	}
	i, err := s.try(ctx, len(seeds), false, func(i int) Input { return Input{Seed: seeds[i]} })
	if i < 0 || err != nil {
		return nil, err
	}
	s.options.Say("recording")
	r, err := s.program.Run(ctx, Input{Seed: seeds[i], Trace: true})
	return &Passing{Result: r}, err
}

// first is the place of the first schedule that passes, or less than 0.
func (s *passingSearch) first(ctx context.Context, all []*schedule.Schedule, complete bool) (int, error) {
	return s.try(ctx, len(all), complete, func(i int) Input {
		long := all[i].Clone()
		long.Duration = 0
		return Input{Seed: long.Seed, Schedule: long}
	})
}

// try gives the place of the first of n runs that passes, or less than 0. With
// complete, one in which all faults happen comes before one in which some do not.
func (s *passingSearch) try(ctx context.Context, n int, complete bool, input func(int) Input) (int, error) {
	at, found := 0, -1
	run := func(ctx context.Context, i int) (*Result, error) {
		r, err := s.program.Run(ctx, input(i))
		if err == nil && r.Passed() && (!complete || len(r.Unfired) == 0) {
			err = errPasses
		}
		if r != nil {
			r.release()
		}
		return r, err
	}
	err := inOrder(ctx, n, s.options.Jobs, run, func(r *Result) {
		if found < 0 && r.Passed() {
			found = at
		}
		at++
	})
	s.runs += at
	if errors.Is(err, errPasses) {
		s.runs++
		return at, nil
	}
	return found, err
}

// record runs a passing schedule once more for its trace: as long as the failing
// run could last, unless it only passes when it lasts longer.
func (s *passingSearch) record(ctx context.Context, of *schedule.Schedule) (*Result, error) {
	s.options.Say("recording")
	r, err := s.program.Run(ctx, Input{Seed: of.Seed, Schedule: of, Trace: true})
	if err != nil || r.Passed() {
		return r, err
	}
	long := of.Clone()
	long.Duration = 0
	return s.program.Run(ctx, Input{Seed: of.Seed, Schedule: long, Trace: true})
}
