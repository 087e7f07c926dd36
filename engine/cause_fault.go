package engine

import (
	"context"
	"fmt"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// FaultCause is what one fault has to do with the failure.
type FaultCause struct {
	Fault schedule.Fault `json:"fault"`
	// Strikes is the operation that a recorded fault strikes; nil for a planned one.
	Strikes *Place `json:"strikes,omitempty"`
	// Without is how the run without the fault ends; nil if the search was ended
	// before.
	Without *Ending `json:"without,omitempty"`
	// Windows are where the fault may strike for the failure to stay, the others
	// as they are. A planned fault has one of instants, a recorded one has one of
	// operations, and one of those alike where the first has none of them but its
	// own. A fault without which the run fails all the same has no window and no
	// points.
	Windows []Window `json:"windows,omitempty"`
	// Points are how runs end with other points in the operation, for a crash in
	// one.
	Points []PointEnding `json:"points,omitempty"`
}

// PointEnding is how a run ends in which a crash has another point.
type PointEnding struct {
	// Point is where in the operation the crash is, Bytes how much of a write was
	// done for the point "within": half.
	Point string `json:"point"`
	Bytes int64  `json:"bytes,omitempty"`
	Ending
}

// apply gives a fault the point.
func (p *PointEnding) apply(f *schedule.Fault) { f.Point, f.Bytes = p.Point, p.Bytes }

// examining is the state of the search around one fault.
type examining struct {
	*causing
	ctx   context.Context
	i     int // the index of the fault
	out   *FaultCause
	scene scene             // the run without the fault
	in    map[uint64]string // the functions that make operations, as far as known
	known map[string]Ending
}

// faults looks at each fault.
func (h *causing) faults(ctx context.Context, c *Cause) error {
	c.Faults = make([]FaultCause, len(h.base.Faults))
	for i := range c.Faults {
		c.Faults[i].Fault = h.base.Faults[i]
	}
	return h.parallel(len(c.Faults), func(i int) error {
		x := &examining{causing: h, ctx: ctx, i: i, out: &c.Faults[i], in: map[uint64]string{}, known: map[string]Ending{}}
		return x.examine()
	})
}

func (x *examining) examine() error {
	f := &x.out.Fault
	if f.Anchor != nil {
		x.in[f.Op] = f.Anchor.In
	}
	if err := x.without(); err != nil || x.out.Without.How == FailsSo {
		return err
	}
	parts := []func() error{x.operations, x.alike, x.points}
	if f.Planned() {
		parts = []func() error{x.instants}
	}
	for _, part := range parts {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// say tells which search begins.
func (x *examining) say(what string) {
	x.options.Say(fmt.Sprintf("fault %d of %d: %s", x.i+1, len(x.base.Faults), what))
}

// without runs the base without the fault. Until a fault that is moved strikes,
// the run is this one; so it tells what happens where.
func (x *examining) without() error {
	x.say("without it")
	v := x.causing.without(x.i)
	o, err := x.run(x.ctx, v.Schedule, true)
	if err != nil {
		return err
	}
	e := x.ending(&v, o)
	x.out.Without = &e
	x.scene = newScene(o)
	if x.out.Fault.Op > 0 {
		p := x.place(x.out.Fault.Op)
		x.out.Strikes = &p
	}
	return nil
}

// ends runs a variant once.
func (x *examining) ends(v variant) (Ending, error) {
	key := v.Key()
	if e, known := x.known[key]; known {
		return e, nil
	}
	if n := v.inTheWay(); n > 0 {
		return Ending{How: FaultInTheWay, Lacks: []int{n}}, nil
	}
	o, err := x.run(x.ctx, v.Schedule, false)
	if err != nil {
		return Ending{}, err
	}
	f := &v.Faults[v.fault]
	for i := range o.Faults {
		if t := &o.Faults[i]; strikesAs(t, f) && t.Op == f.Op && t.Anchor != nil {
			x.in[f.Op] = t.Anchor.In
		}
	}
	x.known[key] = x.ending(&v, o)
	return x.known[key], nil
}

// instants finds the window of a planned fault.
func (x *examining) instants() error {
	x.say("when it may strike")
	at := int64(x.out.Fault.At)
	ask := func(to int64) (Ending, error) { return x.ends(x.movedTo(x.i, vtime.Instant(to))) }
	w := Window{Of: OfInstants}
	for _, side := range []struct {
		edge  *Edge
		bound int64
	}{{&w.Earlier, 0}, {&w.Later, int64(x.horizon()) - 1}} {
		found, err := walk{from: at, stride: int64(vtime.Millisecond), grain: int64(vtime.Microsecond), bound: side.bound}.edge(ask)
		if err != nil {
			return err
		}
		*side.edge = found.edge(func(v int64) Place { return Place{At: vtime.Instant(v)} })
		if found.open {
			continue
		}
		lo, hi := vtime.Instant(min(found.last, found.first)), vtime.Instant(max(found.last, found.first))
		side.edge.Between = x.scene.between(lo, hi)
		if len(side.edge.Between) == 0 {
			side.edge.Around = x.scene.around(lo, hi)
		}
	}
	x.out.Windows = append(x.out.Windows, w)
	return nil
}

// operations finds the window of a recorded fault.
func (x *examining) operations() error {
	x.say("which operations it may strike")
	ask := func(to int64) (Ending, error) { return x.ends(x.movedToOp(x.i, uint64(to))) }
	w := Window{Of: OfOperations}
	for _, side := range []struct {
		edge  *Edge
		bound int64
	}{{&w.Earlier, 1}, {&w.Later, x.scene.last(&x.out.Fault)}} {
		found, err := walk{from: int64(x.out.Fault.Op), stride: 1, grain: 1, bound: side.bound}.edge(ask)
		if err != nil {
			return err
		}
		*side.edge = found.edge(func(v int64) Place { return x.place(uint64(v)) })
	}
	x.out.Windows = append(x.out.Windows, w)
	return nil
}

// alike finds the window of a recorded fault among the operations that do the
// same to the same file, if the window among all has none of them but its own.
func (x *examining) alike() error {
	ops, own := x.scene.alike(&x.out.Fault)
	all := x.out.Windows[0]
	inside := func(i int) bool { return i >= 0 && i < len(ops) && all.holds(ops[i].Number) }
	if len(ops) < 2 || inside(own-1) || inside(own+1) {
		return nil
	}
	x.say("which operations like its own it may strike")
	ask := func(to int64) (Ending, error) { return x.ends(x.movedToOp(x.i, ops[to].Number)) }
	w := Window{Of: OfAlike}
	for _, side := range []struct {
		edge  *Edge
		bound int
	}{{&w.Earlier, 0}, {&w.Later, len(ops) - 1}} {
		found, err := walk{from: int64(own), stride: 1, grain: 1, bound: int64(side.bound)}.edge(ask)
		if err != nil {
			return err
		}
		*side.edge = found.edge(func(v int64) Place { return x.place(ops[v].Number) })
	}
	x.out.Windows = append(x.out.Windows, w)
	return nil
}

// points tries the other points of a crash in an operation.
func (x *examining) points() error {
	f := &x.out.Fault
	if f.Kind != schedule.CrashIO {
		return nil
	}
	x.say("at which point of its operation")
	for _, p := range []string{schedule.Before, schedule.Within, schedule.After, schedule.Ack} {
		to := PointEnding{Point: p}
		if p == schedule.Within {
			to.Bytes = x.scene.operation(f).Bytes / 2
		}
		if p == f.Point || p == schedule.Within && to.Bytes == 0 {
			continue
		}
		var err error
		if to.Ending, err = x.ends(x.changed(x.i, to.apply)); err != nil {
			return err
		}
		x.out.Points = append(x.out.Points, to)
	}
	return nil
}

// place is an operation of the fault's node.
func (x *examining) place(op uint64) Place {
	f := x.out.Fault
	f.Op = op
	o := x.scene.operation(&f)
	return Place{At: o.At, Op: op, Do: o.Do, Path: o.Path, In: x.in[op]}
}
