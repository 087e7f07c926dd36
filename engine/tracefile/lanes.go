package tracefile

import (
	"context"

	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Lanes is what a timeline shows of a window of time: all that begins, ends or goes
// on in it. Each list is in the order of the beginnings.
type Lanes struct {
	// Incarnations and Faults are those of the whole run, whatever the window, up to
	// maxWhole of each.
	Incarnations []Incarnation `json:"incarnations"`
	Faults       []Fault       `json:"faults"`
	Connections  []Connection  `json:"connections"`
	Messages     []Message     `json:"messages"`
	Disk         []DiskOp      `json:"disk"`
	Checks       []Check       `json:"checks"`
	Eventuallys  []Eventually  `json:"eventuallys"`
	Calls        []Call        `json:"calls"`
	Logs         []LogLine     `json:"logs"`
	// More says that there is more of something than the limit.
	More bool `json:"more"`
}

// Check is one evaluation of a property.
type Check struct {
	Event       trace.ID `json:"event"`
	At          Nanos    `json:"at"`
	Node        int      `json:"node"`
	Incarnation int      `json:"incarnation"`
	Property    string   `json:"property"`
	Kind        string   `json:"kind"` // such as "always"
	OK          bool     `json:"ok"`
}

// LogLine is a line that a program wrote.
type LogLine struct {
	Event       trace.ID `json:"event"`
	At          Nanos    `json:"at"`
	Node        int      `json:"node"`
	Incarnation int      `json:"incarnation"`
	FD          int64    `json:"fd"` // 1 for standard output, 2 for standard error
	Text        string   `json:"text"`
}

// spans chooses of what has a beginning and an end what touches a window, at most
// limit of them; more says that there are others. An end of 0 is none.
func spans[T any](all []T, from, to Nanos, limit int, of func(*T) (begin, end Nanos, ended bool)) (chosen []T, more bool) {
	chosen = []T{}
	for i := range all {
		begin, end, ended := of(&all[i])
		switch {
		case begin > to:
			return chosen, false
		case ended && end < from:
		case len(chosen) == limit:
			return chosen, true
		default:
			chosen = append(chosen, all[i])
		}
	}
	return chosen, false
}

// maxWhole bounds the lists that are of the whole run.
const maxWhole = 10_000

// Lanes shows a window of time, each list with at most limit entries, but for
// incarnations and faults. The first call reads the whole file.
func (f *File) Lanes(from, to vtime.Instant, limit int) (*Lanes, error) {
	s, err := f.surveyed()
	if err != nil {
		return nil, err
	}
	a, b := Nanos(from), Nanos(to)
	l := &Lanes{Checks: []Check{}, Logs: []LogLine{}, More: len(s.lives.all) > maxWhole || len(s.faults.all) > maxWhole}
	l.Incarnations = append([]Incarnation{}, s.lives.all[:min(len(s.lives.all), maxWhole)]...)
	l.Faults = append([]Fault{}, s.faults.all[:min(len(s.faults.all), maxWhole)]...)
	var more [5]bool
	l.Connections, more[0] = spans(s.net.connections, a, b, limit, (*Connection).span)
	l.Messages, more[1] = spans(s.net.messages, a, b, limit, (*Message).span)
	l.Disk, more[2] = spans(s.disk.ops, a, b, limit, func(o *DiskOp) (Nanos, Nanos, bool) { return o.At, o.At, true })
	l.Eventuallys, more[3] = spans(s.checks.all, a, b, limit, (*Eventually).span)
	l.Calls, more[4] = spans(s.calls.all, a, b, limit, (*Call).span)
	for _, m := range more {
		l.More = l.More || m
	}
	return l, f.points(l, from, to, limit)
}

func (c *Connection) span() (begin, end Nanos, ended bool) { return c.OpenedAt, c.EndedAt, c.End != 0 }
func (m *Message) span() (begin, end Nanos, ended bool) {
	return m.SentAt, m.EndedAt, m.End != 0 || m.Fate == Dropped
}
func (e *Eventually) span() (begin, end Nanos, ended bool) { return e.At, e.EndedAt, e.End != 0 }
func (c *Call) span() (begin, end Nanos, ended bool)       { return c.At, c.EndedAt, c.Return != 0 }

// points adds what has an instant only, and is not kept.
func (f *File) points(l *Lanes, from, to vtime.Instant, limit int) error {
	of := kinds(trace.Check, trace.Log)
	return f.each(context.Background(), from, to, &of, func(e *trace.Event) bool {
		switch {
		case e.Kind == trace.Check && len(l.Checks) < limit:
			l.Checks = append(l.Checks, Check{e.ID, Nanos(e.At), e.Node, e.Inc, e.S, property.Kind(e.B).String(), e.A != 0})
		case e.Kind == trace.Log && len(l.Logs) < limit:
			l.Logs = append(l.Logs, LogLine{e.ID, Nanos(e.At), e.Node, e.Inc, e.A, e.S})
		default:
			l.More = true
		}
		return len(l.Checks) < limit || len(l.Logs) < limit || !l.More
	})
}
