package network

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// newID gives out an even id. A listener or a dialer has it, and the acceptor
// of the dialer's connection the odd one behind it; so an id alone tells the
// connection and the end.
func (n *Net) newID() Sock {
	if n.lastSock > math.MaxInt32-3 {
		panic(fmt.Sprintf("network: no socket id is left after %d", n.lastSock))
	}
	n.lastSock += 2
	return n.lastSock
}

// find returns the connection of an endpoint that its owner has not closed, and
// which end it is; nil if there is none.
func (n *Net) find(s Sock) (*conn, int) {
	c, i := n.conns[s&^1], int(s&1)
	if c == nil || c.ends[i].stage == closed || c.ends[i].stage == unborn {
		return nil, 0
	}
	return c, i
}

// use is what a call on an endpoint begins with: it advances the network and
// finds the endpoint. EBADF says that the id is not in use, ENOTCONN that it is
// a listener's.
func (n *Net) use(now vtime.Instant, s Sock) (*conn, int, errno.Errno) {
	n.advance(now)
	c, i := n.find(s)
	if c != nil {
		c.settle(now)
		return c, i, errno.OK
	}
	if n.listeners[s] != nil {
		return nil, 0, errno.ENOTCONN
	}
	return nil, 0, errno.EBADF
}

// gone notes that the owner of end i has no further use for it. It frees the
// connection, or returns true if the other end is still in use.
func (n *Net) gone(c *conn, i int) bool {
	c.ends[i].stage = closed
	if i == 0 {
		delete(n.bound, c.ends[0].addr)
	}
	if c.ends[1-i].stage == closed {
		delete(n.conns, c.id)
		return false
	}
	return true
}

// connIDs and listenerIDs are for loops that must have an order.
func (n *Net) connIDs() []Sock     { return slices.Sorted(maps.Keys(n.conns)) }
func (n *Net) listenerIDs() []Sock { return slices.Sorted(maps.Keys(n.listeners)) }
