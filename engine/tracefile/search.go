package tracefile

import (
	"context"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Search gives the events after one that pass a filter, in order, at most limit of
// them. After 0 it begins with the first. The error is ctx's if that ends.
func (f *File) Search(ctx context.Context, c *Filter, after trace.ID, limit int) (found []trace.Event, err error) {
	if limit <= 0 {
		return nil, nil
	}
	err = f.after(ctx, after, &c.kinds, func(e *trace.Event) bool {
		if c.Match(e) {
			found = append(found, *e)
		}
		return len(found) < limit
	})
	return found, err
}

// NextInLane gives the event of the same node and class that comes after one; nil
// if there is none.
func (f *File) NextInLane(id trace.ID) (*trace.Event, error) {
	e, err := f.Event(id)
	if e == nil || err != nil {
		return nil, err
	}
	lane, of := laneOf(e), ofClass(classOf[e.Kind])
	var next *trace.Event
	err = f.after(context.Background(), id, &of, func(e *trace.Event) bool {
		if laneOf(e) == lane {
			copied := *e
			next = &copied
		}
		return next == nil
	})
	return next, err
}

// after calls do for the events of some kinds behind one, in order, until it says
// no.
func (f *File) after(ctx context.Context, id trace.ID, of *kindSet, do func(*trace.Event) bool) error {
	from := vtime.Instant(0)
	if e, err := f.Event(id); err != nil {
		return err
	} else if e != nil {
		from = e.At
	}
	return f.each(ctx, from, vtime.Never, of, func(e *trace.Event) bool { return e.ID <= id || do(e) })
}
