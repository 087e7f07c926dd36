package lsp

import (
	"context"
	"path/filepath"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// ran is the program that a scenario was run with last.
type ran struct {
	program  string // as work.Prepared has it; "" before the first
	snapshot string // of the files that it was built from
}

// owner is the scenario whose run a trace has. Of a file that somebody has opened it
// is the one whose config is called as the trace says and whose programs have most of
// the lines that it names, unless it is known to be another program.
func (s *server) owner(o *openTrace) (*scenario, error) {
	if o.scenario != nil {
		return o.scenario, nil
	}
	if o.Program == "" || o.Config == "" {
		return nil, jsonrpc2.Errorf(requestFailed, "this trace does not say of which program it is, so its run cannot be made again")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var found, other *scenario
	most := 0
	for _, c := range s.scenarios {
		n := c.has(o.Sites)
		switch known := c.ran.program != "" && c.ran.snapshot == c.snapshot; {
		case filepath.Base(c.path) != o.Config || n == 0 && len(o.Sites) > 0:
		case known && c.ran.program == o.Program:
			return c, nil
		case known:
			other = c
		case found == nil || n > most:
			found, most = c, n
		}
	}
	switch {
	case found != nil:
		return found, nil
	case other != nil:
		return nil, s.another(other)
	}
	return nil, jsonrpc2.Errorf(requestFailed, "no config %s in the open folders is of the program of this trace, so its run cannot be made again", o.Config)
}

// has counts the places of the source that are of a scenario's programs.
func (c *scenario) has(sites []trace.Site) (n int) {
	for i := range sites {
		if c.sources[sites[i].File] != "" {
			n++
		}
	}
	return n
}

// another says that a scenario is not of the program of a trace, as it is now. mu is
// held.
func (s *server) another(c *scenario) error {
	return jsonrpc2.Errorf(requestFailed, "the program of %s is not the one that this trace was recorded with, so its run cannot be made again", s.name(c))
}

// againJob is a job about the run of a trace, as it was.
func againJob(o *openTrace, do work.Do) *job {
	j := &job{Job: work.Job{Do: do, Seed: o.Seed}}
	if o.Schedule != nil {
		j.Content = string(o.Schedule.Encode())
	}
	if o.Failure != nil {
		j.Fails = o.Failure.Fingerprint()
	}
	return j
}

// recordOf records a run that is about that of an open trace.
func (s *server) recordOf(ctx context.Context, p *traceOpenParams) (*openTrace, error) {
	of, done, err := s.traces.use(p.Of)
	if err != nil {
		return nil, err
	}
	defer done()
	c, err := s.owner(of)
	if err != nil {
		return nil, err
	}
	o, err := s.record(ctx, c.path, p, of)
	if err == nil && of.scenario == nil {
		o.program = of.Program
	}
	return o, err
}
