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
// it caused, and theirs; led tells of all steps. What did not happen because of a
// fault has no event, and is not told of. Nobody may change what it gives.
func (f *File) Future(id trace.ID) ([]trace.ID, error) { return f.remembered(id, false, f.futureOf) }

func (f *File) futureOf(id trace.ID) ([]trace.ID, error) {
	if id == 0 || uint64(id) > f.Events {
		return nil, nil
	}
	from := noEvents(f.Events)
	from.add(id)
	in, err := f.led(context.Background(), from)
	if err != nil {
		return nil, err
	}
	in.add(id)
	return in.ids(), nil
}
