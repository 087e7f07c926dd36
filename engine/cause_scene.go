package engine

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// EventLine is an event of a run in words.
type EventLine struct {
	Event trace.ID      `json:"event"`
	At    vtime.Instant `json:"at"`
	// Node is the node with its incarnation, "server#2"; "" for what no node did.
	Node string `json:"node,omitempty"`
	Text string `json:"text"`
	// Site is the sim call that made the event, or the nearest one before it on
	// the way to it in the same program; nil if none is near.
	Site *trace.Site `json:"site,omitempty"`
}

// scene is a run in which to look up what happens where.
type scene struct {
	story.Trace
	ops map[string][]operation // of each node, by number
}

// operation is one change that a node makes to its disk.
type operation struct {
	Number   uint64
	At       vtime.Instant
	Do, Path string
	Bytes    int64 // of a write
}

func newScene(o *world.Outcome) scene {
	s := scene{story.Trace{Events: o.Trace.Events, Sites: o.Trace.Sites, Names: o.Hosts}, map[string][]operation{}}
	for i := range s.Events {
		e := &s.Events[i]
		do, disk := strings.CutPrefix(e.Kind.Name(), "disk.")
		if n := uint64(e.C) >> 16; disk && e.Kind != trace.Lost && n > 0 {
			op := operation{Number: n, At: e.At, Do: do, Path: e.S}
			if e.Kind == trace.Write {
				op.Bytes = e.B
			}
			s.ops[s.Names[e.Node]] = append(s.ops[s.Names[e.Node]], op)
		}
	}
	return s
}

// operation is the one that a fault strikes; zero but for the number if no event
// tells of it.
func (s *scene) operation(f *schedule.Fault) operation {
	ops := s.ops[f.Node]
	i, found := slices.BinarySearchFunc(ops, f.Op, func(o operation, n uint64) int { return int(max(-1, min(1, int64(o.Number)-int64(n)))) })
	if !found || ofRead(f) {
		return operation{Number: f.Op}
	}
	return ops[i]
}

// last is the number of the last operation that a fault could strike.
func (s *scene) last(f *schedule.Fault) int64 {
	if ops := s.ops[f.Node]; len(ops) > 0 && !ofRead(f) {
		return max(int64(ops[len(ops)-1].Number), int64(f.Op))
	}
	return 1 << 40 // nobody knows; a fault that does not happen ends the walk
}

// alike are the operations that do what the one that a fault strikes does, to the
// same file, or to any if each is another; own is its index among them.
func (s *scene) alike(f *schedule.Fault) (ops []operation, own int) {
	op := s.operation(f)
	if op.Do == "" {
		return nil, 0
	}
	choose := func(any bool) {
		ops = nil
		for _, o := range s.ops[f.Node] {
			if o.Number == op.Number {
				own = len(ops)
			}
			if o.Do == op.Do && (any || o.Path == op.Path) {
				ops = append(ops, o)
			}
		}
	}
	if choose(false); len(ops) < 2 {
		choose(true)
	}
	return ops, own
}

// maxBetween is how many events a list between two instants has.
const maxBetween = 3

// between are the first events later than lo and not later than hi.
func (s *scene) between(lo, hi vtime.Instant) (lines []EventLine) {
	for i := range s.Events {
		if e := &s.Events[i]; e.At > lo && e.At <= hi && len(lines) < maxBetween {
			lines = append(lines, line(&s.Trace, e))
		}
	}
	return lines
}

// around are the last event not later than lo and the first later than hi.
func (s *scene) around(lo, hi vtime.Instant) (lines []EventLine) {
	i, _ := slices.BinarySearchFunc(s.Events, lo+1, func(e trace.Event, at vtime.Instant) int { return int(max(-1, min(1, e.At.Sub(at)))) })
	if i > 0 {
		lines = append(lines, line(&s.Trace, &s.Events[i-1]))
	}
	for ; i < len(s.Events); i++ {
		if s.Events[i].At > hi {
			return append(lines, line(&s.Trace, &s.Events[i]))
		}
	}
	return lines
}

// line is an event in words.
func line(t *story.Trace, e *trace.Event) EventLine {
	p := trace.Printer{Names: t.Names}
	l := EventLine{Event: e.ID, At: e.At, Node: p.Who(e), Site: siteNear(t, e)}
	_, l.Text, _ = strings.Cut(strings.TrimSpace(t.Text(e)), "  ")
	l.Text = strings.TrimPrefix(l.Text, l.Node+" ")
	return l
}

// near is how many causes back a sim call counts as near.
const near = 4

// siteNear follows the causes of an event within its incarnation until one has a
// site.
func siteNear(t *story.Trace, e *trace.Event) *trace.Site {
	for at, n := e, 0; n <= near && at.Node == e.Node && at.Inc == e.Inc; n++ {
		if at.Site != 0 && int(at.Site) <= len(t.Sites) {
			return &t.Sites[at.Site-1]
		}
		if at.Cause == 0 || int(at.Cause) > len(t.Events) {
			return nil
		}
		at = &t.Events[at.Cause-1]
	}
	return nil
}

// ofRead says whether a fault strikes a read, which leaves no event.
func ofRead(f *schedule.Fault) bool {
	return f.Kind == schedule.ReadEIO || f.Kind == schedule.ReadCorrupt
}
