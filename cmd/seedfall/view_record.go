package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/worker"
)

// record makes the run that the flags name, and opens its trace, which is kept
// beside the config. Traces that were used longest ago give way.
func (f *viewFlags) record(ctx context.Context, s session) (*tracefile.File, error) {
	in := s.in
	in.Trace = true
	r, err := runOnce(ctx, s.program, in, false)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(engine.StateDir(s.program.Config), "traces", f.traceName(in))
	if err := tracefile.WriteFile(path, r.TraceFile()); err != nil {
		return nil, err
	}
	if err := worker.ForgetTraces(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("old traces are not removed: %w", err)
	}
	f.trace = shorter(path)
	return tracefile.Open(path)
}

// traceName is that of the schedule or, without one, of config and seed: the
// language server calls the same run the same.
func (f *viewFlags) traceName(in engine.Input) string {
	if f.faults != "" {
		name, _, _ := strings.Cut(filepath.Base(f.faults), ".")
		return name + tracefile.Extension
	}
	name := filepath.Base(f.config)
	return fmt.Sprintf("%s-seed-%d-drawn%s", strings.TrimSuffix(name, filepath.Ext(name)), in.Seed, tracefile.Extension)
}
