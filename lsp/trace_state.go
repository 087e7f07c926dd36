package lsp

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// maxState is how many entries each list of a state has at most.
const maxState = 1000

// traceStateParams ask how everything stood at an instant.
type traceStateParams struct {
	Handle string `json:"handle"`
	At     int64  `json:"at"` // nanoseconds of virtual time
	// Goroutines asks for the stacks at that instant, for which the run is made once
	// more up to it.
	Goroutines bool `json:"goroutines,omitempty"`
}

// traceStated is how everything stood.
type traceStated struct {
	State      *tracefile.State `json:"state"`
	Goroutines *work.Snapshot   `json:"goroutines,omitempty"`
}

func (s *server) traceState(ctx context.Context, p *traceStateParams) (*traceStated, error) {
	o, done, err := s.traces.use(p.Handle)
	if err != nil {
		return nil, err
	}
	defer done()
	r := &traceStated{}
	if r.State, err = o.State(vtime.Instant(p.At), maxState); err != nil {
		return nil, refused(err)
	}
	for i := range r.State.Calls {
		shorten(&r.State.Calls[i])
	}
	if p.Goroutines {
		r.Goroutines, err = s.goroutines(ctx, o, vtime.Instant(p.At))
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// goroutines makes the run of a trace once more, up to an instant.
func (s *server) goroutines(ctx context.Context, o *openTrace, at vtime.Instant) (*work.Snapshot, error) {
	owner, err := s.owner(o)
	if err != nil {
		return nil, err
	}
	c := &command{name: "seedfall/trace/state", args: arguments{Config: owner.path}}
	if err := s.runnable(c); err != nil {
		return nil, err
	}
	j := &job{Job: work.Job{Do: work.Goroutines, Seed: o.Seed, Schedule: o.schedule}}
	if o.edited || o.scenario == nil {
		j = againJob(o, work.Goroutines)
	}
	j.At = at
	d, err := s.await(ctx, c, j, fmt.Sprintf("seedfall: goroutines of seed %d at %v", o.Seed, at), func(work.Event) {})
	switch {
	case err != nil:
		return nil, err
	case d.Snapshot == nil:
		return nil, notDone(d)
	case d.Snapshot.Program != o.Program && o.scenario == nil:
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil, s.another(owner)
	case d.Snapshot.Program != o.Program:
		return nil, jsonrpc2.Errorf(requestFailed, "the program has changed since this trace was recorded: open it again")
	}
	return d.Snapshot, nil
}
