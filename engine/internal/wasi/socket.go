package wasi

import (
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/internal/abi"
)

// name shows an address in the trace.
func (p *Process) name(a network.Addr) string {
	return p.Hosts[a.Node] + ":" + strconv.Itoa(int(a.Port))
}

// resolve reads "host:port". The host is a node's name or address; none, a loopback
// name or a loopback address is the node itself.
func (p *Process) resolve(s string) (node int, port uint16, e errno.Errno) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return 0, 0, errno.EINVAL
	}
	n, err := strconv.ParseUint(s[i+1:], 10, 16)
	if err != nil {
		return 0, 0, errno.EINVAL
	}
	host := s[:i]
	if inside, ok := strings.CutPrefix(host, "["); ok {
		if host, ok = strings.CutSuffix(inside, "]"); !ok {
			return 0, 0, errno.EINVAL
		}
	}
	if host == "" || host == "localhost" || host == "::1" || host == "0.0.0.0" || host == "::" || strings.HasPrefix(host, "127.") {
		return p.Node, uint16(n), errno.OK
	}
	for i, h := range p.Hosts {
		ip := abi.NodeIP(i)
		if h == host || host == dotted(ip) {
			return i, uint16(n), errno.OK
		}
	}
	return 0, 0, errno.ENOENT
}

func dotted(ip [4]byte) string {
	return strconv.Itoa(int(ip[0])) + "." + strconv.Itoa(int(ip[1])) + "." + strconv.Itoa(int(ip[2])) + "." + strconv.Itoa(int(ip[3]))
}

func netListen(p *Process, a []uint64) errno.Errno {
	s, e := p.text(a[0], a[1])
	if e != errno.OK {
		return e
	}
	node, port, e := p.resolve(s)
	switch {
	case e == errno.ENOENT || e == errno.OK && node != p.Node:
		return errno.EADDRNOTAVAIL
	case e != errno.OK:
		return e
	}
	l, e := p.Net.Listen(p.Clock.Now(), network.Node(p.Node), port)
	if e != errno.OK {
		return e
	}
	local, _ := p.Net.Addrs(l)
	p.Emit(trace.Event{Kind: trace.Listen, A: int64(l), B: int64(local.Port)})
	return p.openSocket(desc{kind: listener, sock: l, peer: p.name(local)}, a[2])
}

// openSocket installs a socket, non-blocking from birth.
func (p *Process) openSocket(d desc, ptr uint64) errno.Errno {
	d.flags = flagNonblock
	fd, e := p.install(d)
	if e != errno.OK {
		return e
	}
	return p.put32(ptr, uint32(fd))
}

func netDial(p *Process, a []uint64) errno.Errno {
	s, e := p.text(a[0], a[1])
	if e != errno.OK {
		return e
	}
	node, port, e := p.resolve(s)
	if e != errno.OK {
		return e
	}
	to := p.name(network.Addr{Node: network.Node(node), Port: port})
	sock := p.Net.Dial(p.Clock.Now(), network.Node(p.Node), network.Node(node), port, p.mark())
	p.Emit(trace.Event{Kind: trace.Dial, A: int64(sock), S: to})
	return p.openSocket(desc{kind: socket, sock: sock, peer: to}, a[2])
}

func (p *Process) onSocket(fd uint64, want kind) (*desc, errno.Errno) {
	d, e := p.at(fd)
	switch {
	case e != errno.OK:
		return nil, e
	case d.kind == want:
		return d, errno.OK
	case d.kind == socket || d.kind == listener:
		return nil, errno.EINVAL
	}
	return nil, errno.ENOTSOCK
}

func netStatus(p *Process, a []uint64) errno.Errno {
	d, e := p.onSocket(a[0], socket)
	if e != errno.OK {
		return e
	}
	return p.Net.ConnectResult(p.Clock.Now(), d.sock)
}

func netAddr(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	if d.kind != socket && d.kind != listener {
		return errno.ENOTSOCK
	}
	b, e := p.bytes(a[2], abi.AddrSize)
	if e != errno.OK {
		return e
	}
	addr, remote := p.Net.Addrs(d.sock)
	if a[1] != 0 {
		addr = remote
	}
	ip := abi.NodeIP(int(addr.Node))
	copy(b, ip[:])
	le.PutUint16(b[4:], addr.Port)
	return errno.OK
}

func sockAccept(p *Process, a []uint64) errno.Errno {
	d, e := p.onSocket(a[0], listener)
	if e != errno.OK {
		return e
	}
	s, m, e := p.Net.Accept(p.Clock.Now(), d.sock)
	if e != errno.OK {
		return e
	}
	_, remote := p.Net.Addrs(s)
	from := p.name(remote)
	p.Cause = p.Emit(trace.Event{Kind: trace.Accept, Cause: trace.ID(m), A: int64(s), S: from})
	return p.openSocket(desc{kind: socket, sock: s, peer: from}, a[2])
}

// mark is the number of the event that the caller records next.
func (p *Process) mark() network.Mark { return network.Mark(p.Trace.Count() + 1) }

func (p *Process) receive(d *desc, b []byte) (int, errno.Errno) {
	n, m, e := p.Net.Recv(p.Clock.Now(), d.sock, b)
	if e == errno.EAGAIN {
		return n, e
	}
	id := p.Emit(trace.Event{Kind: trace.Recv, Cause: trace.ID(m), A: int64(d.sock), B: int64(n), C: int64(e), S: d.peer})
	if n > 0 || e != errno.OK {
		p.Cause = id
	}
	return n, e
}

func (p *Process) send(d *desc, b []byte) (int, errno.Errno) {
	if p.Faults != nil && p.Faults.Acknowledges() {
		return 0, errno.Crashed
	}
	n, e := p.Net.Send(p.Clock.Now(), d.sock, b, p.mark())
	if e == errno.EAGAIN {
		return n, e
	}
	p.Emit(trace.Event{Kind: trace.Send, A: int64(d.sock), B: int64(n), C: int64(e), S: d.peer})
	return n, e
}

func sockRecv(p *Process, a []uint64) errno.Errno {
	d, e := p.onSocket(a[0], socket)
	if e != errno.OK {
		return e
	}
	const peek, waitAll = 1, 2
	if a[3]&^waitAll != 0 || a[3]&peek != 0 {
		return errno.ENOTSUP
	}
	if e := p.put32(a[5], 0); e != errno.OK {
		return e
	}
	return p.scatter(a[1], a[2], a[4], func(b []byte) (int, errno.Errno) { return p.receive(d, b) })
}

func sockSend(p *Process, a []uint64) errno.Errno {
	d, e := p.onSocket(a[0], socket)
	if e != errno.OK {
		return e
	}
	if a[3] != 0 {
		return errno.EINVAL
	}
	b, e := p.gather(a[1], a[2])
	if e != errno.OK {
		return e
	}
	n, e := p.send(d, b)
	if e != errno.OK {
		return e
	}
	return p.put32(a[4], uint32(n))
}

func sockShutdown(p *Process, a []uint64) errno.Errno {
	d, e := p.onSocket(a[0], socket)
	if e != errno.OK {
		return e
	}
	const read, write = 1, 2
	if a[1] == 0 || a[1] > read|write {
		return errno.EINVAL
	}
	m := p.Emit(trace.Event{Kind: trace.Shutdown, A: int64(d.sock), S: d.peer})
	return p.Net.Shutdown(p.Clock.Now(), d.sock, a[1]&read != 0, a[1]&write != 0, network.Mark(m))
}
