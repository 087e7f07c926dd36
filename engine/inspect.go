package engine

import (
	"context"
	"fmt"
	"runtime/debug"

	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Recording gives the events of the run. Input.Trace must have been set.
func (r *Result) Recording() story.Trace {
	return story.Trace{Events: r.recorder.Events, Sites: r.recorder.Sites, Names: r.hosts}
}

// Story tells in a few steps how the run came to its failure; nil if it has none
// that its events tell of. Input.Trace must have been set.
func (r *Result) Story() *story.Story {
	if r.Failure == nil {
		return nil
	}
	return r.Recording().Tell(r.Failure.Event)
}

// Snapshot is what the goroutines of all nodes are doing at an instant.
type Snapshot struct {
	// At is the instant that the run has reached: the one that was asked for or an
	// earlier one, since nothing is due between the two. It can be some nanoseconds
	// later, since a node that runs goes on until it waits.
	At vtime.Instant `json:"at"`
	// Ended says that the run was over by then; At is its end.
	Ended bool `json:"ended"`
	// Nodes are all nodes, in the order of the config.
	Nodes []story.Stacks `json:"nodes"`
}

// Goroutines runs a seed until everything has happened that is due by an instant,
// and shows every goroutine of every node there. An error means that it could not
// take place; an *InternalError is a mistake of the engine's own.
func (p *Program) Goroutines(ctx context.Context, in Input, at vtime.Instant) (s *Snapshot, err error) {
	defer func() {
		if v := recover(); v != nil {
			s, err = nil, &InternalError{in.Seed, v, string(debug.Stack())}
		}
	}()
	w, err := p.world(ctx, in)
	if err != nil {
		return nil, err
	}
	defer w.Close()
	for !w.Over() && w.Next() <= at {
		if err := w.Step(); err != nil {
			return nil, fmt.Errorf("seed %d: %w", in.Seed, err)
		}
	}
	s = &Snapshot{At: w.Now(), Ended: w.Over()}
	s.Nodes, err = w.Goroutines()
	return s, err
}
