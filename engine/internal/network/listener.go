package network

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// listener accepts connections at one port of a node.
type listener struct {
	id      Sock
	addr    Addr
	backlog fifo[waiting] // in the order of arrival; two SYNs of one instant in the order of their dials
}

// waiting is a connection that nobody has accepted yet.
type waiting struct {
	sock Sock // the acceptor's
	mark Mark // of the dial
}

func (l *listener) clone() *listener { return &listener{l.id, l.addr, l.backlog.clone()} }

// Listen opens a port of a node, from now on. Port 0 asks for a free one from
// 49152 on. EADDRINUSE says that a listener or a dialer of the node has the
// port, or that none is free; accepted connections do not hold the port. The
// backlog has no limit.
func (n *Net) Listen(now vtime.Instant, node Node, port uint16) (Sock, errno.Errno) {
	n.advance(now)
	if port == 0 {
		port = n.ephemeral(node)
	}
	addr := Addr{node, port}
	if port == 0 || n.bound[addr] != 0 {
		return 0, errno.EADDRINUSE
	}
	l := &listener{id: n.newID(), addr: addr}
	n.listeners[l.id] = l
	n.bound[addr] = l.id
	n.touchListener(l)
	return l.id, errno.OK
}

// Accept takes the connection that has waited longest. The mark is its dial's.
// EAGAIN says that none waits, EINVAL that s is no listener, EBADF that it is
// nothing. A connection that was reset meanwhile is handed out like any other.
func (n *Net) Accept(now vtime.Instant, s Sock) (Sock, Mark, errno.Errno) {
	n.advance(now)
	l := n.listeners[s]
	if l == nil {
		if c, _ := n.find(s); c != nil {
			return 0, 0, errno.EINVAL
		}
		return 0, 0, errno.EBADF
	}
	if l.backlog.empty() {
		return 0, 0, errno.EAGAIN
	}
	w := l.backlog.pop()
	c, i := n.find(w.sock)
	c.ends[i].stage = open
	n.touch(l.addr.Node)
	return w.sock, w.mark, errno.OK
}

// closeListener frees the port. Connections that nobody accepted are reset.
func (n *Net) closeListener(l *listener, m Mark) {
	n.touchListener(l)
	delete(n.listeners, l.id)
	delete(n.bound, l.addr)
	for _, w := range l.backlog.all() {
		c, i := n.find(w.sock)
		n.leave(c, i, true, m)
	}
}
