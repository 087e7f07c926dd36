package world

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Next is the earliest instant at which the run goes on: that of the next Step.
// It is Never if nothing can happen any more.
func (w *World) Next() vtime.Instant { return min(w.queue.Earliest(), w.timer().at) }

// Goroutines tells what the goroutines of every node are doing now, in the order
// of the nodes. The run does not notice: it is copies of the nodes that are asked.
func (w *World) Goroutines() ([]story.Stacks, error) {
	var all []story.Stacks
	for _, n := range w.nodes {
		s, err := w.stacks(n)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// waiting shows what the goroutines of some nodes are doing, reduced to the
// users' own frames, for the detail of a failure.
func (w *World) waiting(nodes ...*node) string {
	var b strings.Builder
	for _, n := range nodes {
		s, err := w.stacks(n)
		if err != nil {
			s.State = err.Error()
		}
		s.Goroutines = story.Reduce(s.Goroutines)
		b.WriteString(s.String())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// servers are the nodes that are no workload and no final check, behind first.
func (w *World) servers(first *node) []*node {
	nodes := []*node{first}
	for _, n := range w.nodes {
		if n != first && n.Role == config.RoleNode {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// asleep shows what a program was waiting for that its own runtime has ended, by
// its last words, and what the other nodes are doing.
func (w *World) asleep(n *node, words string) string {
	all, err := story.ParseDump(words)
	if err != nil || len(all) == 0 {
		return words // its output was cut
	}
	s := story.Stacks{Node: n.Name, Incarnation: n.inc, Goroutines: story.Reduce(all)}
	others := slices.DeleteFunc(slices.Clone(w.nodes), func(m *node) bool { return m == n })
	return strings.TrimSuffix(s.String()+w.waiting(others...), "\n")
}

// stacks tells what the goroutines of a node are doing.
func (w *World) stacks(n *node) (s story.Stacks, err error) {
	s = story.Stacks{Node: n.Name, Incarnation: n.inc, State: stateOf(n)}
	if s.State != "" {
		return s, nil
	}
	text, err := w.ask(n)
	if err == nil {
		s.Goroutines, err = story.ParseDump(text)
	}
	switch {
	case errors.Is(err, errSyncing):
		s.State, err = "waits for a sync of its disk", nil
	case err != nil:
		err = fmt.Errorf("goroutines of %s: %w", n.Name, err)
	case len(s.Goroutines) == 0:
		s.State = "does not print its goroutines; GOTRACEBACK in its environment may be the reason"
	}
	return s, err
}

// stateOf says why a node has no goroutines that could be shown, "" if it is
// parked.
func stateOf(n *node) string {
	switch {
	case n.inst == nil && n.done:
		return "has finished"
	case n.inst == nil && n.inc == 0:
		return "has not started"
	case n.inst == nil:
		return "is down"
	case n.poll:
		return ""
	case n.wake != vtime.Never:
		return "is inside a time slice"
	}
	return "has ended"
}

// errSyncing says that a node is parked in a sync, which cannot fail in a way
// that ends it.
var errSyncing = errors.New("it is parked in a sync")

// maxNaps bounds how often a runtime that ends a program waits for its other
// threads before it prints anything. Go's waits seven times, for a millisecond.
const maxNaps = 100

// ask lets a copy of a parked node fail, and gives what its runtime prints. The
// copy lives in a world of its own in which nothing else happens.
func (w *World) ask(n *node) (string, error) {
	c := *w
	clock := *w.kernel.Clock
	c.kernel = &wasi.Kernel{Clock: &clock, Net: w.kernel.Net.Clone(), Trace: trace.NewRecorder(true), Hosts: w.kernel.Hosts}
	c.oracle, c.tally = w.oracle.Clone(), property.Tally{}
	c.kernel.Net.Oracle = c.oracle
	m, err := c.cloneNode(n)
	if err != nil {
		return "", err
	}
	defer m.inst.Close()
	c.nodes = make([]*node, len(w.nodes))
	c.nodes[n.index] = m
	if !m.proc.Throw() {
		return "", errSyncing
	}
	for i := 0; m.inst.Run() != guest.Exited; i++ {
		at := m.proc.WakeAt()
		if !m.proc.Parked() || at == vtime.Never || i == maxNaps {
			return "", errors.New("its runtime went on after a call that must not fail had failed")
		}
		clock.Advance(at)
	}
	m.proc.FlushOutput()
	return printed(c.kernel.Trace), nil
}

// standardError is its descriptor.
const standardError = 2

// printed is what a program wrote to standard error.
func printed(r *trace.Recorder) string {
	var b strings.Builder
	for _, e := range r.Events {
		if e.Kind == trace.Log && e.A == standardError {
			b.WriteString(e.S)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
