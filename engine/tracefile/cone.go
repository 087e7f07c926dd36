package tracefile

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// MaxCone bounds the number of an event whose past is asked for: all events before
// it are held in memory meanwhile, about 130 bytes each.
const MaxCone = 4 << 20

// cone is a set of events that was asked for.
type cone struct {
	of   trace.ID
	past bool
	ids  []trace.ID
}

// keptCones is how many of them are kept, since a filter that has one is asked for
// again with every window.
const keptCones = 4

// remembered gives a cone that is kept, or works it out and keeps it.
func (f *File) remembered(of trace.ID, past bool, work func(trace.ID) ([]trace.ID, error)) ([]trace.ID, error) {
	f.mu.Lock()
	for _, c := range f.cones {
		if c.of == of && c.past == past {
			f.mu.Unlock()
			return c.ids, nil
		}
	}
	f.mu.Unlock()
	ids, err := work(of)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cones = append(f.cones, cone{of, past, ids})
	f.cones = f.cones[max(0, len(f.cones)-keptCones):]
	return ids, nil
}

// Past gives the events that led to one, in order, itself included, as
// story.Trace.Past has it; none if there is no such event. Nobody may change what
// it gives.
func (f *File) Past(id trace.ID) ([]trace.ID, error) { return f.remembered(id, true, f.pastOf) }

func (f *File) pastOf(id trace.ID) ([]trace.ID, error) {
	if id == 0 || uint64(id) > f.Events {
		return nil, nil
	}
	if id > MaxCone {
		return nil, fmt.Errorf("event %d has too many before it: the past is told of the first %d", id, MaxCone)
	}
	t := story.Trace{Sites: f.Sites, Names: f.Nodes, Events: make([]trace.Event, 0, id)}
	err := f.each(context.Background(), 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		t.Events = append(t.Events, *e)
		return e.ID < id
	})
	if err != nil {
		return nil, err
	}
	return t.Past(id), nil
}

// Future gives the events that came of one, in order, itself included: those that
// it caused, and theirs. An event without a cause comes from what its incarnation
// did before it, every event of an incarnation from its boot, a crash from the
// operation before it, and what it lost from the unsynced changes. What did not
// happen because of a fault has no event, and is not told of. Nobody may change
// what it gives.
func (f *File) Future(id trace.ID) ([]trace.ID, error) { return f.remembered(id, false, f.futureOf) }

func (f *File) futureOf(id trace.ID) ([]trace.ID, error) {
	first, err := f.Event(id)
	if first == nil || err != nil {
		return nil, err
	}
	t, err := f.surveyed()
	if err != nil {
		return nil, err
	}
	c := &future{in: make([]bool, f.Events+1), last: map[incarnation]trace.ID{}, boots: map[incarnation]bool{}, survey: t}
	err = f.each(context.Background(), 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		c.see(e, id)
		return true
	})
	return c.ids, err
}

// future is the set of what came of an event.
type future struct {
	in     []bool
	ids    []trace.ID
	last   map[incarnation]trace.ID // what each incarnation did last
	boots  map[incarnation]bool     // whose boot is in the set
	blamed bool                     // a call that stands right before is in the set
	root   trace.ID                 // where the run begins
	survey *survey
}

type incarnation struct{ node, number int }

func (c *future) see(e *trace.Event, first trace.ID) {
	who := incarnation{e.Node, e.Inc}
	if e.Kind == trace.RunStart {
		c.root = e.ID
	}
	if e.ID == first || e.ID > first && c.follows(e, who) {
		c.in[e.ID] = true
		c.ids = append(c.ids, e.ID)
		if e.Kind == trace.Boot {
			c.boots[who] = true
		}
	}
	c.blamed = e.Kind == trace.Blame && (c.blamed || c.in[e.ID])
	if e.Node != trace.World {
		c.last[who] = e.ID
	}
}

// follows says whether an event comes directly from one in the set.
func (c *future) follows(e *trace.Event, who incarnation) bool {
	switch {
	case c.in[e.Cause]:
		return true
	case e.Kind == trace.Failed && c.blamed:
		return true
	case e.Node == trace.World:
		return false
	case c.boots[who] && e.Kind != trace.Boot:
		return true
	case e.Kind == trace.Lost:
		return c.survey.disk.lostBy(e.ID, c.in)
	case e.Cause == 0, e.Cause == c.root, e.Kind == trace.Crash, e.Kind == trace.CrashIO:
		return c.in[c.last[who]]
	}
	return false
}
