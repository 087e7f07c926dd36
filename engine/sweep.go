package engine

import (
	"context"
	"sync"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Seeds are the seeds from First to Last.
type Seeds struct{ First, Last uint64 }

// Count is how many they are; none if Last lies below First.
func (s Seeds) Count() uint64 {
	if s.Last < s.First {
		return 0
	}
	return s.Last - s.First + 1
}

// SweepOptions say how to run many seeds.
type SweepOptions struct {
	// Jobs is how many run at once; 0 is one. It has no influence on any
	// result.
	Jobs int
	// Check runs each seed twice and compares.
	Check bool
	// Stop, when closed, lets the running seeds end and starts no more.
	Stop <-chan struct{}
	// Around is called with each run before it begins, and has to call it; nil
	// calls it at once. It says when a seed is run, several at a time, and has no
	// influence on the result.
	Around func(seed uint64, run func())
	// Each hears every result, in the order of the seeds, one at a time; nil is
	// nobody. A result's trace is not kept.
	Each func(*Result)
	// Done hears the number of seeds that have ended, in any order; nil is
	// nobody.
	Done func(ended int)
}

// Summary is what a sweep came to.
type Summary struct {
	Seeds    uint64 // asked for
	Ran      uint64 // ended
	Failures []Group
	Failed   uint64 // seeds with a failure
	Virtual  vtime.Duration
	Events   uint64
	Tally    property.Tally
	// Unreached are properties of the catalogue, or listed by the programs, that
	// no seed reached, or made true. They are left empty if not all seeds ran.
	Unreached []property.Missing
	// Undecided counts the seeds without a failure that have an undecided history.
	// They have not passed. Open says why, a reason after the other.
	Undecided uint64
	Open      []Open
	// Histories has what was recorded and how it was judged, by name.
	Histories []HistoryCount
	// Unrecorded are the histories of the config that no seed recorded a call of.
	// They are left empty if not all seeds ran.
	Unrecorded []string
}

// Group is the seeds that fail in the same way.
type Group struct {
	Signature string
	First     *Result // the one with the lowest seed
	Seeds     []uint64
}

// Complete says that every seed ran.
func (s *Summary) Complete() bool { return s.Ran == s.Seeds }

// Sweep runs many seeds. An error means that one could not take place; the
// summary then holds what ran before.
func (p *Program) Sweep(ctx context.Context, seeds Seeds, o SweepOptions) (*Summary, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &sweep{program: p, options: o, next: seeds.First, left: seeds.Count(), waiting: map[uint64]*Result{}, expect: seeds.First}
	s.summary = &Summary{Seeds: seeds.Count(), Tally: property.Tally{}}
	var all sync.WaitGroup
	for range max(1, o.Jobs) {
		all.Go(func() { s.work(ctx, cancel) })
	}
	all.Wait()
	s.drain(true)
	if s.summary.Complete() && s.err == nil {
		s.summary.Unreached = s.summary.Tally.Unreached(p.Catalogue)
		s.summary.Unrecorded = s.summary.unrecorded(p.Config)
	}
	return s.summary, s.err
}

// sweep is the state that the jobs of one sweep share.
type sweep struct {
	program *Program
	options SweepOptions

	mu      sync.Mutex
	next    uint64 // seed to start next
	left    uint64 // seeds not started
	ended   int
	expect  uint64             // seed to report next
	waiting map[uint64]*Result // ended before one with a lower seed
	summary *Summary
	err     error
}

func (s *sweep) work(ctx context.Context, cancel func()) {
	for {
		seed, ok := s.take(ctx)
		if !ok {
			return
		}
		var r *Result
		var err error
		run := func() { r, err = s.run(ctx, seed) }
		if s.options.Around != nil {
			s.options.Around(seed, run)
		} else {
			run()
		}
		if !s.put(r, err) {
			cancel()
			return
		}
	}
}

func (s *sweep) take(ctx context.Context) (seed uint64, ok bool) {
	select {
	case <-s.options.Stop:
		return 0, false
	case <-ctx.Done():
		return 0, false
	default:
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.left == 0 || s.err != nil {
		return 0, false
	}
	s.left--
	s.next++
	return s.next - 1, true
}

func (s *sweep) run(ctx context.Context, seed uint64) (*Result, error) {
	in := Input{Seed: seed}
	r, err := s.program.Run(ctx, in)
	if err != nil || !s.options.Check {
		return r, err
	}
	f, err := s.program.CheckDeterminism(ctx, r, in)
	if f != nil {
		r.Failure = f
	}
	return r, err
}

// put takes a result; it is false when the sweep is to end.
func (s *sweep) put(r *Result, err error) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil {
		if s.err == nil {
			s.err = err
		}
		return false
	}
	s.ended++
	if s.options.Done != nil {
		s.options.Done(s.ended)
	}
	r.release()
	s.waiting[r.Seed] = r
	s.drain(false)
	return true
}

// drain reports results in the order of their seeds: as far as they follow
// each other, or all that are left when the sweep has ended.
func (s *sweep) drain(all bool) {
	for len(s.waiting) > 0 {
		if r, ok := s.waiting[s.expect]; ok {
			delete(s.waiting, s.expect)
			s.add(r)
		} else if !all {
			return
		}
		s.expect++
	}
}

func (s *sweep) add(r *Result) {
	m := s.summary
	m.Ran++
	m.Virtual += vtime.Duration(r.At)
	m.Events += r.Events
	m.Tally.Merge(r.Tally, r.Seed)
	m.judged(r)
	if r.Failure != nil {
		m.Failed++
		m.group(r)
	}
	if s.options.Each != nil {
		s.options.Each(r)
	}
}

func (s *Summary) group(r *Result) {
	sig := r.Failure.Signature()
	for i := range s.Failures {
		if s.Failures[i].Signature == sig {
			s.Failures[i].Seeds = append(s.Failures[i].Seeds, r.Seed)
			return
		}
	}
	s.Failures = append(s.Failures, Group{sig, r, []uint64{r.Seed}})
}

// Nondeterministic says that Check found a seed whose two runs differ.
func (s *Summary) Nondeterministic() bool {
	for _, g := range s.Failures {
		if g.First.Failure.Class == verdict.Nondeterminism {
			return true
		}
	}
	return false
}
