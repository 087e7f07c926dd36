package engine

import (
	"context"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/config"
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
func (p *Program) compileModels(ctx context.Context, guests []build.Guest, o guest.Options) error {
	o.Loops = true
	all, err := compileAll(ctx, p.engine, guests, o)
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
