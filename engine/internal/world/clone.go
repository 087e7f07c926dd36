package world

import (
	"errors"
	"maps"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/wasi"
)

// ErrBusy says that a node is parked inside a time slice, where it cannot be
// copied. A step later it may be somewhere else.
var ErrBusy = errors.New("a node is parked inside a time slice")

// Clone copies the run at an instant at which no node is parked inside a time
// slice. Both go on independently, and in the same way.
func (w *World) Clone() (*World, error) {
	for _, n := range w.nodes {
		if n.inst != nil && !n.inst.Movable() {
			return nil, ErrBusy
		}
	}
	c := *w
	clock := *w.kernel.Clock
	c.kernel = &wasi.Kernel{Clock: &clock, Net: w.kernel.Net.Clone(), Trace: w.kernel.Trace.Clone(), Hosts: w.kernel.Hosts}
	c.oracle = w.oracle.Clone()
	c.kernel.Net.Oracle = c.oracle
	c.queue = w.queue.Clone()
	c.heals, c.due, c.tally = slices.Clone(w.heals), slices.Clone(w.due), maps.Clone(w.tally)
	c.record, c.quiets = w.record.clone(), slices.Clone(w.quiets)
	c.nodes = make([]*node, len(w.nodes))
	for i, n := range w.nodes {
		m, err := c.cloneNode(n)
		if err != nil {
			c.nodes = c.nodes[:i]
			c.Close()
			return nil, err
		}
		c.nodes[i] = m
	}
	return &c, nil
}

// cloneNode copies a node into the world w.
func (w *World) cloneNode(n *node) (*node, error) {
	c := *n
	c.fs = n.fs.Clone()
	c.asks = n.asks.Clone(w.oracle, w.kernel.Clock)
	c.fs.Oracle = c.asks
	if n.inst == nil {
		return &c, nil
	}
	c.proc = n.proc.Clone(w.kernel, c.fs)
	c.proc.Faults = c.asks
	var err error
	c.inst, err = n.inst.Clone(c.proc, w)
	c.asks.Guest = c.inst
	return &c, err
}
