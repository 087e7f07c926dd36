package tracefile

import (
	"context"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// survey is what belongs together in a trace though it stands apart: messages with
// their arrival, changes of files with what made them durable, and so on. It is
// made in one pass over the events, when it is first asked for.
type survey struct {
	lives  lives
	faults faults
	net    traffic
	disk   changes
	checks promises
	calls  calls
}

// surveyed are the kinds that a survey looks at.
var surveyedKinds = ofClass(Run, Life, Disk, Network, Checks, Faults, Calls)

func (f *File) surveyed() (*survey, error) {
	f.once.Do(func() {
		s := newSurvey(f.Nodes)
		f.failed = f.each(context.Background(), 0, vtime.Never, &surveyedKinds, func(e *trace.Event) bool {
			s.see(e)
			return true
		})
		if f.failed == nil {
			s.end()
			f.failed = s.calls.name(f)
		}
		f.survey = s
	})
	return f.survey, f.failed
}

func newSurvey(names []string) *survey {
	n := len(names)
	s := &survey{lives: lives{now: make([]int, n)}, disk: newChanges(n), checks: newPromises(n), calls: newCalls(),
		faults: faults{names: names, down: make([]trace.ID, n)}, net: newTraffic(names)}
	s.net.cuts = &s.faults
	return s
}

func (s *survey) see(e *trace.Event) {
	s.disk.see(e)
	s.lives.see(e)
	s.faults.see(e)
	s.net.see(e)
	s.checks.see(e)
	s.calls.see(e)
}

// end is called behind the last event.
func (s *survey) end() {
	s.disk.settleCrash()
	s.net.end()
}

// endsProcess says whether an event is the end of an incarnation.
func endsProcess(e *trace.Event) bool {
	switch e.Kind {
	case trace.Crash, trace.CrashIO, trace.Killed, trace.Exit:
		return true
	}
	return false
}

// Incarnation is one boot of a node.
type Incarnation struct {
	Node   int      `json:"node"`
	Number int      `json:"number"` // from 1
	Boot   trace.ID `json:"boot"`
	From   Nanos    `json:"from"`
	// End is the event with which it ended, To its instant, and How its kind; 0 and
	// "" if it was running when the trace ends.
	End trace.ID `json:"end,omitempty"`
	To  Nanos    `json:"to,omitempty"`
	How string   `json:"how,omitempty"`
}

// lives are the incarnations, in the order of their boots.
type lives struct {
	all []Incarnation
	now []int // of each node, the place of its last one in all, from 1; 0 for none
}

func (l *lives) see(e *trace.Event) {
	switch {
	case e.Node == trace.World:
	case e.Kind == trace.Boot:
		l.all = append(l.all, Incarnation{Node: e.Node, Number: e.Inc, Boot: e.ID, From: Nanos(e.At)})
		l.now[e.Node] = len(l.all)
	case endsProcess(e) && l.now[e.Node] > 0:
		if i := &l.all[l.now[e.Node]-1]; i.End == 0 {
			i.End, i.To, i.How = e.ID, Nanos(e.At), e.Kind.Name()
		}
	}
}

// Fault is something that goes wrong: at an instant, or for a while.
type Fault struct {
	Event trace.ID `json:"event"`
	Kind  string   `json:"kind"` // such as "fault.partition"
	// Node and Incarnation are what it struck; -1 and 0 for links.
	Node        int   `json:"node"`
	Incarnation int   `json:"incarnation,omitempty"`
	At          Nanos `json:"at"`
	// Until is when its effect ended, or should have if the run was over before;
	// 0 for a fault of an instant. Ended is the event of its end; 0 for none.
	Until Nanos    `json:"until,omitempty"`
	Ended trace.ID `json:"ended,omitempty"`
	// Cut and Direction are those of a partition: the names on one side, and "both",
	// "in" or "out".
	Cut       []string `json:"cut,omitempty"`
	Direction string   `json:"direction,omitempty"`
	// What is the path of rot, the name of a fault of a disk operation, or the point
	// of a crash in one.
	What string `json:"what,omitempty"`

	inside []bool // whether each node is in Cut
	op     uint64 // of a fault of a disk operation, the number of that; 0 for others
}

// faults are those of the run, in order.
type faults struct {
	names []string
	all   []Fault
	cuts  []int      // the partitions among them
	down  []trace.ID // of each node, the fault that ended its last incarnation
}

func (l *faults) see(e *trace.Event) {
	f := Fault{Event: e.ID, Kind: e.Kind.Name(), Node: e.Node, Incarnation: e.Inc, At: Nanos(e.At)}
	switch e.Kind {
	case trace.Crash, trace.Pause:
		f.Until = Nanos(e.B)
	case trace.CrashIO:
		f.Until, f.What, f.op = Nanos(e.B), e.S, uint64(e.A)
	case trace.Partition:
		f.Until, f.Cut, f.Direction, f.inside = Nanos(e.B), strings.Split(e.S, ","), e.T, make([]bool, len(l.names))
		for i, name := range l.names {
			f.inside[i] = slices.Contains(f.Cut, name)
		}
		l.cuts = append(l.cuts, len(l.all))
	case trace.Restart:
	case trace.DiskFault:
		f.What, f.op = e.S, uint64(e.A)
	case trace.Bitrot:
		f.What = e.S
	case trace.Heal, trace.Resume:
		l.ended(e.Cause, e)
		return
	case trace.Boot:
		if e.Node != trace.World {
			l.ended(l.down[e.Node], e)
			l.down[e.Node] = 0
		}
		return
	default:
		return
	}
	if e.Node != trace.World && (e.Kind == trace.Restart || endsProcess(e)) {
		l.down[e.Node] = e.ID
	}
	l.all = append(l.all, f)
}

// ended notes the end of the fault that an event began.
func (l *faults) ended(fault trace.ID, e *trace.Event) {
	if i, ok := slices.BinarySearchFunc(l.all, fault, func(f Fault, id trace.ID) int { return int(f.Event) - int(id) }); ok {
		l.all[i].Ended, l.all[i].Until = e.ID, Nanos(e.At)
	}
}

// held says whether a partition cut the way from one node to another at some time
// between two instants.
func (l *faults) held(from, to int, sent, arrived Nanos) bool {
	for _, i := range l.cuts {
		f := &l.all[i]
		if f.At > arrived || f.Ended != 0 && f.Until < sent || f.inside[from] == f.inside[to] {
			continue
		}
		if f.Direction == "both" || f.inside[from] == (f.Direction == "out") {
			return true
		}
	}
	return false
}

// paused says whether a node stood still at some time between two instants.
func (l *faults) paused(node int, from, to Nanos) bool {
	for i := range l.all {
		if f := &l.all[i]; f.Node == node && f.Kind == trace.Pause.Name() && f.At <= to && f.Until >= from {
			return true
		}
	}
	return false
}
