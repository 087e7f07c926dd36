// Package sched holds the virtual clock and decides who runs next.
package sched

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Clock is the one clock of a run. It moves when it is read, and when the
// world jumps to the next thing that happens.
type Clock struct{ now vtime.Instant }

// Now looks at the clock without moving it.
func (c *Clock) Now() vtime.Instant { return c.now }

// Read moves the clock on by a nanosecond and returns it: no two reads in a
// run give the same instant.
func (c *Clock) Read() vtime.Instant {
	c.now++
	return c.now
}

// Advance jumps to t if t lies ahead.
func (c *Clock) Advance(t vtime.Instant) { c.now = max(c.now, t) }

// Queue knows when each task wants to run. Tasks are small numbers from 0.
type Queue struct {
	// Plain lets the first of several tasks run, in place of a draw.
	Plain bool

	wake []vtime.Instant
	ties rng.Stream
}

// NewQueue makes a queue of n tasks that all wait for ever. ties decides
// among tasks that wake at the same instant.
func NewQueue(n int, ties rng.Stream) *Queue {
	q := &Queue{wake: make([]vtime.Instant, n), ties: ties}
	for i := range q.wake {
		q.wake[i] = vtime.Never
	}
	return q
}

// Set says when a task wants to run next; Never takes it out.
func (q *Queue) Set(task int, at vtime.Instant) { q.wake[task] = at }

// At is when a task wants to run next.
func (q *Queue) At(task int) vtime.Instant { return q.wake[task] }

// Earliest is the earliest instant in the queue, Never if all wait for ever.
func (q *Queue) Earliest() vtime.Instant {
	first := vtime.Never
	for _, t := range q.wake {
		first = min(first, t)
	}
	return first
}

// Pick chooses among the tasks that wake earliest, by a draw if there is more
// than one. There must be one.
func (q *Queue) Pick() (task int) {
	first, n := vtime.Never, 0
	for i, t := range q.wake {
		switch {
		case t < first:
			first, n, task = t, 1, i
		case t == first && t != vtime.Never:
			n++
		}
	}
	if n < 2 || q.Plain {
		return task
	}
	for k := q.ties.N(uint64(n)); ; task++ {
		if q.wake[task] != first {
			continue
		}
		if k == 0 {
			return task
		}
		k--
	}
}

// Clone gives a queue that goes on by itself from the same place.
func (q *Queue) Clone() *Queue { return &Queue{q.Plain, slices.Clone(q.wake), q.ties} }
