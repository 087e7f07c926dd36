package lsp

import (
	"slices"

	"github.com/seedfall/seedfall/engine/corpus"
	"github.com/seedfall/seedfall/lsp/work"
)

// trigger begins what the settings want after something has changed in a scenario.
// Jobs of the same scenario that nobody has asked for end, unless they are about the
// same files.
func (s *server) trigger(c *scenario) {
	s.checkPower()
	s.look(c)
	s.mu.Lock()
	may := s.there(c) && s.trusted && !s.asleep && s.settingsOf(c).trigger != triggerOff && s.owns(c) && s.paused(c) == ""
	snapshot := s.now(c)
	s.mu.Unlock()
	if !may || s.sweeper.has(func(j *job) bool { return j.automatic && j.scenario == c && s.about(j, snapshot) }) {
		return
	}
	s.sweeper.renew(c, s.wanted(c))
}

// about says whether a job that the trigger wanted is about some files, or will be
// when it begins. The sweeper's lock is held, which is taken before the server's.
func (s *server) about(j *job, snapshot string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return (j.Do == work.Sweep || j.Do == work.Recall) && (j.snapshot == snapshot || j.snapshot == "")
}

// wanted are the jobs that the trigger wants for a scenario as it is now.
func (s *server) wanted(c *scenario) (jobs []*job) {
	known := s.known(c)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(known) > 0 && c.recalled != s.now(c) {
		u := urgentSweep
		if c.path == s.active || c.files[s.active] != "" {
			u = urgentKnown
		}
		jobs = append(jobs, s.automatic(c, u, &job{Job: work.Job{Do: work.Recall, Known: known}}))
	}
	if sweep := s.nextSweep(c); sweep != nil {
		jobs = append(jobs, sweep)
	}
	return jobs
}

// nextSweep is the sweep that the trigger wants next; nil for none. mu is held.
func (s *server) nextSweep(c *scenario) *job {
	r := &c.results
	now := s.now(c)
	fresh := r.snapshot != now || r.progress == nil
	first := uint64(1)
	want := s.settingsOf(c)
	switch want.trigger {
	case triggerSave:
		if !c.touched || !fresh && r.problem == "" {
			return nil // nothing has changed
		}
	case triggerContinuous:
		if !fresh {
			first = r.next
		}
		if slices.ContainsFunc(r.failures, func(f *failing) bool { return f.snapshot == now }) || first > lastSeed-want.seeds {
			return nil
		}
	default:
		return nil
	}
	return s.automatic(c, urgentSweep, &job{Job: work.Job{Do: work.Sweep, First: first, Last: first + want.seeds - 1,
		Distinct: want.distinct, Budget: want.budget}})
}

// lastSeed is the highest that sweeps go to.
const lastSeed = 1 << 53

// known are the schedules of the known failures of a scenario: those that were found
// in files as they were before, and those of its corpus.
func (s *server) known(c *scenario) (files []string) {
	entries, err := corpusOf(c).Files()
	if err != nil {
		s.logf("%s: %v", c.path, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now(c)
	for _, f := range c.results.failures {
		if f.snapshot == now {
			continue
		}
		if f.File != "" {
			files = append(files, f.File)
		}
		if f.shrunk != nil && f.shrunk.File != "" {
			files = append(files, f.shrunk.File)
		}
	}
	for _, e := range entries {
		if e.Entry != nil {
			files = append(files, e.Entry.Path)
		}
	}
	return files
}

// goOn begins what follows a job that has ended.
func (s *server) goOn(j *job, d *work.Done) {
	c := j.scenario
	s.mu.Lock()
	var jobs []*job
	if s.there(c) && s.trusted && j.Do == work.Sweep && d.Error == "" && !d.Cancelled {
		u := urgentSweep
		if !j.automatic {
			u = urgentAsked
		}
		jobs = s.newFailures(c, u)
	}
	if s.continues(j, d) {
		if next := s.nextSweep(c); next != nil {
			jobs = append(jobs, next)
		}
	}
	s.mu.Unlock()
	for _, n := range jobs {
		s.sweeper.add(n)
	}
}

// newFailures are the jobs for failures that a sweep has found: a replay for the
// story, and a shrink. mu is held.
func (s *server) newFailures(c *scenario, u urgency) (jobs []*job) {
	now := s.now(c)
	for _, f := range c.results.failures {
		if f.snapshot != now || f.followed {
			continue
		}
		f.followed = true
		if f.Story == nil {
			jobs = append(jobs, s.automatic(c, u, &job{Job: work.Job{Do: work.Replay, Seed: f.Seed, Schedule: f.File}}))
		}
		if s.settingsOf(c).shrink && f.shrunk == nil {
			jobs = append(jobs, s.automatic(c, urgentShrink, &job{Job: work.Job{Do: work.Shrink, Seed: f.Seed, Schedule: f.File, Runs: s.settingsOf(c).runs}}))
		}
	}
	return jobs
}

// continues says whether another sweep follows an automatic one: in the trigger
// continuous, as long as nothing fails, changes, or tells it to stop. mu is held.
func (s *server) continues(j *job, d *work.Done) bool {
	c := j.scenario
	return s.there(c) && j.automatic && j.Do == work.Sweep && s.settingsOf(c).trigger == triggerContinuous && !s.asleep && s.trusted &&
		d.Error == "" && !d.Cancelled && d.Progress != nil && d.Progress.Failed == 0 && d.Progress.Ran > 0 &&
		s.now(c) == j.snapshot && !s.unseen(c)
}

// retrigger looks at all scenarios anew after the trigger has changed, or a pause
// has ended.
func (s *server) retrigger() {
	s.mu.Lock()
	all := slices.Clone(s.scenarios)
	s.mu.Unlock()
	s.sweeper.stop(func(j *job) bool { return j.automatic && (j.Do == work.Sweep || j.Do == work.Recall) })
	for _, c := range all {
		s.trigger(c)
	}
	s.refresh()
}

// corpusOf is where the known failures of a scenario are committed.
func corpusOf(c *scenario) corpus.Store {
	return corpus.Store{Dir: corpus.Folder(c.path), Lock: lockOf(c)}
}
