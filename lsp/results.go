package lsp

import (
	"slices"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/lsp/work"
)

// results are what the runs of a scenario have come to.
type results struct {
	// run counts the jobs of all scenarios, to tell which one ran last; 0 is none.
	run int
	// job is what goes on; nil if nothing does. doing is what it is at.
	job   *job
	doing string
	// snapshot is of the files that what follows is about.
	snapshot string
	// progress is that of the seeds from first up to next, in one sweep or in
	// several that follow each other; nil before the first. base is the part before
	// the sweep that goes on.
	progress, base *work.Progress
	first, next    uint64
	// complete says that the last sweep ran all its seeds; unreached are what none
	// of them reached.
	complete  bool
	unreached []property.Missing
	// failures are the ways to fail that are known, in the order in which they were
	// found. Some may be of an older snapshot.
	failures []*failing
	// problem says why the last job could not be done; "" if it was.
	problem string
	kind    work.ErrorKind
	// outdated says that a file of the programs has changed since.
	outdated bool
}

// failing is a way to fail.
type failing struct {
	*work.Failure
	seeds  []uint64
	shrunk *work.Failure // the smallest that is known; nil before it was looked for
	// followed says that its story and its shrink have been asked for.
	followed bool
	// snapshot is of the files that failed so; outdated says that they have changed.
	snapshot string
	outdated bool
}

// failed takes a failure of some files; fresh says that nobody knew of its way
// there.
func (r *results) failed(f *work.Failure, snapshot string) (fresh bool) {
	k := r.failing(f.Fingerprint)
	if k == nil {
		r.failures = append(r.failures, &failing{Failure: f, seeds: []uint64{f.Seed}, snapshot: snapshot})
		return true
	}
	if k.snapshot != snapshot {
		*k = failing{Failure: f, seeds: []uint64{f.Seed}, snapshot: snapshot}
		return true
	}
	if f.Story != nil {
		k.Failure = f
	}
	return false
}

// failing gives the way to fail with a fingerprint.
func (r *results) failing(print string) *failing {
	i := slices.IndexFunc(r.failures, func(k *failing) bool { return k.Fingerprint == print })
	if i < 0 {
		return nil
	}
	return r.failures[i]
}

// passed takes that a schedule passes now.
func (r *results) passed(file string) {
	if file == "" {
		return
	}
	r.failures = slices.DeleteFunc(r.failures, func(f *failing) bool { return f.File == file })
	for _, f := range r.failures {
		if f.shrunk != nil && f.shrunk.File == file {
			f.shrunk = nil
		}
	}
}

// begin takes the begin of a sweep: one that goes on behind the last one, in the
// same files, adds to what is known; another begins anew.
func (r *results) begin(j *job) {
	r.complete = false
	if r.snapshot == j.snapshot && r.progress != nil && r.progress.Ran > 0 && j.First == r.next {
		base := *r.progress
		base.Seeds = base.Ran + uint64(len(base.Skipped))
		r.base = &base
		return
	}
	r.snapshot, r.base, r.unreached, r.first, r.next = j.snapshot, nil, nil, j.First, j.First
	r.progress = &work.Progress{Seeds: j.Last - j.First + 1}
}

// advance takes how far a sweep is.
func (r *results) advance(j *job, p *work.Progress) {
	r.next = j.First + p.Ran
	for _, s := range p.Skipped {
		if s <= r.next {
			r.next++
		}
	}
	r.progress = added(r.base, p)
	for _, w := range r.progress.Failures {
		if f := r.failing(w.Fingerprint); f != nil && f.snapshot == j.snapshot {
			f.seeds = w.Seeds
		}
	}
}

// finish takes the end of a sweep. Failures of older files that the sweep would
// have found again are gone.
func (r *results) finish(j *job, d *work.Done) {
	r.complete = d.Progress.Complete()
	if !r.complete {
		return
	}
	if r.base == nil {
		r.unreached = d.Unreached
	} else {
		r.unreached = both(r.unreached, d.Unreached)
	}
	r.failures = slices.DeleteFunc(r.failures, func(f *failing) bool {
		return f.snapshot != j.snapshot && j.First <= f.Seed && f.Seed <= j.Last
	})
}

// both are what neither of two sweeps reached, or made true.
func both(a, b []property.Missing) (all []property.Missing) {
	for _, m := range a {
		i := slices.IndexFunc(b, func(o property.Missing) bool { return o.Site == m.Site })
		if i >= 0 {
			m.NeverTrue = m.NeverTrue || b[i].NeverTrue
			all = append(all, m)
		}
	}
	return all
}

// added adds the progress of a sweep to that of those before it; nil is none.
func added(base, p *work.Progress) *work.Progress {
	if base == nil {
		return p
	}
	s := &work.Progress{Seeds: base.Seeds + p.Seeds, Ran: base.Ran + p.Ran, Failed: base.Failed + p.Failed, Undecided: base.Undecided + p.Undecided,
		Skipped: slices.Concat(base.Skipped, p.Skipped), Tally: slices.Clone(base.Tally)}
	for _, t := range p.Tally {
		i := slices.IndexFunc(s.Tally, func(o work.SiteTally) bool {
			return o.Kind == t.Kind && o.Name == t.Name && o.File == t.File && o.Line == t.Line
		})
		if i < 0 {
			s.Tally = append(s.Tally, t)
			continue
		}
		o := &s.Tally[i]
		if o.False == 0 {
			o.Failed = t.Failed
		}
		o.True, o.False = o.True+t.True, o.False+t.False
	}
	for _, w := range base.Failures {
		s.Failures = append(s.Failures, work.Way{Fingerprint: w.Fingerprint, Seeds: slices.Clone(w.Seeds)})
	}
	for _, w := range p.Failures {
		i := slices.IndexFunc(s.Failures, func(o work.Way) bool { return o.Fingerprint == w.Fingerprint })
		if i < 0 {
			s.Failures = append(s.Failures, w)
			continue
		}
		s.Failures[i].Seeds = append(s.Failures[i].Seeds, w.Seeds...)
	}
	return s
}

// tally is what happened at a site: at all calls with its kind and name, or if it
// has no name, at its line.
func (r *results) tally(kind property.Kind, name, file string, line int) (sum work.SiteTally, ran bool) {
	if r.progress == nil {
		return sum, false
	}
	sum.Kind, sum.Name = kind, name
	for _, t := range r.progress.Tally {
		if t.Kind != kind || name != "" && t.Name != name || name == "" && (t.File != file || t.Line != line) {
			continue
		}
		if t.False > 0 && (sum.False == 0 || t.Failed < sum.Failed) {
			sum.Failed = t.Failed
		}
		sum.True, sum.False = sum.True+t.True, sum.False+t.False
	}
	return sum, true
}
