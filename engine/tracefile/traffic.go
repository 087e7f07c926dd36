package tracefile

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
)

// Connection is a connection between two programs.
type Connection struct {
	Dial trace.ID `json:"dial"`
	// From and To are the nodes of both ends: the one that dialled, and the other;
	// -1 where the name is that of no node.
	From int    `json:"from"`
	To   int    `json:"to"`
	Peer string `json:"peer"` // whom it was dialled to, as "name:port"
	// Accept is the event by which the other side took it; 0 if it never did.
	Accept   trace.ID `json:"accept,omitempty"`
	OpenedAt Nanos    `json:"openedAt"`
	// End is the first close of one side, or the end of its process; 0 if it was
	// open when the trace ends. EndedAt is its instant.
	End     trace.ID `json:"end,omitempty"`
	EndedAt Nanos    `json:"endedAt,omitempty"`

	unread [2][]unread // what each side has sent and the other has not read
	closed [2]bool     // which sides are closed
}

// unread is what is left of a message.
type unread struct {
	message int // its place in traffic.messages
	bytes   int64
}

// Message is what one call has sent.
type Message struct {
	Send   trace.ID `json:"send"`
	SentAt Nanos    `json:"sentAt"`
	From   int      `json:"from"`
	To     int      `json:"to"` // -1 where the name is that of no node
	Bytes  int64    `json:"bytes"`
	Fate   Fate     `json:"fate"`
	// End is the event by which its last byte was read or, of a dropped one, lost;
	// 0 if neither has happened, or the other side was closed already when it was
	// sent. EndedAt is its instant.
	End     trace.ID `json:"end,omitempty"`
	EndedAt Nanos    `json:"endedAt,omitempty"`
}

// Fate is what became of a message.
type Fate string

// The fates.
const (
	Received Fate = "received"
	// Delayed is one that was read after its receiver stood still.
	Delayed Fate = "delayed"
	// Held is one that a partition kept: until it was read if it has an end.
	Held Fate = "held"
	// Dropped is one that nobody will read: a process or the connection ended.
	Dropped Fate = "dropped"
	// UnderWay is one that nobody had read when the trace ends.
	UnderWay Fate = "under way"
)

// traffic follows connections byte by byte.
type traffic struct {
	names       []string
	cuts        *faults
	connections []Connection
	messages    []Message
	dials       map[trace.ID]int // connections by their dial, until they are accepted
	ends        map[int64]end    // by socket
	open        [][]int64        // of each node, the sockets of its process
}

// end is one side of a connection; side 0 has dialled.
type end struct {
	connection, side int
}

func newTraffic(names []string) traffic {
	return traffic{names: names, dials: map[trace.ID]int{}, ends: map[int64]end{}, open: make([][]int64, len(names))}
}

func (t *traffic) see(e *trace.Event) {
	if e.Node == trace.World {
		return
	}
	switch e.Kind {
	case trace.Dial:
		t.connections = append(t.connections, Connection{Dial: e.ID, From: e.Node, To: t.host(e.S), Peer: e.S, OpenedAt: Nanos(e.At)})
		t.dials[e.ID] = len(t.connections) - 1
		t.opened(e, end{len(t.connections) - 1, 0})
	case trace.Accept:
		if i, ok := t.dials[e.Cause]; ok {
			delete(t.dials, e.Cause)
			t.connections[i].Accept, t.connections[i].To = e.ID, e.Node
			t.opened(e, end{i, 1})
		}
	case trace.Send:
		t.send(e)
	case trace.Recv:
		t.receive(e)
	case trace.Close:
		t.closed(e.A, e)
	}
	if endsProcess(e) {
		sockets := t.open[e.Node]
		t.open[e.Node] = nil
		for _, socket := range sockets {
			t.closed(socket, e)
		}
	}
}

func (t *traffic) opened(e *trace.Event, side end) {
	t.ends[e.A] = side
	t.open[e.Node] = append(t.open[e.Node], e.A)
}

func (t *traffic) host(peer string) int { return hostIn(t.names, peer) }

// hostIn is the node in "name:port"; -1 if there is none.
func hostIn(names []string, peer string) int {
	if i := strings.LastIndexByte(peer, ':'); i >= 0 {
		peer = peer[:i]
	}
	return slices.Index(names, peer)
}

func (t *traffic) send(e *trace.Event) {
	if failed(e) || e.B <= 0 {
		return
	}
	m := Message{Send: e.ID, SentAt: Nanos(e.At), From: e.Node, To: t.host(e.S), Bytes: e.B, Fate: UnderWay}
	if side, ok := t.ends[e.A]; ok {
		c := &t.connections[side.connection]
		m.To = [2]int{c.To, c.From}[side.side]
		if c.closed[1-side.side] {
			m.Fate, m.EndedAt = Dropped, m.SentAt
		} else {
			c.unread[side.side] = append(c.unread[side.side], unread{len(t.messages), e.B})
		}
	}
	t.messages = append(t.messages, m)
}

func (t *traffic) receive(e *trace.Event) {
	side, ok := t.ends[e.A]
	if !ok {
		return
	}
	waiting := &t.connections[side.connection].unread[1-side.side]
	if failed(e) {
		t.drop(waiting, e)
		return
	}
	for left := e.B; left > 0 && len(*waiting) > 0; {
		u := &(*waiting)[0]
		n := min(left, u.bytes)
		left, u.bytes = left-n, u.bytes-n
		if u.bytes == 0 {
			t.arrived(&t.messages[u.message], e)
			*waiting = (*waiting)[1:]
		}
	}
}

func (t *traffic) arrived(m *Message, e *trace.Event) {
	m.Fate, m.End, m.EndedAt = Received, e.ID, Nanos(e.At)
	switch {
	case m.To >= 0 && t.cuts.held(m.From, m.To, m.SentAt, m.EndedAt):
		m.Fate = Held
	case m.To >= 0 && t.cuts.paused(m.To, m.SentAt, m.EndedAt):
		m.Fate = Delayed
	}
}

// closed ends one side of a connection. What it has not read, nobody will read.
func (t *traffic) closed(socket int64, e *trace.Event) {
	side, ok := t.ends[socket]
	if !ok {
		return
	}
	delete(t.ends, socket)
	c := &t.connections[side.connection]
	c.closed[side.side] = true
	if c.End == 0 {
		c.End, c.EndedAt = e.ID, Nanos(e.At)
	}
	t.drop(&c.unread[1-side.side], e)
	if c.Accept == 0 {
		t.drop(&c.unread[side.side], e)
	}
	t.open[e.Node] = without(t.open[e.Node], socket)
}

// without leaves a socket out, which is often one of the last.
func without(sockets []int64, socket int64) []int64 {
	for i := len(sockets) - 1; i >= 0; i-- {
		if sockets[i] == socket {
			return slices.Delete(sockets, i, i+1)
		}
	}
	return sockets
}

func (t *traffic) drop(waiting *[]unread, e *trace.Event) {
	for _, u := range *waiting {
		m := &t.messages[u.message]
		m.Fate, m.End, m.EndedAt = Dropped, e.ID, Nanos(e.At)
	}
	*waiting = nil
}

// end says of what is still under way whether a partition holds it.
func (t *traffic) end() {
	for i := range t.messages {
		m := &t.messages[i]
		if m.Fate == UnderWay && m.To >= 0 && t.cuts.held(m.From, m.To, m.SentAt, m.SentAt) {
			m.Fate = Held
		}
	}
	t.dials, t.ends, t.open = nil, nil, nil
}
