package network

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

const (
	window   = 256 << 10 // most bytes under way and unread in one direction of a connection
	chunkMax = 16 << 10  // most bytes that travel together; longer writes may arrive in parts
)

// Send takes bytes of p from endpoint s for its peer, as many as the window has
// room for, in chunks with a latency each. It copies them. It returns EAGAIN
// while connecting or with the window full, ECONNRESET (or the reason of a
// failed dial) once after that has arrived, and EPIPE afterwards, after
// Shutdown for writing, and when a reset came behind the peer's FIN; ENOTCONN
// for a listener and EBADF for an id that is not in use. Room that the peer
// makes by reading is known here at once, except while the link from the peer
// is cut: then it is known when that heals.
func (n *Net) Send(now vtime.Instant, s Sock, p []byte, m Mark) (int, errno.Errno) {
	c, i, e := n.use(now, s)
	if e != errno.OK {
		return 0, e
	}
	me, out, in := &c.ends[i], &c.streams[i], &c.streams[1-i]
	if me.stage == connecting {
		return 0, errno.EAGAIN
	}
	if it := in.broken(); it != nil && it.at <= now {
		if me.told || in.finished(now) {
			return 0, errno.EPIPE
		}
		me.told = true
		return 0, c.errorOf(it)
	}
	if me.noWrite {
		return 0, errno.EPIPE
	}
	if len(p) > 0 && out.room() == 0 {
		return 0, errno.EAGAIN
	}
	p = p[:min(len(p), out.room())]
	for chunk := range slices.Chunk(slices.Clone(p), chunkMax) {
		n.emit(c, i, data, chunk, m)
	}
	n.doom(c, i)
	n.touchEnds(c)
	return len(p), errno.OK
}

// doom asks for the latency of the RST that will answer data in stream i, once
// it is certain that there will be one.
func (n *Net) doom(c *conn, i int) {
	if c.doomed || c.question(i) == nil {
		return
	}
	c.doomed = true
	c.answer = n.latency(c.ends[1-i].addr.Node, c.ends[i].addr.Node)
	n.expect(c, i)
}

// Recv moves bytes that have arrived at endpoint s into p, from as many chunks
// as fit. The mark is that of the newest byte, or of the FIN, RST or refusal
// reported. At the end of the stream, and after Shutdown for reading, it returns
// 0 and OK; EAGAIN while there is nothing. As on Linux, bytes that came before a
// reset can still be read, then the reset (ECONNRESET, or the reason of a failed
// dial) is reported once, by Recv or Send, and what follows is the end of the
// stream; behind a FIN, no reset is seen. An empty p reads nothing, with OK.
// ENOTCONN is for a listener, EBADF for an id that is not in use.
func (n *Net) Recv(now vtime.Instant, s Sock, p []byte) (int, Mark, errno.Errno) {
	got, mark, e := n.Peek(now, s, p)
	c, i := n.find(s)
	switch {
	case c == nil:
	case got > 0:
		n.consume(c, i, got)
	case e != errno.OK && e != errno.EAGAIN:
		c.ends[i].told = true
	}
	return got, mark, e
}

// consume takes away what Recv hands out.
func (n *Net) consume(c *conn, i, got int) {
	in := &c.streams[1-i]
	me, peer := c.ends[i].addr.Node, c.ends[1-i].addr.Node
	if in.room() == 0 {
		n.touch(peer)
	}
	in.skip(got)
	if n.link(me, peer).cuts > 0 {
		in.owed += got
	}
	n.touch(me)
}

// Peek returns what Recv would, and leaves everything where it is.
func (n *Net) Peek(now vtime.Instant, s Sock, p []byte) (int, Mark, errno.Errno) {
	c, i, e := n.use(now, s)
	if e != errno.OK {
		return 0, 0, e
	}
	me, in := &c.ends[i], &c.streams[1-i]
	if len(p) == 0 {
		return 0, 0, errno.OK
	}
	if me.stage == connecting {
		return 0, 0, errno.EAGAIN
	}
	if got, mark := in.copy(now, p); got > 0 {
		return got, mark, errno.OK
	}
	if it := in.ended(now); it != nil {
		return 0, it.mark, errno.OK
	}
	if it := in.broken(); it != nil && it.at <= now {
		if me.told {
			return 0, it.mark, errno.OK
		}
		return 0, it.mark, c.errorOf(it)
	}
	if me.noRead {
		return 0, 0, errno.OK
	}
	return 0, 0, errno.EAGAIN
}
