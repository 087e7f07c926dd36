package world

import (
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/internal/judge"
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
	// Log has the calls that programs recorded, Verdicts what was found about
	// them: nothing if the run had failed in another way before.
	Log      *history.Log
	Verdicts []judge.Verdict
}

// finish ends the run. One that has not failed is judged by what was recorded.
func (w *World) finish(f *verdict.Failure, reason string) {
	var verdicts []judge.Verdict
	if f == nil {
		if verdicts = w.judge.All(&w.record.log); len(verdicts) > 0 {
			f = w.convict(verdicts)
		}
	}
	w.emit(trace.Event{Kind: trace.RunEnd, Cause: w.root, S: reason})
	w.end = &Outcome{Failure: f, Reason: reason, At: w.now(), Digest: w.kernel.Trace.Digest(), Events: w.kernel.Trace.Count(),
		Trace: w.kernel.Trace, Hosts: w.kernel.Hosts, Tally: w.tally, Faults: w.oracle.Taken(), Unfired: w.oracle.Unfired(), Moved: w.oracle.Moved(), Ops: w.asked,
		Log: &w.record.log, Verdicts: verdicts}
	for _, n := range w.nodes {
		w.end.Unfinished = w.end.Unfinished || f == nil && n.Role != config.RoleNode && !n.done
	}
}

// convict gives the failure that the first violation is; nil if there is none. It
// is in the trace after the calls that it contradicts.
func (w *World) convict(verdicts []judge.Verdict) *verdict.Failure {
	for i := range verdicts {
		f, at, conflicts, ok := verdicts[i].Failure()
		if !ok {
			continue
		}
		for _, c := range conflicts {
			if number := w.numberOf(c); number > 0 {
				w.emit(trace.Event{Kind: trace.Blame, Cause: trace.ID(max(c.InvokeEvent, c.ReturnEvent)), A: int64(number)})
			}
		}
		f.Event = w.emit(trace.Event{Kind: trace.Failed, Cause: trace.ID(at.ReturnEvent), S: string(f.Class), T: f.Words()})
		f.At = w.now()
		if number := w.numberOf(at); number > 0 {
			s := w.kernel.Trace.SiteOf(w.record.calls[number-1].site)
			f.Site = &s
		}
		if at.ReturnEvent != 0 {
			f.At = at.ReturnAt
		}
		return &f
	}
	return nil
}

// numberOf is the number of the call that comes from o; 0 if there is none.
func (w *World) numberOf(o history.Origin) int {
	called := func(c recorded) bool { return w.origin(&c).InvokeEvent == o.InvokeEvent }
	return slices.IndexFunc(w.record.calls, called) + 1
}
