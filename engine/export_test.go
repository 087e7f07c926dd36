package engine

import (
	"context"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/judge"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/internal/world"
)

// World sets up a run for tests that step through it.
func (p *Program) World(ctx context.Context, in Input) *world.World {
	w, err := p.world(ctx, in)
	if err != nil {
		panic(err)
	}
	return w
}

// With gives a program that runs another config with the code of p's first
// guest. It shares p's engine and is not closed.
func (p *Program) With(c *config.Config) *Program {
	q := *p
	q.Config, q.code, q.judge = c, make([]*guest.Code, len(c.Guests())), judge.New(c, nil, wasi.Epoch)
	for i := range q.code {
		q.code[i] = p.code[0]
	}
	return &q
}

// WithModels is With for a config with models: those of p judge.
func (p *Program) WithModels(c *config.Config) *Program {
	q := p.With(c)
	q.judge = judge.New(c, p.checkers(nil), wasi.Epoch)
	return q
}
