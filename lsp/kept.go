package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/lsp/internal/journal"
	"github.com/seedfall/seedfall/lsp/work"
)

// keptResults are results as they are written down. Names of files are those
// from the folder of the config.
type keptResults struct {
	Snapshot  string             `json:"snapshot"`
	Progress  *work.Progress     `json:"progress,omitempty"`
	First     uint64             `json:"first,omitempty"`
	Next      uint64             `json:"next,omitempty"`
	Complete  bool               `json:"complete,omitempty"`
	Unreached []property.Missing `json:"unreached,omitempty"`
	Failures  []keptFailing      `json:"failures,omitempty"`
	Problem   string             `json:"problem,omitempty"`
	Kind      work.ErrorKind     `json:"kind,omitempty"`
}

type keptFailing struct {
	Failure  work.Failure  `json:"failure"`
	Seeds    []uint64      `json:"seeds"`
	Shrunk   *work.Failure `json:"shrunk,omitempty"`
	Snapshot string        `json:"snapshot"`
}

// kept writes results down; nothing if there are none.
func kept(dir string, r *results) []byte {
	if r.progress == nil && len(r.failures) == 0 && r.problem == "" {
		return nil
	}
	k := keptResults{Snapshot: r.snapshot, Progress: r.progress, First: r.first, Next: r.next, Complete: r.complete, Unreached: r.unreached,
		Problem: r.problem, Kind: r.kind}
	for _, f := range r.failures {
		if isUnsaved(f.snapshot) {
			continue
		}
		n := keptFailing{Failure: *f.Failure, Seeds: f.seeds, Snapshot: f.snapshot}
		n.Failure.File = within(dir, f.File)
		if f.shrunk != nil {
			shrunk := *f.shrunk
			shrunk.File = within(dir, shrunk.File)
			n.Shrunk = &shrunk
		}
		k.Failures = append(k.Failures, n)
	}
	b, err := json.Marshal(k)
	if err != nil {
		panic(err) // numbers and strings
	}
	return b
}

// within is a file as it is named from a folder; "" for one that lies elsewhere.
func within(dir, file string) string {
	rel, err := filepath.Rel(dir, file)
	if file == "" || err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// apply takes what other servers have written, and says whether there was something.
// h.mu is held.
func (s *server) apply(h *home, records []journal.Record) (news bool) {
	for _, record := range records {
		r, err := unkept(filepath.Dir(h.dir), record.Data)
		if err != nil {
			s.logf("%s: %s is not used: %v", h.dir, record.Key, err)
			continue
		}
		s.mu.Lock()
		for _, c := range s.scenarios {
			if homeOf(c) == h.dir && filepath.Base(c.path) == record.Key && c.results.job == nil {
				s.runs++
				r.run = s.runs
				if c.saved != nil {
					*c.saved = *r
				} else {
					c.results = *r
				}
				s.age(c)
				news = true
			}
		}
		s.mu.Unlock()
	}
	return news
}

// unkept reads results that were written down, perhaps by a stranger.
func unkept(dir string, b []byte) (*results, error) {
	if len(b) == 0 {
		return &results{}, nil
	}
	var k keptResults
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, err
	}
	r := &results{snapshot: k.Snapshot, progress: k.Progress, first: k.First, next: k.Next, complete: k.Complete && k.Progress != nil,
		unreached: k.Unreached, problem: k.Problem, kind: k.Kind}
	for i := range k.Failures {
		n := &k.Failures[i]
		f := &failing{Failure: &n.Failure, seeds: n.Seeds, shrunk: n.Shrunk, snapshot: n.Snapshot, followed: true}
		for _, w := range []*work.Failure{f.Failure, f.shrunk} {
			if w == nil {
				continue
			}
			if err := sound(dir, w); err != nil {
				return nil, err
			}
		}
		r.failures = append(r.failures, f)
	}
	return r, nil
}

// sound completes a failure and says what is wrong with it.
func sound(dir string, w *work.Failure) error {
	if w.Failure == nil || w.Fingerprint == "" {
		return fmt.Errorf("a failure is not told")
	}
	if w.File != "" {
		local, err := filepath.Localize(w.File)
		if err != nil {
			return fmt.Errorf("the schedule %q lies elsewhere", w.File)
		}
		w.File = filepath.Join(dir, local)
	}
	sites := []*trace.Site{w.Failure.Site}
	if w.Story != nil {
		for i := range w.Story.Steps {
			sites = append(sites, w.Story.Steps[i].Site)
		}
	}
	for _, at := range sites {
		if at != nil && at.Line < 1 {
			return fmt.Errorf("a site has line %d", at.Line)
		}
	}
	return nil
}
