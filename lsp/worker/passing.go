package worker

import (
	"fmt"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/work"
)

// passing looks for a passing run near a failing one, and records it.
func (t *task) passing(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	found, err := p.Passing(t.ctx, in, engine.PassingOptions{Jobs: t.Jobs, Say: func(s string) { t.tell(work.Event{Say: s}) }})
	if err != nil {
		return nil, err
	}
	r, near := found.Result, nearOf(found)
	name := t.editedName(r.Schedule)
	if near.How == work.OtherSeed {
		name = fmt.Sprintf("%s-seed-%d-drawn%s", t.stem(), r.Seed, tracefile.Extension)
	}
	path, err := t.keepTrace(p, r, name)
	if err != nil {
		return nil, err
	}
	return &work.Done{At: r.At, Passed: r.Passed(), File: path, Verdict: verdictOf(r, ""), Near: near}, nil
}

// nearOf says how a run differs from the failing one.
func nearOf(p *engine.Passing) *work.Near {
	n := &work.Near{Seed: p.Result.Seed}
	switch {
	case p.Without > 0:
		n.How, n.Number, n.Fault = work.LessOne, p.Without, p.Fault
		n.Text = fmt.Sprintf("without fault %d, %s, the run passes", p.Without, named(p.Fault))
	case p.NoFaults:
		n.How, n.Text = work.NoFaults, "without any faults the run passes"
	default:
		n.How, n.Text = work.OtherSeed, fmt.Sprintf("seed %d is the nearest that passes", n.Seed)
	}
	return n
}

// named is a fault in a few words.
func named(f *schedule.Fault) string {
	if f.Node == "" {
		return "a " + f.Kind
	}
	return fmt.Sprintf("a %s of %s", f.Kind, f.Node)
}
