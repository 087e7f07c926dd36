package world

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// timer is something of the world's own that is due at an instant.
type timer struct {
	at   vtime.Instant
	fire func(*World)
}

// timer gives the earliest. Of equal instants the order is: the end of a fault,
// a deadline, a new fault, the end of the phase.
func (w *World) timer() timer {
	t := timer{at: vtime.Never}
	sooner := func(at vtime.Instant, fire func(*World)) {
		if at < t.at {
			t = timer{at, fire}
		}
	}
	for i := range w.heals {
		sooner(w.heals[i].at, func(w *World) { w.heal(i) })
	}
	for _, n := range w.nodes {
		if n.term != nil {
			sooner(n.term.at, func(w *World) { w.kill(n) })
		}
	}
	for i := range w.due {
		sooner(w.overdue(i), func(w *World) { w.expire(i) })
	}
	sooner(w.oracle.NextAt(), (*World).strike)
	sooner(w.phaseEnd(), (*World).endPhase)
	return t
}

// hope says whether anything but the end of the phase or a new fault can still
// wake a node, when all nodes wait for ever.
func (w *World) hope() bool {
	if len(w.heals) > 0 || len(w.due) > 0 {
		return true
	}
	waiting := false
	for _, n := range w.nodes {
		if n.term != nil {
			return true
		}
		waiting = waiting || n.inst != nil
	}
	return !waiting
}

// deadlock ends a run in which every node waits for what cannot come.
func (w *World) deadlock() {
	w.fail(nil, verdict.Failure{Class: verdict.Deadlock, Message: "every node is blocked, with no timer and no message under way",
		Detail: w.waiting(w.nodes...)})
}

// defaultFinally is how long the final check may take, in virtual time, when
// the config has no liveness.
const defaultFinally = vtime.Minute

func (w *World) phaseEnd() vtime.Instant {
	if w.phase == chaos {
		return w.until
	}
	return w.limit
}

func (w *World) endPhase() {
	switch {
	case w.phase != chaos:
		w.late()
	case w.config.Liveness == nil && w.final() == nil:
		w.finish(nil, "duration reached")
	default:
		w.recover("duration reached")
	}
}

// late ends a run whose recovery took too long.
func (w *World) late() {
	within := defaultFinally
	if w.config.Liveness != nil {
		within = w.config.Liveness.Within
	}
	n := w.unfinished()
	w.fail(n, verdict.Failure{Class: verdict.Liveness, Message: fmt.Sprintf("%s had not finished %v after the faults stopped", n.Name, within),
		Detail: w.waiting(w.servers(n)...)})
}

// unfinished is the program that a recovery waits for: the workload, or else the
// final check.
func (w *World) unfinished() *node {
	if n := w.role(config.RoleWorkload); n != nil && !n.done {
		return n
	}
	return w.final()
}

func (w *World) role(r config.Role) *node {
	for _, n := range w.nodes {
		if n.Role == r {
			return n
		}
	}
	return nil
}

// final is the final check; nil if the config has none.
func (w *World) final() *node { return w.role(config.RoleFinally) }

// recover begins the recovery phase: no more faults, all effects end, all nodes
// are started.
func (w *World) recover(why string) {
	w.phase = recovery
	w.oracle.Stop()
	id := w.emit(trace.Event{Kind: trace.Phase, Cause: w.root, S: "recovery", T: why})
	w.settle()
	within := defaultFinally
	workload := w.role(config.RoleWorkload)
	if w.config.Liveness != nil {
		within = w.config.Liveness.Within
	} else if workload != nil && !workload.done {
		w.stopWorkload(workload, id)
	}
	w.limit = w.now().Add(within)
	if workload == nil || workload.done {
		w.check()
	}
}

// stopWorkload ends a workload that nobody asked to finish.
func (w *World) stopWorkload(n *node, cause trace.ID) {
	n.done = true
	if n.inst == nil {
		return
	}
	n.proc.FlushOutput()
	n.proc.CloseAll()
	w.emitAt(n, trace.Event{Kind: trace.Killed, Cause: cause, S: "the faults have stopped, and liveness is not asked for"})
	w.drop(n)
	w.requeue(n)
}

// check starts the final check, or ends the run if there is none.
func (w *World) check() {
	n := w.final()
	if n == nil {
		w.finish(nil, "recovered")
		return
	}
	w.phase = checking
	n.cause, n.wake = w.emit(trace.Event{Kind: trace.Phase, Cause: w.root, S: "finally"}), w.now()
	w.requeue(n)
}
