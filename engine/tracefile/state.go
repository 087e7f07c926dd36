package tracefile

import "github.com/seedfall/seedfall/engine/vtime"

// State is how everything stood at an instant, after all that happened at it.
type State struct {
	At    Nanos       `json:"at"`
	Nodes []NodeState `json:"nodes"`
	// Connections are those that are open, Partitions those that have not healed.
	Connections []Connection `json:"connections"`
	Partitions  []Fault      `json:"partitions"`
	// Disk are the changes that are not durable.
	Disk []DiskOp `json:"disk"`
	// Eventuallys and Calls are those that are open.
	Eventuallys []Eventually `json:"eventuallys"`
	Calls       []Call       `json:"calls"`
	// More says that there is more of something than the limit.
	More bool `json:"more"`
}

// NodeState is what a node is doing.
type NodeState struct {
	Name        string `json:"name"`
	Incarnation int    `json:"incarnation"` // the last that was booted; 0 before the first
	Up          bool   `json:"up"`
	Paused      bool   `json:"paused"`
	// Since is when it was booted if it is up, else when it went down.
	Since Nanos `json:"since"`
}

// State tells of an instant, at most limit of each thing. The first call reads the
// whole file. What each entry says is as far as it is known at the end of the
// trace: a change that is pending here tells by what it was lost later.
func (f *File) State(at vtime.Instant, limit int) (*State, error) {
	s, err := f.surveyed()
	if err != nil {
		return nil, err
	}
	now := Nanos(at)
	t := &State{At: now, Nodes: s.nodes(f.Nodes, now), Partitions: []Fault{}}
	var more [4]bool
	t.Connections, more[0] = open(s.net.connections, now, limit, (*Connection).span)
	t.Eventuallys, more[1] = open(s.checks.all, now, limit, (*Eventually).span)
	t.Calls, more[2] = open(s.calls.all, now, limit, (*Call).span)
	t.Disk, more[3] = open(s.disk.ops, now, limit, func(o *DiskOp) (Nanos, Nanos, bool) {
		return o.At, o.EndedAt, o.End != 0 || o.State == Failed || o.State == Synced
	})
	for _, i := range s.faults.cuts {
		if p := s.faults.all[i]; p.At <= now && (p.Ended == 0 || p.Until > now) {
			t.Partitions = append(t.Partitions, p)
		}
	}
	for _, m := range more {
		t.More = t.More || m
	}
	return t, nil
}

// open chooses what has begun at an instant or before, and has not ended by then.
func open[T any](all []T, now Nanos, limit int, span func(*T) (begin, end Nanos, ended bool)) ([]T, bool) {
	return spans(all, now+1, now, limit, span)
}

func (s *survey) nodes(names []string, now Nanos) []NodeState {
	all := make([]NodeState, len(names))
	for i, name := range names {
		all[i].Name = name
	}
	for _, l := range s.lives.all {
		if l.From > now {
			break
		}
		n := &all[l.Node]
		n.Incarnation, n.Up, n.Since = l.Number, true, l.From
		if l.End != 0 && l.To <= now {
			n.Up, n.Since = false, l.To
		}
	}
	for _, f := range s.faults.all {
		if f.Kind == "fault.pause" && f.Node >= 0 && f.At <= now && f.Until > now && all[f.Node].Up && all[f.Node].Incarnation == f.Incarnation {
			all[f.Node].Paused = true
		}
	}
	return all
}
