package story

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
)

// index finds events by node and incarnation.
type index struct {
	*Trace
	nodes [][]trace.ID // of each node, in order
	prev  []trace.ID   // prev[i] is what the incarnation of event i+1 did before it
	boots map[incarnation]trace.ID
	sends map[trace.ID][]trace.ID // what was sent because of an event, in order
}

type incarnation struct{ node, number int }

func newIndex(t *Trace) *index {
	x := &index{Trace: t, nodes: make([][]trace.ID, len(t.Names)), prev: make([]trace.ID, len(t.Events)),
		boots: map[incarnation]trace.ID{}, sends: map[trace.ID][]trace.ID{}}
	for i := range t.Events {
		e := &t.Events[i]
		if e.Node < 0 || e.Node >= len(x.nodes) {
			continue
		}
		ids := x.nodes[e.Node]
		if n := len(ids); n > 0 && t.event(ids[n-1]).Inc == e.Inc {
			x.prev[i] = ids[n-1]
		}
		x.nodes[e.Node] = append(ids, e.ID)
		switch e.Kind {
		case trace.Boot:
			x.boots[incarnation{e.Node, e.Inc}] = e.ID
		case trace.Send:
			x.sends[e.Cause] = append(x.sends[e.Cause], e.ID)
		}
	}
	return x
}

// ofNode are the events of a node, in order.
func (x *index) ofNode(n int) []trace.ID {
	if n < 0 || n >= len(x.nodes) {
		return nil
	}
	return x.nodes[n]
}

// ofNodeBefore are the events of a node before one, in order.
func (x *index) ofNodeBefore(n int, id trace.ID) []trace.ID {
	ids := x.ofNode(n)
	end, _ := slices.BinarySearch(ids, id)
	return ids[:end]
}

// before is what the incarnation of e did before it; 0 for its first event.
func (x *index) before(e *trace.Event) trace.ID { return x.prev[e.ID-1] }

// boot is the boot of the incarnation of e, and 0 for the boot itself.
func (x *index) boot(e *trace.Event) trace.ID {
	if e.Kind == trace.Boot {
		return 0
	}
	return x.boots[incarnation{e.Node, e.Inc}]
}

// lost are the losses of a crash, which stand behind it.
func (x *index) lost(crash *trace.Event) (all []*trace.Event) {
	for id := crash.ID + 1; ; id++ {
		e := x.event(id)
		if e == nil || e.Kind != trace.Lost || e.Cause != crash.ID {
			return all
		}
		all = append(all, e)
	}
}

// isFault says whether e is the beginning of a fault.
func isFault(e *trace.Event) bool {
	return strings.HasPrefix(e.Kind.Name(), "fault.") && e.Kind != trace.Heal && e.Kind != trace.Resume
}

func isCrash(e *trace.Event) bool { return strings.HasPrefix(e.Kind.Name(), "fault.crash") }

// code is the error of a disk operation or of a message.
func code(e *trace.Event) errno.Errno { return errno.Errno(e.C & 0xffff) }

// number is the node's number of a disk operation.
func number(e *trace.Event) int64 { return e.C >> 16 }

// waiting are the classes of failures that say that something did not happen, so
// that no message leads to them.
var waiting = map[verdict.Class]bool{verdict.Deadlock: true, verdict.Liveness: true, verdict.Eventually: true, verdict.Watchdog: true}

func waits(failed *trace.Event) bool { return waiting[verdict.Class(failed.S)] }

// fills says whether e changes what is in a file, and no name.
func fills(e *trace.Event) bool {
	return e.Kind == trace.Write || e.Kind == trace.Truncate || e.Kind == trace.Allocate
}
