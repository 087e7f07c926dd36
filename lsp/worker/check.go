package worker

import (
	"fmt"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/lsp/work"
)

// check runs a schedule, or each of some seeds, twice and compares the traces, until
// two differ.
func (t *task) check(p *engine.Program) (*work.Done, error) {
	if t.Last == 0 {
		return t.checkOne(p)
	}
	seeds := engine.Seeds{First: t.First, Last: t.Last}
	found, said := &work.Checked{}, time.Time{}
	over := make(chan struct{})
	_, err := p.Sweep(t.ctx, seeds, engine.SweepOptions{Jobs: t.Jobs, Check: true, Stop: over, Around: t.sparing, Each: func(r *engine.Result) {
		if found.Differs {
			return // a seed that ran meanwhile
		}
		found.Ran++
		if f := r.Failure; f != nil && f.Class == verdict.Nondeterminism {
			differ(found, r.Seed, f)
			close(over)
		}
		if time.Since(said) >= often {
			t.tell(work.Event{Say: fmt.Sprintf("%d of %s ran twice", found.Ran, plural(int(seeds.Count()), "seed"))})
			said = time.Now()
		}
	}})
	return &work.Done{Checked: found}, err
}

// sparing lets fewer runs be made at once when memory is short.
func (t *task) sparing(_ uint64, run func()) {
	t.memory.enter()
	defer t.memory.leave()
	run()
}

// checkOne runs what a job is about twice.
func (t *task) checkOne(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	r, err := p.Run(t.ctx, in)
	if err != nil {
		return nil, err
	}
	f, err := p.CheckDeterminism(t.ctx, r, in)
	if err != nil {
		return nil, err
	}
	found := &work.Checked{Ran: 1}
	if f != nil {
		differ(found, r.Seed, f)
	}
	return &work.Done{Checked: found}, nil
}

// differ notes that two runs of a seed are not the same.
func differ(found *work.Checked, seed uint64, f *verdict.Failure) {
	found.Differs, found.Seed, found.Message, found.Detail = true, seed, f.Message, f.Detail
}
