package main

import (
	"context"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

// session is what most verbs begin with: a program that is ready to run.
type session struct {
	program  *engine.Program
	progress *progress
	seeds    engine.Seeds // that -seed or -seeds names
	// in is the run of the schedule that -faults names, or of the first seed.
	in engine.Input
}

// begin loads and builds what the flags name; fits, if it is not nil, looks at the
// config before it is built. The caller closes the session.
func (f *flags) begin(ctx context.Context, e env, fits func(*config.Config) error) (s session, err error) {
	if s.seeds, err = f.seedRange(defaultSeeds); err != nil {
		return s, err
	}
	c, err := f.load()
	if err == nil && fits != nil {
		err = fits(c)
	}
	if err != nil {
		return s, err
	}
	s.progress = newProgress(e.stderr)
	if s.program, err = f.prepare(ctx, e, c, s.progress); err != nil {
		return s, err
	}
	s.in = engine.Input{Seed: s.seeds.First}
	if f.faults != "" {
		if s.in, err = f.schedule(e, s.program, s.seeds); err != nil {
			s.close()
		}
	}
	return s, err
}

func (s session) close() { s.program.Close() } //nolint:errcheck // the process ends
