package tracefile

import (
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Search gives the first event after one that passes a filter; nil if none does.
// After 0 it begins with the first.
func (f *File) Search(c *Filter, after trace.ID) (*trace.Event, error) {
	return f.next(after, &c.kinds, c.Match)
}

// NextInLane gives the event of the same node and class that comes after one; nil
// if there is none.
func (f *File) NextInLane(id trace.ID) (*trace.Event, error) {
	e, err := f.Event(id)
	if e == nil || err != nil {
		return nil, err
	}
	lane, of := laneOf(e), ofClass(classOf[e.Kind])
	return f.next(id, &of, func(e *trace.Event) bool { return laneOf(e) == lane })
}

// next gives the first event after one that is of some kinds and passes a test.
func (f *File) next(after trace.ID, of *kindSet, test func(*trace.Event) bool) (found *trace.Event, err error) {
	from := vtime.Instant(0)
	if e, err := f.Event(after); err != nil {
		return nil, err
	} else if e != nil {
		from = e.At
	}
	err = f.each(from, vtime.Never, of, func(e *trace.Event) bool {
		if e.ID > after && test(e) {
			copied := *e
			found = &copied
		}
		return found == nil
	})
	return found, err
}
