package worker

import (
	"fmt"
	"path/filepath"
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
}

func (t *task) sweep(p *engine.Program) (*work.Done, error) {
	seeds := engine.Seeds{First: t.First, Last: t.Last}
	k := &tracker{task: t, tally: property.Tally{}, progress: work.Progress{Seeds: seeds.Count()}}
	s, err := p.Sweep(t.ctx, seeds, engine.SweepOptions{Jobs: t.Jobs, Stop: t.stop, Each: k.hear(p)})
	if s == nil {
		return nil, err
	}
	k.flush()
	return &work.Done{Progress: &k.progress, Unreached: s.Unreached}, err
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
		k.end()
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
	name := filepath.Base(t.Config)
	name = fmt.Sprintf("%s-seed-%d.faults.json", name[:len(name)-len(filepath.Ext(name))], r.Seed)
	path := filepath.Join(engine.StateDir(p.Config), name)
	if err := schedule.Write(path, r.Schedule); err != nil {
		t.tell(work.Event{Say: "the schedule is not saved: " + err.Error()})
		return ""
	}
	return path
}
