package worker

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/lsp/work"
)

// often is how long a sweep is silent at least between two words about its
// progress, in real time.
const often = 250 * time.Millisecond

// tracker is what is known of a sweep that goes on.
type tracker struct {
	*task
	progress work.Progress
	tally    property.Tally
	said     time.Time

	over     chan struct{} // closed when no more seeds are to start
	finished sync.Once

	mu      sync.Mutex
	running []uint64
}

func (t *task) sweep(p *engine.Program) (*work.Done, error) {
	seeds := engine.Seeds{First: t.First, Last: t.Last}
	k := &tracker{task: t, tally: property.Tally{}, progress: work.Progress{Seeds: seeds.Count(), Skipped: t.Skip}, over: make(chan struct{})}
	if t.Budget > 0 {
		defer time.AfterFunc(t.Budget, k.finish).Stop()
	}
	go func() { // a job that is to end starts no more seeds either
		select {
		case <-t.stop:
			k.finish()
		case <-k.over:
		}
	}()
	defer k.finish()
	var err error
	for _, part := range without(seeds, t.Skip) {
		if _, err = p.Sweep(t.ctx, part, engine.SweepOptions{Jobs: t.Jobs, Stop: k.over, Around: k.around, Each: k.hear(p)}); err != nil {
			break
		}
	}
	k.flush()
	done := &work.Done{Progress: &k.progress}
	if err == nil && k.progress.Complete() {
		done.Unreached = k.tally.Unreached(p.Catalogue)
	}
	return done, err
}

// without gives what is left of some seeds, in order.
func without(seeds engine.Seeds, skip []uint64) (parts []engine.Seeds) {
	for _, s := range skip {
		if s < seeds.First || s > seeds.Last {
			continue
		}
		if s > seeds.First {
			parts = append(parts, engine.Seeds{First: seeds.First, Last: s - 1})
		}
		if s == seeds.Last {
			return parts
		}
		seeds.First = s + 1
	}
	return append(parts, seeds)
}

// finish starts no more seeds; those that run end.
func (k *tracker) finish() { k.finished.Do(func() { close(k.over) }) }

// around tells which seeds run, and lets fewer run at once when memory is short.
func (k *tracker) around(seed uint64, run func()) {
	k.memory.enter()
	defer k.memory.leave()
	k.mu.Lock()
	k.running = append(k.running, seed)
	now := slices.Clone(k.running)
	k.mu.Unlock()
	k.tell(work.Event{Running: now})
	run()
	k.mu.Lock()
	k.running = slices.DeleteFunc(k.running, func(s uint64) bool { return s == seed })
	k.mu.Unlock()
}

// hear takes the result of each seed, in order.
func (k *tracker) hear(p *engine.Program) func(*engine.Result) {
	return func(r *engine.Result) {
		k.progress.Ran++
		k.tally.Merge(r.Tally, r.Seed)
		if r.Failure == nil && len(r.Undecided()) > 0 {
			k.progress.Undecided++
		}
		if r.Failure != nil {
			k.progress.Failed++
			k.failed(p, r)
		}
		if time.Since(k.said) >= often {
			k.flush()
			k.tell(work.Event{Progress: &k.progress})
			k.said = time.Now()
		}
	}
}

func (k *tracker) failed(p *engine.Program, r *engine.Result) {
	print := r.Failure.Fingerprint()
	for i := range k.progress.Failures {
		if w := &k.progress.Failures[i]; w.Fingerprint == print {
			w.Seeds = append(w.Seeds, r.Seed)
			return
		}
	}
	k.progress.Failures = append(k.progress.Failures, work.Way{Fingerprint: print, Seeds: []uint64{r.Seed}})
	f := failure(r)
	f.File = k.keep(p, r)
	k.tell(work.Event{Failure: f})
	if k.Distinct > 0 && len(k.progress.Failures) >= k.Distinct {
		k.finish()
	}
}

// flush brings the words about the progress up to date.
func (k *tracker) flush() {
	k.progress.Tally = k.progress.Tally[:0]
	for _, key := range k.tally.Keys() {
		c := k.tally[key]
		k.progress.Tally = append(k.progress.Tally, work.SiteTally{Kind: key.Kind, Name: key.Name, File: key.File, Line: key.Line,
			True: c.True, False: c.False, Failed: c.Failed})
	}
}

func failure(r *engine.Result) *work.Failure {
	return &work.Failure{Seed: r.Seed, Fingerprint: r.Failure.Fingerprint(), Title: r.Failure.Title(), Failure: r.Failure,
		Faults: len(r.Schedule.Faults), Digest: r.Digest, Events: r.Events}
}

// keep saves the schedule of a failing run beside the config; "" if it cannot be.
func (t *task) keep(p *engine.Program, r *engine.Result) string {
	path := t.named(engine.SchedulePath(p.Config, r.Seed))
	if err := schedule.Write(path, r.Schedule); err != nil {
		t.tell(work.Event{Say: "the schedule is not saved: " + err.Error()})
		return ""
	}
	return path
}

// named is the path of a schedule: one of text that was not saved does not take the
// place of another.
func (t *task) named(path string) string {
	const ending = ".faults.json"
	if t.Overlay == "" {
		return path
	}
	return strings.TrimSuffix(path, ending) + ".unsaved" + ending
}
