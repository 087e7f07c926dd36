package world

import (
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Outcome is what a run came to.
type Outcome struct {
	// Failure is the bug that was found; nil if none was.
	Failure *verdict.Failure
	// Reason is why the run ended, in a few words.
	Reason string
	At     vtime.Instant // when it ended
	Digest trace.Digest
	Events uint64
	Trace  *trace.Recorder
	Hosts  []string
	Tally  property.Tally
	// Faults are those that were taken.
	Faults []schedule.Fault
	// Unfired are the faults of a given schedule that did not happen, and the
	// planned ones that found their node down.
	Unfired []schedule.Fault
	// Moved are the faults that an anchor led to another operation than they were
	// recorded at.
	Moved []fault.Moved
	// Unfinished says that the workload, or the final check, was still running
	// or had not begun when the run ended without a failure.
	Unfinished bool
	// Ops is the sum that sim.Budget handed out.
	Ops int64
}

// finish ends the run.
func (w *World) finish(f *verdict.Failure, reason string) {
	w.emit(trace.Event{Kind: trace.RunEnd, Cause: w.root, S: reason})
	w.end = &Outcome{Failure: f, Reason: reason, At: w.now(), Digest: w.kernel.Trace.Digest(), Events: w.kernel.Trace.Count(),
		Trace: w.kernel.Trace, Hosts: w.kernel.Hosts, Tally: w.tally, Faults: w.oracle.Taken(), Unfired: w.oracle.Unfired(), Moved: w.oracle.Moved(), Ops: w.asked}
	for _, n := range w.nodes {
		w.end.Unfinished = w.end.Unfinished || f == nil && n.Role != config.RoleNode && !n.done
	}
}
