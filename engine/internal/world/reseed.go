package world

import (
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
)

// Reseed makes a run that replays a schedule go on with other draws: latencies,
// who runs first of nodes that wake at one instant, and what a crash leaves on a
// disk come from key from now on, also where the schedule made them plain.
// Messages under way keep their latencies, the rest of the schedule stays, and
// so does the randomness that nodes read.
func (w *World) Reseed(key rng.Key) {
	w.key = key
	w.oracle.Reseed(key)
	q := sched.NewQueue(len(w.nodes), key.Derive(rng.Scheduling).Stream())
	for i := range w.nodes {
		q.Set(i, w.queue.At(i))
	}
	w.queue = q
}

// Quiet lets the run keep no more events for its trace. They still count for its
// digest.
func (w *World) Quiet() { w.kernel.Trace.Keep = false }

// Movable says whether the run can be cloned now: no node is parked inside a
// time slice.
func (w *World) Movable() bool {
	for _, n := range w.nodes {
		if n.inst != nil && !n.inst.Movable() {
			return false
		}
	}
	return true
}
