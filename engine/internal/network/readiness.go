package network

import "github.com/seedfall/seedfall/engine/vtime"

// ReadableAt is the earliest instant at which Recv, or Accept at a listener,
// would not return EAGAIN if nobody changed anything before. An instant that
// has passed means now; Never means that nothing is under way. For an id that
// is not in use it is 0, since calls fail at once. The answer for a socket
// changes only with a call that changes something, and Touched names its node
// then.
func (n *Net) ReadableAt(s Sock) vtime.Instant {
	if l := n.listeners[s]; l != nil {
		return n.acceptableAt(l)
	}
	c, i := n.find(s)
	if c == nil {
		return 0
	}
	me, in := &c.ends[i], c.streams[1-i].items.all()
	if len(in) > 0 && in[0].kind == ack {
		in = in[1:]
	}
	at := vtime.Never
	if len(in) > 0 {
		at = in[0].at
	} else if it := c.streams[i].head(); it != nil && it.kind == syn && n.listeners[n.bound[c.ends[1].addr]] == nil {
		at = n.answerAt(c, i)
	}
	if me.noRead {
		at = min(at, me.noReadAt)
	}
	return at
}

// WritableAt is the same for Send and ConnectResult, with EINPROGRESS for
// EAGAIN. For a listener it is Never.
func (n *Net) WritableAt(s Sock) vtime.Instant {
	if n.listeners[s] != nil {
		return vtime.Never
	}
	c, i := n.find(s)
	if c == nil {
		return 0
	}
	me, in, out := &c.ends[i], &c.streams[1-i], &c.streams[i]
	if me.stage == connecting {
		if it := in.head(); it != nil {
			return it.at
		}
		return n.answerAt(c, i)
	}
	if me.noWrite || out.room() > 0 {
		return me.upAt
	}
	if it := in.broken(); it != nil {
		return it.at
	}
	return n.answerAt(c, i)
}

// acceptableAt is ReadableAt for a listener: the arrival of the connection that
// waits longest, or of the first SYN under way.
func (n *Net) acceptableAt(l *listener) vtime.Instant {
	if !l.backlog.empty() {
		c, i := n.find(l.backlog.all()[0].sock)
		return c.ends[i].upAt
	}
	at := vtime.Never
	for _, d := range n.due {
		if c, it := n.current(d); c != nil && it.kind == syn && c.ends[1].addr == l.addr {
			at = min(at, d.at)
		}
	}
	return at
}

// answerAt foretells when the answer to the question in stream i reaches end i:
// Never if there is none, or it would be held.
func (n *Net) answerAt(c *conn, i int) vtime.Instant {
	it := c.question(i)
	l := n.link(c.ends[1-i].addr.Node, c.ends[i].addr.Node)
	if it == nil || l.cuts > 0 {
		return vtime.Never
	}
	if at := it.at.Add(c.answer + l.extra); at != vtime.Never {
		return c.streams[1-i].after(at)
	}
	return vtime.Never
}

// Touched returns the nodes for whose sockets ReadableAt or WritableAt may have
// changed since the last call of Touched, in ascending order. The slice is
// valid until then.
func (n *Net) Touched() []Node {
	n.touched = n.touched[:0]
	for i := range n.nodes {
		if h := &n.nodes[i]; h.touched {
			h.touched = false
			n.touched = append(n.touched, Node(i))
		}
	}
	return n.touched
}

func (n *Net) touch(node Node) { n.nodes[node].touched = true }

func (n *Net) touchEnds(c *conn) {
	n.touch(c.ends[0].addr.Node)
	n.touch(c.ends[1].addr.Node)
}

// touchListener is for a port that begins or ends to listen, which decides
// whether SYNs under way will be refused.
func (n *Net) touchListener(l *listener) {
	n.touch(l.addr.Node)
	for _, d := range n.due {
		if c, it := n.current(d); c != nil && it.kind == syn && c.ends[1].addr == l.addr {
			n.touch(c.ends[0].addr.Node)
		}
	}
}
