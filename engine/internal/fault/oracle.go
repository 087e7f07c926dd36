// Package fault decides what goes wrong in a run: it plans timed faults, answers
// the questions of disk and network, and writes down every fault that was
// taken. Or it takes them from a schedule, and then draws none.
package fault

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Oracle knows the faults of one run. It is plain data; Clone copies it.
type Oracle struct {
	seed    rng.Key
	names   []string // of the nodes
	latency links

	planned []schedule.Fault // by At, those of equal instants in the plan's order
	next    int              // of planned

	io       []ioChance            // of each node; nil when replaying
	disks    []nodeChances         // of each node
	recorded map[op]schedule.Fault // what to do at which operation; nil when drawing
	anchored []*Anchored           // of each node; nil unless the schedule is by anchor
	sites    []Sites               // of each node
	taken    []schedule.Fault
	struck   property.Under   // their kinds
	missed   []schedule.Fault // planned, but there was nothing to strike
	over     bool             // no more faults
	calm     bool             // no faults for now
	plain    []string         // streams that always give their simplest value
}

// op is a disk operation of a node.
type op struct {
	node int
	kind string // of fault, since changes and reads are counted apart
	num  uint64
}

// Draw makes the oracle of a seed: faults as the config wants them.
func Draw(seed uint64, c *config.Config) *Oracle {
	o := newOracle(seed, c)
	o.planned = plan(o.seed, c)
	o.io = ioChances(o.seed, c, o.names)
	return o
}

// Replay makes an oracle that takes the faults of a schedule and no others. Nodes
// that the config does not have are left out; unknown says which.
func Replay(s *schedule.Schedule, c *config.Config) (o *Oracle, unknown []string) {
	o = newOracle(s.Seed, c)
	o.recorded = map[op]schedule.Fault{}
	o.plain = s.Plain
	o.latency.plain = o.Plain(schedule.Latency)
	for _, f := range s.Faults {
		node := slices.Index(o.names, f.Node)
		missing := f.Node != "" && node < 0
		for _, n := range f.Cut {
			missing = missing || !slices.Contains(o.names, n)
		}
		k, _ := schedule.KindOf(f.Kind)
		switch {
		case missing:
			unknown = append(unknown, f.Kind+" of "+f.Node)
		case k.Planned:
			o.planned = append(o.planned, f)
		default:
			o.recorded[op{node, f.Kind, f.Op}] = f
		}
	}
	if s.ByAnchor {
		for _, n := range o.names {
			o.anchored = append(o.anchored, NewAnchored(s.Faults, n))
		}
	}
	slices.SortStableFunc(o.planned, byInstant)
	return o, unknown
}

func newOracle(seed uint64, c *config.Config) *Oracle {
	root := rng.Seed(seed)
	o := &Oracle{seed: root}
	for _, g := range c.Guests() {
		o.names = append(o.names, g.Name)
	}
	o.sites = make([]Sites, len(o.names))
	o.disks = newDiskChances(root, c, o.names)
	o.latency = newLinks(root.Derive(rng.Latency), c.Network, len(o.names))
	return o
}

// Plain says whether a stream of draws always gives its simplest value.
func (o *Oracle) Plain(stream string) bool { return slices.Contains(o.plain, stream) }

func byInstant(a, b schedule.Fault) int { return int(max(-1, min(1, a.At.Sub(b.At)))) }

// NextAt is when the next planned fault is due, Never if none is left.
func (o *Oracle) NextAt() vtime.Instant {
	if o.over || o.next == len(o.planned) {
		return vtime.Never
	}
	return o.planned[o.next].At
}

// Next hands out the next planned fault. The world takes it and says so with
// Took, or cannot take it.
func (o *Oracle) Next() schedule.Fault {
	o.next++
	return o.planned[o.next-1]
}

// Took writes down a fault as it happened.
func (o *Oracle) Took(f schedule.Fault) {
	o.taken = append(o.taken, f)
	o.struck |= bitOf(f.Kind)
}

// Missed notes that a planned fault had nothing to strike: its node was down. It
// leaves no event, so that a schedule without it gives the same trace.
func (o *Oracle) Missed(f schedule.Fault) { o.missed = append(o.missed, f) }

// Unfired gives the faults of a replayed schedule that did not happen: planned
// ones that had nothing to strike or were not due before the end, and recorded
// ones whose operation was not made. A drawn plan has only the first.
func (o *Oracle) Unfired() []schedule.Fault {
	all := slices.Clone(o.missed)
	if o.recorded == nil {
		return all
	}
	all = append(all, o.planned[o.next:]...)
	for _, a := range o.anchored {
		all = append(all, a.Missing()...)
	}
	for _, f := range o.recorded {
		if o.anchored != nil {
			break
		}
		fired := func(t schedule.Fault) bool { return t.Kind == f.Kind && t.Node == f.Node && t.Op == f.Op }
		if !slices.ContainsFunc(o.taken, fired) {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b schedule.Fault) int {
		return cmp.Or(byInstant(a, b), cmp.Compare(a.Node, b.Node), cmp.Compare(a.Op, b.Op))
	})
	return all
}

// Moved gives the faults that an anchor led to another operation than they were
// recorded at.
func (o *Oracle) Moved() (all []Moved) {
	for _, a := range o.anchored {
		all = append(all, a.Moved()...)
	}
	return all
}

// Taken gives the faults that happened, in the order in which they did.
func (o *Oracle) Taken() []schedule.Fault { return slices.Clone(o.taken) }

// Stop ends all faults: the recovery phase has begun.
func (o *Oracle) Stop() { o.over = true }

// Calm begins or ends a time in which nothing strikes. Planned faults are handed
// out all the same.
func (o *Oracle) Calm(on bool) { o.calm = on }

// IsCalm says whether nothing strikes for now.
func (o *Oracle) IsCalm() bool { return o.calm }

// off says whether no operation is struck.
func (o *Oracle) off() bool { return o.over || o.calm }

// Latency implements network.Oracle.
func (o *Oracle) Latency(from, to network.Node) vtime.Duration { return o.latency.draw(from, to) }

// Clone gives an oracle that goes on by itself from the same place.
func (o *Oracle) Clone() *Oracle {
	c := *o
	c.latency = o.latency.clone()
	c.anchored, c.sites = slices.Clone(o.anchored), slices.Clone(o.sites)
	for i := range c.anchored {
		c.anchored[i] = o.anchored[i].Clone()
	}
	for i := range c.sites {
		c.sites[i] = o.sites[i].Clone()
	}
	c.taken, c.missed = slices.Clone(o.taken), slices.Clone(o.missed)
	return &c
}
