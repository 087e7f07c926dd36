package network

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// model is the network once more, made to be obvious: every packet of a
// connection stays in a list, time goes on one nanosecond after the other, and
// each packet acts on its receiver when it arrives. Nothing is foretold.
type model struct {
	now       vtime.Instant
	lat       *byLink
	cuts      map[[2]Node]int
	extra     map[[2]Node]vtime.Duration
	listeners []*modelListener
	conns     []*modelConn
}

type modelListener struct {
	node    Node
	port    uint16
	closed  bool
	backlog []*modelEnd
}

type modelConn struct {
	ends   [2]*modelEnd
	answer vtime.Duration
	doomed bool
}

type modelEnd struct {
	conn     *modelConn
	peer     *modelEnd
	node     Node
	port     uint16
	sent     []*packet
	inbox    []segment
	born     bool // known to its node
	up       bool // connected
	accepted bool
	closed   bool
	noRead   bool
	noWrite  bool
	rstSent  bool
	eof      *Mark
	err      errno.Errno // not told yet
	broken   *Mark
	window   int // bytes that may be sent now
	owed     int // bytes read whose news is held
}

type packet struct {
	kind    kind
	data    []byte
	mark    Mark
	at      vtime.Instant
	lat     vtime.Duration
	held    bool
	arrived bool
	lost    bool
}

type segment struct {
	data []byte
	mark Mark
}

func newModel(lat *byLink) *model {
	return &model{lat: lat, cuts: map[[2]Node]int{}, extra: map[[2]Node]vtime.Duration{}}
}

// to lets time pass.
func (m *model) to(now vtime.Instant) {
	for m.deliver(); m.now < now; m.deliver() {
		m.now++
	}
}

// deliver lets everything arrive that is due.
func (m *model) deliver() {
	for again := true; again; {
		again = false
		for _, c := range m.conns { // oldest first
			for _, e := range c.ends {
				for _, p := range e.sent {
					if !p.held && !p.arrived && !p.lost && p.at <= m.now {
						p.arrived, again = true, true
						m.arrive(e.peer, p)
					}
				}
			}
		}
	}
}

func (m *model) arrive(e *modelEnd, p *packet) {
	switch {
	case p.kind == syn:
		l := m.listener(e.node, e.port)
		if e.peer.closed {
			return
		}
		if l == nil {
			e.closed = true
			m.transmit(e, &packet{kind: nak, mark: p.mark, lat: e.conn.answer + m.extra[e.way()]})
			return
		}
		e.born, e.up = true, true
		l.backlog = append(l.backlog, e)
		m.transmit(e, &packet{kind: ack, mark: p.mark, lat: e.conn.answer + m.extra[e.way()]})
	case e.closed:
		if p.kind == data && !e.rstSent {
			e.rstSent = true
			m.transmit(e, &packet{kind: rst, lat: e.conn.answer + m.extra[e.way()]})
		}
	case p.kind == ack:
		e.up = true
	case p.kind == data:
		e.inbox = append(e.inbox, segment{p.data, p.mark})
	case p.kind == fin:
		e.eof = &p.mark
	default:
		e.up, e.broken = true, &p.mark
		e.err = errno.ECONNRESET
		if p.kind == nak {
			e.err = errno.ECONNREFUSED
		}
	}
}

func (e *modelEnd) way() [2]Node { return [2]Node{e.node, e.peer.node} }

// transmit sends a packet whose latency is known.
func (m *model) transmit(e *modelEnd, p *packet) {
	e.sent = append(e.sent, p)
	p.held = m.cuts[e.way()] > 0
	if !p.held {
		m.schedule(e, p)
	}
}

func (m *model) schedule(e *modelEnd, p *packet) {
	p.held = false
	p.at = m.now.Add(p.lat)
	for _, q := range e.sent {
		if q == p {
			break
		}
		p.at = max(p.at, q.at)
	}
}

func (m *model) emit(e *modelEnd, k kind, data []byte, mark Mark) {
	m.transmit(e, &packet{kind: k, data: data, mark: mark, lat: m.lat.Latency(e.node, e.peer.node) + m.extra[e.way()]})
}

func (m *model) listener(node Node, port uint16) *modelListener {
	for _, l := range m.listeners {
		if l.node == node && l.port == port && !l.closed {
			return l
		}
	}
	return nil
}

func (m *model) listen(node Node, port uint16) (*modelListener, errno.Errno) {
	if m.listener(node, port) != nil {
		return nil, errno.EADDRINUSE
	}
	l := &modelListener{node: node, port: port}
	m.listeners = append(m.listeners, l)
	return l, errno.OK
}

func (m *model) dial(from, to Node, port uint16, mark Mark) *modelEnd {
	c := &modelConn{}
	a := &modelEnd{conn: c, node: from, born: true, accepted: true, window: window}
	b := &modelEnd{conn: c, node: to, port: port, peer: a, window: window}
	a.peer, c.ends = b, [2]*modelEnd{a, b}
	m.conns = append(m.conns, c)
	m.emit(a, syn, nil, mark)
	c.answer = m.lat.Latency(to, from)
	return a
}

func (m *model) accept(l *modelListener) (*modelEnd, Mark, errno.Errno) {
	if l.closed {
		return nil, 0, errno.EBADF
	}
	if len(l.backlog) == 0 {
		return nil, 0, errno.EAGAIN
	}
	e := l.backlog[0]
	l.backlog = l.backlog[1:]
	e.accepted = true
	return e, e.peer.sent[0].mark, errno.OK
}

func (m *model) result(e *modelEnd) errno.Errno {
	switch {
	case e.closed:
		return errno.EBADF
	case !e.up:
		return errno.EINPROGRESS
	case e.broken == nil:
		return errno.OK
	case e.refused():
		return errno.ECONNREFUSED
	}
	return errno.ECONNRESET
}

func (e *modelEnd) refused() bool {
	return len(e.peer.sent) > 0 && e.peer.sent[0].kind == nak && e.peer.sent[0].arrived
}

func (m *model) send(e *modelEnd, p []byte, mark Mark) (int, errno.Errno) {
	switch {
	case e.closed:
		return 0, errno.EBADF
	case !e.up:
		return 0, errno.EAGAIN
	case e.broken != nil && e.eof == nil && e.err != errno.OK:
		err := e.err
		e.err = errno.OK
		return 0, err
	case e.broken != nil || e.noWrite:
		return 0, errno.EPIPE
	case len(p) > 0 && e.window == 0:
		return 0, errno.EAGAIN
	}
	p = p[:min(len(p), e.window)]
	e.window -= len(p)
	for rest := p; len(rest) > 0; rest = rest[min(len(rest), chunkMax):] {
		m.emit(e, data, rest[:min(len(rest), chunkMax)], mark)
	}
	m.foresee(e.peer)
	return len(p), errno.OK
}

// foresee asks for the latency of the RST that a closed end will send.
func (m *model) foresee(e *modelEnd) {
	if !e.closed || e.rstSent || e.conn.doomed || e.peer.closed {
		return
	}
	for _, p := range e.peer.sent {
		if p.kind == data && !p.arrived && !p.lost {
			e.conn.doomed = true
			e.conn.answer = m.lat.Latency(e.node, e.peer.node)
			return
		}
	}
}

func (m *model) recv(e *modelEnd, want int) (out []byte, mark Mark, err errno.Errno) {
	switch {
	case e.closed:
		return nil, 0, errno.EBADF
	case want == 0:
		return nil, 0, errno.OK
	case !e.up:
		return nil, 0, errno.EAGAIN
	case len(e.inbox) > 0:
		for len(e.inbox) > 0 && len(out) < want {
			s := &e.inbox[0]
			k := min(want-len(out), len(s.data))
			out, mark = append(out, s.data[:k]...), s.mark
			if s.data = s.data[k:]; len(s.data) == 0 {
				e.inbox = e.inbox[1:]
			}
		}
		if m.cuts[e.way()] > 0 {
			e.owed += len(out)
		} else {
			e.peer.window += len(out)
		}
		return out, mark, errno.OK
	case e.eof != nil:
		return nil, *e.eof, errno.OK
	case e.broken != nil:
		err, e.err = e.err, errno.OK
		return nil, *e.broken, err
	case e.noRead:
		return nil, 0, errno.OK
	}
	return nil, 0, errno.EAGAIN
}

func (m *model) shutdown(e *modelEnd, read, write bool, mark Mark) errno.Errno {
	switch {
	case e.closed:
		return errno.EBADF
	case !e.up || e.broken != nil:
		return errno.ENOTCONN
	}
	e.noRead = e.noRead || read
	if write && !e.noWrite {
		e.noWrite = true
		m.emit(e, fin, nil, mark)
	}
	return errno.OK
}

func (m *model) close(e *modelEnd, abort bool, mark Mark) errno.Errno {
	if e.closed {
		return errno.EBADF
	}
	e.closed = true
	switch {
	case !e.up && !e.peer.born: // nobody there to tell
		e.peer.closed = true
	case e.peer.closed || e.broken != nil:
	case abort || !e.up || len(e.inbox) > 0:
		e.rstSent = true
		m.emit(e, rst, nil, mark)
	case !e.noWrite:
		m.emit(e, fin, nil, mark)
	}
	m.foresee(e)
	return errno.OK
}

func (m *model) closeListener(l *modelListener, mark Mark) errno.Errno {
	if l.closed {
		return errno.EBADF
	}
	l.closed = true
	for _, e := range l.backlog {
		m.close(e, true, mark)
	}
	return errno.OK
}

func (m *model) kill(node Node, mark Mark) {
	for _, l := range m.listeners {
		if l.node == node {
			m.closeListener(l, mark)
		}
	}
	for _, c := range m.conns {
		for _, e := range c.ends {
			if e.node == node && e.born {
				m.close(e, true, mark)
			}
		}
	}
}

func (m *model) reset(e *modelEnd, mark Mark) {
	if e.closed {
		return
	}
	for _, x := range e.conn.ends {
		for _, p := range x.sent {
			p.lost = p.lost || !p.arrived
		}
		if !x.born {
			x.closed = true
		}
		x.rstSent = true
		if x.broken == nil {
			x.up, x.broken, x.err = true, &mark, errno.ECONNRESET
		}
	}
}

func (m *model) cut(from, to Node) {
	way := [2]Node{from, to}
	m.cuts[way]++
	m.eachEnd(way, func(e *modelEnd) {
		for _, p := range e.sent {
			if !p.arrived {
				p.held, p.at = true, 0
			}
		}
	})
}

func (m *model) heal(from, to Node) {
	way := [2]Node{from, to}
	if m.cuts[way]--; m.cuts[way] > 0 {
		return
	}
	m.eachEnd(way, func(e *modelEnd) {
		for _, p := range e.sent {
			if p.held {
				m.schedule(e, p)
			}
		}
		e.peer.window += e.owed
		e.owed = 0
	})
}

func (m *model) eachEnd(way [2]Node, f func(*modelEnd)) {
	for _, c := range m.conns {
		for _, e := range c.ends {
			if e.way() == way {
				f(e)
			}
		}
	}
}

// byLink is an oracle whose answer depends only on the link and on how often
// that link was asked about.
type byLink struct{ asked map[[2]Node]uint64 }

func newByLink() *byLink { return &byLink{map[[2]Node]uint64{}} }

func (o *byLink) Latency(from, to Node) vtime.Duration {
	way := [2]Node{from, to}
	o.asked[way]++
	x := o.asked[way]*0x9e3779b97f4a7c15 + uint64(from*5+to)*0xd1342543de82ef95
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return vtime.Duration(x >> 33 % 20)
}
