package network

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Shutdown ends one or both directions of endpoint s, as seen from there. For
// writing, a FIN leaves behind the bytes already sent. For reading, nothing
// leaves: Recv returns what has arrived, and the end of the stream where it
// would have waited. A direction already ended stays so. ENOTCONN says that s
// is not connected: a listener, still connecting, refused or reset.
func (n *Net) Shutdown(now vtime.Instant, s Sock, read, write bool, m Mark) errno.Errno {
	c, i, e := n.use(now, s)
	if e != errno.OK {
		return e
	}
	me := &c.ends[i]
	if it := c.streams[1-i].broken(); me.stage == connecting || it != nil && it.at <= now {
		return errno.ENOTCONN
	}
	if read && !me.noRead {
		me.noRead, me.noReadAt = true, now
	}
	if write && !me.noWrite {
		me.noWrite = true
		n.emit(c, i, fin, nil, m)
	}
	n.touchEnds(c)
	return errno.OK
}

// Close gives up endpoint or listener s. Bytes sent before still arrive, and
// behind them a FIN, or an RST if bytes have arrived here that nobody read, or
// if the peer has not yet answered the dial. Bytes that arrive later are
// answered with an RST. A dial whose SYN has not arrived is taken back.
// Connections that wait at a listener are reset. EBADF says that s is not in
// use.
func (n *Net) Close(now vtime.Instant, s Sock, m Mark) errno.Errno {
	n.advance(now)
	if l := n.listeners[s]; l != nil {
		n.closeListener(l, m)
		return errno.OK
	}
	c, i, e := n.use(now, s)
	if e == errno.OK {
		n.leave(c, i, false, m)
	}
	return e
}

// leave closes end i, which is not closed: with an RST if abort is set or
// demanded by what Close promises, otherwise with a FIN.
func (n *Net) leave(c *conn, i int, abort bool, m Mark) {
	me, in := &c.ends[i], &c.streams[1-i]
	n.touchEnds(c)
	if it := c.streams[i].head(); it != nil && it.kind == syn {
		c.ends[1].stage = closed
		n.gone(c, i)
		return
	}
	switch {
	case c.ends[1-i].stage == closed || in.broken() != nil: // nobody is left to be told
	case abort || me.stage == connecting || in.unread(n.now):
		n.emit(c, i, rst, nil, m)
	case !me.noWrite:
		n.emit(c, i, fin, nil, m)
	}
	if n.gone(c, i) {
		n.doom(c, 1-i)
	}
}

// Kill is the death of a node's process: its listeners vanish, and every
// endpoint of it sends an RST, behind the bytes that it had sent. They travel
// like everything else, so a cut link holds them. Who dials the node is refused
// until it listens again.
func (n *Net) Kill(now vtime.Instant, node Node, m Mark) {
	n.advance(now)
	n.touch(node)
	for _, id := range n.listenerIDs() {
		if l := n.listeners[id]; l.addr.Node == node {
			n.closeListener(l, m)
		}
	}
	for _, id := range n.connIDs() {
		for s := id; s <= id+1; s++ {
			if c, i := n.find(s); c != nil && c.ends[i].addr.Node == node {
				n.leave(c, i, true, m)
			}
		}
	}
}

// Reset breaks the connection of endpoint s, as a device on the way does: both
// ends are reset now, even across a cut, and what has not arrived is lost. It
// does nothing if s is no endpoint in use.
func (n *Net) Reset(now vtime.Instant, s Sock, m Mark) {
	n.advance(now)
	c, _ := n.find(s)
	if c == nil {
		return
	}
	n.touchEnds(c)
	if c.ends[1].stage == unborn {
		c.ends[1].stage = closed
	}
	for i := range c.streams {
		if it := c.streams[i].broken(); it == nil || it.at > now {
			c.streams[i].lose(now)
			c.streams[i].push(item{kind: rst, mark: m}, now, false)
		}
	}
}
