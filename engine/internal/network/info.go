package network

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/vtime"
)

// State is the state of a socket, as shown to people.
type State uint8

// The states. TCP's names are used where TCP has one.
const (
	Listening   State = iota + 1 // a listener
	Connecting                   // dialed, not answered
	Refused                      // dialed in vain
	Backlogged                   // arrived, waits for Accept
	Established                  // both directions open, as far as known here
	FinWait                      // shut down for writing here
	CloseWait                    // the peer's FIN has arrived
	Closing                      // both of these
	Reset                        // an RST has arrived
)

var stateNames = [...]string{Listening: "listening", Connecting: "connecting", Refused: "refused",
	Backlogged: "backlogged", Established: "established", FinWait: "fin wait", CloseWait: "close wait",
	Closing: "closing", Reset: "reset"}

func (s State) String() string {
	if int(s) < len(stateNames) && stateNames[s] != "" {
		return stateNames[s]
	}
	return fmt.Sprintf("state %d", uint8(s))
}

// ConnInfo is one socket that is in use.
type ConnInfo struct {
	Sock          Sock
	State         State
	Local, Remote Addr // Remote is zero for a listener
	// Peer is the other endpoint; 0 for a listener, or if that is closed or the
	// SYN has not arrived.
	Peer Sock
	// Backlog counts the connections that wait for Accept; 0 for an endpoint.
	Backlog int
	// Unread and InFlight count bytes towards this socket: arrived and not
	// read, and under way or held.
	Unread, InFlight int
	// Held says that a cut link holds something that travels to this socket,
	// bytes or not, or the SYN of this dialer.
	Held bool
}

// Conns returns the sockets in use as they are at now, in the order of their
// ids.
func (n *Net) Conns(now vtime.Instant) []ConnInfo {
	n.advance(now)
	var out []ConnInfo
	conns, listeners := n.connIDs(), n.listenerIDs()
	for len(conns) > 0 || len(listeners) > 0 {
		if len(conns) == 0 || len(listeners) > 0 && listeners[0] < conns[0] {
			l := n.listeners[listeners[0]]
			out = append(out, ConnInfo{Sock: l.id, State: Listening, Local: l.addr, Backlog: len(l.backlog.all())})
			listeners = listeners[1:]
			continue
		}
		for s := conns[0]; s <= conns[0]+1; s++ {
			if c, i := n.find(s); c != nil {
				c.settle(now)
				out = append(out, n.info(c, i))
			}
		}
		conns = conns[1:]
	}
	return out
}

func (n *Net) info(c *conn, i int) ConnInfo {
	ci := ConnInfo{Sock: c.id + Sock(i), State: c.state(i, n.now), Local: c.ends[i].addr, Remote: c.ends[1-i].addr}
	if peer, _ := n.find(c.id + Sock(1-i)); peer != nil {
		ci.Peer = c.id + Sock(1-i)
	}
	for _, it := range c.streams[1-i].items.all() {
		if it.at <= n.now {
			ci.Unread += len(it.bytes)
		} else {
			ci.InFlight += len(it.bytes)
		}
		ci.Held = ci.Held || it.at == vtime.Never
	}
	if it := c.question(i); it != nil && it.kind == syn {
		ci.Held = it.at == vtime.Never
	}
	return ci
}

func (c *conn) state(i int, now vtime.Instant) State {
	me, in := &c.ends[i], &c.streams[1-i]
	it := in.broken()
	done, peerDone := me.noWrite, in.finished(now)
	switch {
	case me.stage == connecting:
		return Connecting
	case it != nil && it.at <= now && it.kind == nak:
		return Refused
	case it != nil && it.at <= now:
		return Reset
	case me.stage == queued:
		return Backlogged
	case done && peerDone:
		return Closing
	case done:
		return FinWait
	case peerDone:
		return CloseWait
	}
	return Established
}
