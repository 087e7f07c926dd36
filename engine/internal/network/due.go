package network

import "github.com/seedfall/seedfall/engine/vtime"

// duty is the arrival of something that will be answered: a SYN, or data for a
// closed endpoint. It is out of date if the oldest item of the stream is no
// longer one that arrives at that instant.
type duty struct {
	at   vtime.Instant
	conn Sock // the dialer's id
	dir  int  // of the stream: 0 from the dialer, 1 from the acceptor
}

func (d duty) before(e duty) bool {
	return d.at < e.at || d.at == e.at && d.conn < e.conn
}

// due is a heap of duties: the first is the earliest, ties go to the older
// connection. Of the duties of one connection at most one is up to date, since
// a connection with both ends closed is gone.
type due []duty

func (h *due) push(d duty) {
	*h = append(*h, d)
	a := *h
	for i := len(a) - 1; i > 0; {
		up := (i - 1) / 2
		if !a[i].before(a[up]) {
			return
		}
		a[i], a[up] = a[up], a[i]
		i = up
	}
}

// pop removes the first; the heap must not be empty.
func (h *due) pop() duty {
	a := *h
	first, last := a[0], len(a)-1
	a[0] = a[last]
	a = a[:last]
	*h = a
	for i := 0; ; {
		down := 2*i + 1
		if down >= last {
			return first
		}
		if down+1 < last && a[down+1].before(a[down]) {
			down++
		}
		if !a[down].before(a[i]) {
			return first
		}
		a[i], a[down] = a[down], a[i]
		i = down
	}
}

// question returns what the other end of stream dir will answer when it
// arrives, or nil. It is always the oldest item: a SYN is alone in its stream,
// and a closed endpoint reads no more.
func (c *conn) question(dir int) *item {
	it := c.streams[dir].head()
	switch {
	case it == nil:
	case it.kind == syn:
		return it
	case it.kind == data && c.ends[1-dir].stage == closed && c.streams[1-dir].broken() == nil:
		return it
	}
	return nil
}

// expect notes when the question in stream dir will be answered. A held one is
// noted when it leaves again.
func (n *Net) expect(c *conn, dir int) {
	if it := c.question(dir); it != nil && it.at != vtime.Never {
		n.due.push(duty{it.at, c.id, dir})
	}
}

// current returns the connection of a duty, or nil if the duty is out of date.
func (n *Net) current(d duty) (*conn, *item) {
	c := n.conns[d.conn]
	if c == nil {
		return nil, nil
	}
	if it := c.question(d.dir); it != nil && it.at == d.at {
		return c, it
	}
	return nil, nil
}

// answer does what the arrival of a question causes.
func (n *Net) answer(d duty) {
	c, it := n.current(d)
	switch {
	case c == nil:
	case it.kind == syn:
		n.arrive(c, d.at)
	default:
		n.reply(c, 1-d.dir, d.at, rst, 0) // behind a FIN, whose mark is the one to be seen
	}
}
