package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
)

// Reseed takes the latencies that are drawn from now on from another key, plain
// streams too. Faults are not drawn again: those of a schedule stay as they are,
// and so do those that the oracle draws itself.
func (o *Oracle) Reseed(key rng.Key) {
	o.plain = slices.DeleteFunc(slices.Clone(o.plain), func(s string) bool {
		return s == schedule.Latency || s == schedule.Ties || s == schedule.Tearing
	})
	l := &o.latency
	*l = links{key: key.Derive(rng.Latency), min: l.min, max: l.max, nodes: l.nodes, streams: make([]*rng.Stream, len(l.streams))}
	o.disks = slices.Clone(o.disks)
	for i := range o.disks {
		o.disks[i].wait = key.Derive(rng.DiskFaults).Derive(o.names[i]).Derive("latency")
	}
}
