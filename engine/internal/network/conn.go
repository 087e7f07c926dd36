package network

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// stage is how far an endpoint has come.
type stage uint8

const (
	unborn     stage = iota // an acceptor whose SYN has not arrived
	connecting              // a dialer that has not seen the answer
	queued                  // an acceptor that nobody has accepted yet
	open                    // connected, or the attempt has failed
	closed                  // its owner is done with it
)

// end is one endpoint of a connection.
type end struct {
	addr     Addr
	stage    stage
	noWrite  bool          // shut down for writing: a FIN has left
	noRead   bool          // shut down for reading
	told     bool          // a call has already reported the reset or refusal
	noReadAt vtime.Instant // when noRead began
	upAt     vtime.Instant // when connecting ended
}

// conn is a connection: the dialer's end and stream are number 0, the
// acceptor's 1. It exists from the dial until both ends are closed.
type conn struct {
	id      Sock // the dialer's; the acceptor's is id+1
	ends    [2]end
	streams [2]stream      // streams[i] carries what ends[i] sends
	answer  vtime.Duration // the oracle's latency for the answer to the question under way
	doomed  bool           // data for a closed endpoint has left, and answer is the latency of its RST
	failure errno.Errno    // why the connection was refused
}

func (c *conn) clone() *conn {
	k := *c
	for i := range k.streams {
		k.streams[i] = c.streams[i].clone()
	}
	return &k
}

// Dial starts to connect a node to a port of a node: a SYN leaves, and what
// becomes of it is decided when it arrives. ConnectResult tells the outcome. If
// the dialing node has no free port left, that is EADDRNOTAVAIL at once. m is
// what Accept hands out.
func (n *Net) Dial(now vtime.Instant, from, to Node, port uint16, m Mark) Sock {
	n.advance(now)
	c := &conn{id: n.newID(), failure: errno.ECONNREFUSED}
	n.conns[c.id] = c
	c.ends[0] = end{addr: Addr{from, n.ephemeral(from)}, stage: connecting}
	c.ends[1] = end{addr: Addr{to, port}}
	n.touch(from)
	if c.ends[0].addr.Port == 0 {
		c.failure = errno.EADDRNOTAVAIL
		c.ends[1].stage = closed
		c.streams[1].push(item{kind: nak}, now, false)
		return c.id
	}
	n.bound[c.ends[0].addr] = c.id
	n.touch(to)
	n.emit(c, 0, syn, nil, m)
	c.answer = n.latency(to, from)
	n.expect(c, 0)
	return c.id
}

// arrive decides what becomes of a SYN.
func (n *Net) arrive(c *conn, at vtime.Instant) {
	m := c.streams[0].items.pop().mark
	l := n.listeners[n.bound[c.ends[1].addr]]
	if l == nil {
		c.ends[1].stage = closed
		n.reply(c, 1, at, nak, m)
		return
	}
	c.ends[1].stage, c.ends[1].upAt = queued, at
	l.backlog.push(waiting{c.id + 1, m})
	n.reply(c, 1, at, ack, m)
}

// ConnectResult tells how connecting went: EINPROGRESS, OK, ECONNREFUSED,
// EADDRNOTAVAIL, or ECONNRESET if the connection was reset by now. It changes
// nothing, and is OK for an endpoint that was accepted.
func (n *Net) ConnectResult(now vtime.Instant, s Sock) errno.Errno {
	c, i, e := n.use(now, s)
	if e != errno.OK {
		return e
	}
	if c.ends[i].stage == connecting {
		return errno.EINPROGRESS
	}
	if it := c.streams[1-i].broken(); it != nil && it.at <= now {
		return c.errorOf(it)
	}
	return errno.OK
}

// settle notices that the answer to the SYN has arrived.
func (c *conn) settle(now vtime.Instant) {
	it := c.streams[1].head()
	if c.ends[0].stage != connecting || it == nil || it.at > now {
		return
	}
	c.ends[0].stage, c.ends[0].upAt = open, it.at
	if it.kind == ack {
		c.streams[1].items.pop()
	}
}

// errorOf is what a call reports for the RST or refusal that ended a stream.
func (c *conn) errorOf(it *item) errno.Errno {
	if it.kind == nak {
		return c.failure
	}
	return errno.ECONNRESET
}

// emit sends one thing from end i, now.
func (n *Net) emit(c *conn, i int, k kind, bytes []byte, m Mark) {
	from, to := c.ends[i].addr.Node, c.ends[1-i].addr.Node
	l := n.link(from, to)
	it := item{lat: n.latency(from, to) + l.extra, mark: m, kind: k, bytes: bytes}
	c.streams[i].push(it, n.now, l.cuts > 0)
}

// reply sends the answer to a question from end i, at the instant at which the
// question arrived. Its latency was asked for when the question left.
func (n *Net) reply(c *conn, i int, at vtime.Instant, k kind, m Mark) {
	l := n.link(c.ends[i].addr.Node, c.ends[1-i].addr.Node)
	it := item{lat: c.answer + l.extra, mark: m, kind: k}
	c.streams[i].push(it, at, l.cuts > 0)
}
