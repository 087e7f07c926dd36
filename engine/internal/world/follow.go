package world

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// simplify makes plain the streams that a schedule names. A nil schedule names
// none.
func (w *World) simplify(s *schedule.Schedule) {
	w.random = w.key.Derive(rng.Randomness)
	if s == nil {
		return
	}
	w.queue.Plain = slices.Contains(s.Plain, schedule.Ties)
	if slices.Contains(s.Plain, schedule.Random) {
		w.random = rng.Seed(0).Derive(rng.Randomness)
	}
}

// powerCut takes from a node's disk what a crash loses.
func (w *World) powerCut(n *node, key rng.Key, corrupt bool) disk.Loss {
	if w.oracle.Plain(schedule.Tearing) {
		return n.fs.CrashPlain(key, corrupt)
	}
	return n.fs.Crash(key, corrupt)
}

// Follow makes a run of one schedule go on as one of s, which has the same seed.
// It says no, and changes nothing, if a run of s might not have come to the same
// state. Nothing is drawn, so what follows is the run of s, event by event.
func (w *World) Follow(s *schedule.Schedule) bool {
	until := vtime.Instant(w.config.Duration)
	if s.Duration > 0 {
		until = vtime.Instant(s.Duration)
	}
	switch {
	case w.end != nil,
		until != w.until && (w.phase != chaos || until <= w.now()),
		s.Ops != w.ops && (w.short || s.Ops > 0 && s.Ops < w.asked):
		return false
	}
	var asked []fault.Asked
	for _, n := range w.nodes {
		asked = append(asked, fault.Asked{Ops: n.fs.Ops(), Reads: n.fs.Reads()})
	}
	if !w.oracle.Follow(s, w.config, w.now(), asked) {
		return false
	}
	w.until, w.ops = until, s.Ops
	return true
}

// NextAt is the instant of what happens next, Never if nothing can.
func (w *World) NextAt() vtime.Instant { return min(w.queue.Earliest(), w.timer().at) }

// Size is how many bytes of memory the nodes hold.
func (w *World) Size() (bytes uint64) {
	for _, n := range w.nodes {
		if n.inst != nil {
			bytes += n.inst.MemorySize()
		}
	}
	return bytes
}

// Events is the number of events so far.
func (w *World) Events() uint64 { return w.kernel.Trace.Count() }

// Follows says whether Follow would say yes, and changes nothing.
func (w *World) Follows(s *schedule.Schedule) bool {
	c := *w
	c.oracle = w.oracle.Clone()
	return c.Follow(s)
}
