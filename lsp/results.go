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
	// progress is that of the last sweep; nil before the first.
	progress *work.Progress
	// complete says that the last sweep ran all its seeds; unreached are what none
	// of them reached.
	complete  bool
	unreached []property.Missing
	// failures are the ways to fail that are known, in the order in which they were
	// found.
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
}

// failed takes a failure; fresh says that nobody knew of its way.
func (r *results) failed(f *work.Failure) (fresh bool) {
	if i := slices.IndexFunc(r.failures, func(k *failing) bool { return k.Fingerprint == f.Fingerprint }); i >= 0 {
		if f.Story != nil {
			r.failures[i].Failure = f
		}
		return false
	}
	r.failures = append(r.failures, &failing{Failure: f, seeds: []uint64{f.Seed}})
	return true
}

// failing gives the way to fail with a fingerprint.
func (r *results) failing(print string) *failing {
	i := slices.IndexFunc(r.failures, func(k *failing) bool { return k.Fingerprint == print })
	if i < 0 {
		return nil
	}
	return r.failures[i]
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
