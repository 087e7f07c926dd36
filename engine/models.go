package engine

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/build"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/model"
)

// modelled are the histories that a config has a program for, in its order.
func modelled(c *config.Config) (all []config.History) {
	for _, h := range c.Histories {
		if h.Package != "" {
			all = append(all, h)
		}
	}
	return all
}

// compileModels compiles the models of the config. Turns of loops count, so that
// one that spins ends at the same place on every machine.
func (p *Program) compileModels(ctx context.Context, guests []build.Guest, o guest.Options, count *compiling) error {
	o.Loops = true
	all, err := p.compileAll(ctx, guests, o, count)
	if err != nil {
		return err
	}
	p.models = map[string]*model.Code{}
	for i, h := range modelled(p.Config) {
		p.models[h.Name] = model.New(h.Package, all[i])
	}
	return nil
}

// checkers are those of the histories that have one of their own.
func (p *Program) checkers(given map[string]check.Checker) map[string]check.Checker {
	all := map[string]check.Checker{}
	for name, code := range p.models {
		all[name] = model.Checker(code)
	}
	for name, c := range given {
		all[name] = c
	}
	return all
}

// ModelReport is what a test of a model's laws came to, ModelLaw one law,
// ModelBreach an example against it, ModelRemark what looks wrong besides.
type (
	ModelReport = model.Report
	ModelLaw    = model.Law
	ModelBreach = model.Breach
	ModelRemark = model.Remark
)

// WithModel is c with a program that judges one history, and no others.
func WithModel(c *config.Config, h config.History) *config.Config {
	with := *c
	with.Histories = []config.History{h}
	return &with
}

// OnlyModel is c without its programs: Prepare builds nothing but the program that
// judges one history. It runs no seeds.
func OnlyModel(c *config.Config, h config.History) *config.Config {
	only := WithModel(c, h)
	only.Nodes, only.Workload, only.Finally = nil, nil, nil
	return only
}

// TestModel tries the laws that checkers rely on on the program that judges a
// history, with the operations of runs, each a list. The history is one that the
// config has a program for. An error means that the test could not take place.
func (p *Program) TestModel(name string, runs [][]history.Op) (*ModelReport, error) {
	code := p.models[name]
	if code == nil {
		return nil, fmt.Errorf("the history %q has no program that judges it", name)
	}
	return model.Test(code, runs)
}

// Recorded runs seeds without judging them and gives the operations that each has
// recorded in a history, in the order of the seeds.
func (p *Program) Recorded(ctx context.Context, seeds Seeds, jobs int, name string) (runs [][]history.Op, err error) {
	q := *p
	q.judge = nil
	record := func(ctx context.Context, i int) (ops []history.Op, err error) {
		r, err := q.Run(ctx, Input{Seed: seeds.First + uint64(i)})
		if err != nil {
			return nil, err
		}
		for _, o := range r.Log.Ops {
			if o.History == name {
				ops = append(ops, o)
			}
		}
		return ops, nil
	}
	err = inOrder(ctx, int(seeds.Count()), jobs, record, func(ops []history.Op) { runs = append(runs, ops) })
	return runs, err
}
