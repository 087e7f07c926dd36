package lsp

import (
	"slices"

	"github.com/seedfall/seedfall/lsp/work"
)

// heard takes what the worker says about a job into the results.
func (s *server) heard(j *job, e work.Event) {
	if e.Done != nil {
		j.unlay()
	}
	tell, keep := s.take(j, e)
	if keep {
		s.keep(j.scenario, e.Done != nil && j.Do == work.Sweep)
	}
	if e.Done != nil {
		s.goOn(j, e.Done)
	}
	if tell {
		s.refresh()
	}
}

// take does so, and says whether the client and the journal are to know of it.
func (s *server) take(j *job, e work.Event) (tell, keep bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := &j.scenario.results
	if e.Done == nil {
		r.job = j
	}
	tell, keep = true, e.Done != nil
	switch {
	case e.Running != nil, e.Preparing != nil:
		tell = false
	case e.Say != "":
		r.doing = e.Say
	case e.Prepared != nil:
		r.problem, r.kind, r.doing = "", "", ""
		j.scenario.ran = ran{e.Prepared.Program, j.snapshot}
		if j.Do == work.Sweep {
			r.begin(j)
		}
	case e.Progress != nil:
		r.doing = ""
		r.advance(j, e.Progress)
	case e.Recalled != nil:
		s.recalled(j, e.Recalled)
	case e.Failure != nil && j.Do == work.Shrink:
		if f := r.failing(e.Failure.Fingerprint); f != nil {
			f.shrunk = e.Failure
		}
	case e.Failure != nil:
		keep = r.failed(e.Failure, j.snapshot)
	case e.Done != nil:
		s.ended(j, e.Done)
	}
	s.age(j.scenario)
	return tell, keep
}

// recalled takes what has become of a known failure. mu is held.
func (s *server) recalled(j *job, k *work.Recalled) {
	r := &j.scenario.results
	if k.Problem != "" {
		s.logf("%s cannot be replayed: %s", k.File, k.Problem)
		return
	}
	was := failingOf(r, k.File)
	switch {
	case k.Failure == nil:
		r.passed(k.File)
	case was != nil && was.Fingerprint == k.Failure.Fingerprint: // the seeds may do something else by now
		k.Failure.Shrunk = was.Shrunk
		seeds, shrunk := was.seeds, was.shrunk
		if was.snapshot != j.snapshot {
			seeds = []uint64{k.Failure.Seed}
		}
		*was = failing{Failure: k.Failure, seeds: seeds, shrunk: shrunk, snapshot: j.snapshot}
	default:
		r.passed(k.File)
		r.failed(k.Failure, j.snapshot)
	}
}

// failingOf gives the way to fail that a schedule stands for.
func failingOf(r *results, file string) *failing {
	for _, f := range r.failures {
		if f.File == file || f.shrunk != nil && f.shrunk.File == file {
			return f
		}
	}
	return nil
}

// ended takes the end of a job. mu is held.
func (s *server) ended(j *job, d *work.Done) {
	c := j.scenario
	r := &c.results
	if r.job != j {
		return // it never began
	}
	r.job, r.doing = nil, ""
	s.runs++
	r.run = s.runs
	if d.Kind == work.Crash && c.stricken == j.snapshot {
		for _, seed := range j.running {
			c.strikes[seed]++
		}
	}
	if d.Kind == work.BadInput {
		return // it tells nothing about the program
	}
	if d.Error != "" {
		r.problem, r.kind = d.Error, d.Kind
		return
	}
	if j.Do == work.Sweep && d.Progress != nil {
		r.advance(j, d.Progress)
		r.finish(j, d)
		s.acquit(j)
	}
	if j.Do == work.Replay && d.Passed {
		r.failures = slices.DeleteFunc(r.failures, func(f *failing) bool { return f.File == j.Schedule && f.Seed == j.Seed })
	}
	if j.Do == work.Recall && !d.Cancelled {
		c.recalled = j.snapshot
	}
}

// acquit forgets the strikes of seeds that a sweep has run. mu is held.
func (s *server) acquit(j *job) {
	c := j.scenario
	if c.stricken != j.snapshot {
		return
	}
	for seed, n := range c.strikes {
		if n < maxStrikes && j.First <= seed && seed < c.results.next {
			delete(c.strikes, seed)
		}
	}
}
