package tracefile

import (
	"context"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// An event comes directly from its cause; every event of an incarnation from its
// boot; one without a cause, and a crash, from what its incarnation did before it;
// what a crash lost from the unsynced changes; a failure from the calls that are
// blamed right before it. Such steps lead from an earlier event to a later one, so
// one pass over the file follows all of them.

// incarnation is a boot of a node.
type incarnation struct{ node, number int }

// led are the events that came of those of a set; one of that set itself only if it
// came of another.
func (f *File) led(ctx context.Context, from set) (set, error) {
	c, err := f.steps(ctx)
	if err != nil {
		return nil, err
	}
	d := &descent{steps: c, from: from, in: noEvents(f.Events), last: map[incarnation]trace.ID{}, boots: map[incarnation]bool{}}
	err = f.each(ctx, 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		d.see(e)
		return true
	})
	return d.in, err
}

// origins are the events of which those of a set came; one of that set itself only
// if another came of it.
func (f *File) origins(ctx context.Context, to set) (set, error) {
	c, err := f.steps(ctx)
	if err != nil {
		return nil, err
	}
	a := &ascent{steps: c, to: to, in: noEvents(f.Events), wants: map[incarnation]wanted{}}
	err = f.eachBack(ctx, 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		a.see(e)
		return true
	})
	return a.in, err
}

// steps is what has to be known of a run to follow steps.
type steps struct {
	root trace.ID // where the run begins; 0 if the trace does not say
	disk *changes
}

func (f *File) steps(ctx context.Context) (steps, error) {
	t, err := f.surveyed()
	if err != nil {
		return steps{}, err
	}
	c := steps{disk: &t.disk}
	start := kinds(trace.RunStart)
	err = f.each(ctx, 0, vtime.Never, &start, func(e *trace.Event) bool {
		c.root = e.ID
		return false
	})
	return c, err
}

// continues says whether an event comes from what its incarnation did before it.
func (c *steps) continues(e *trace.Event) bool {
	return e.Cause == 0 || e.Cause == c.root || e.Kind == trace.Crash || e.Kind == trace.CrashIO
}

// descent follows steps from causes to effects, the events in order.
type descent struct {
	steps
	from, in set
	last     map[incarnation]trace.ID // what each incarnation did last
	boots    map[incarnation]bool     // whose boot is in one of the sets
	blamed   bool                     // so is a call that is blamed right before
}

func (c *descent) see(e *trace.Event) {
	who := incarnation{e.Node, e.Inc}
	if c.follows(e, who) {
		c.in.add(e.ID)
	}
	marked := c.in.has(e.ID) || c.from.has(e.ID)
	c.blamed = e.Kind == trace.Blame && (c.blamed || marked)
	if e.Node == trace.World {
		return
	}
	c.last[who] = e.ID
	if e.Kind == trace.Boot && marked {
		c.boots[who] = true
	}
}

// follows says whether an event comes directly from one in the sets.
func (c *descent) follows(e *trace.Event, who incarnation) bool {
	earlier := func(id trace.ID) bool { return id < e.ID && (c.in.has(id) || c.from.has(id)) }
	switch {
	case earlier(e.Cause):
		return true
	case e.Kind == trace.Failed && c.blamed:
		return true
	case e.Node == trace.World:
		return false
	case c.boots[who] && e.Kind != trace.Boot:
		return true
	case e.Kind == trace.Lost:
		return c.disk.lostBy(e.ID, earlier)
	}
	return c.continues(e) && earlier(c.last[who])
}

// ascent follows steps from effects to causes, the events in reverse order.
type ascent struct {
	steps
	to, in set
	wants  map[incarnation]wanted
	blames bool // the failure behind is in one of the sets, with only blamed calls between
}

// wanted is what an event of an incarnation in the sets came of.
type wanted struct {
	previous bool // what the incarnation did before
	boot     bool
}

func (c *ascent) see(e *trace.Event) {
	who := incarnation{e.Node, e.Inc}
	if want := c.wants[who]; e.Node != trace.World && (want.previous || want.boot && e.Kind == trace.Boot) {
		c.in.add(e.ID)
		c.wants[who] = wanted{boot: want.boot && e.Kind != trace.Boot}
	}
	if c.blames = c.blames && e.Kind == trace.Blame; c.blames {
		c.in.add(e.ID)
	}
	if c.in.has(e.ID) || c.to.has(e.ID) {
		c.from(e, who)
	}
}

// from adds what an event comes from, or notes that it is wanted.
func (c *ascent) from(e *trace.Event, who incarnation) {
	add := func(id trace.ID) {
		if id != 0 && id < e.ID {
			c.in.add(id)
		}
	}
	add(e.Cause)
	c.blames = c.blames || e.Kind == trace.Failed
	if e.Node == trace.World {
		return
	}
	want := c.wants[who]
	want.boot = want.boot || e.Kind != trace.Boot
	if e.Kind == trace.Lost {
		for _, change := range c.disk.losses[e.ID] {
			add(change)
		}
	} else if c.continues(e) {
		want.previous = true
	}
	c.wants[who] = want
}
