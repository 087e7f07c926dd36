package network

import (
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// connected returns a network with one connection of node 0 to node 1 and no
// latency.
func connected(tb testing.TB) (n *Net, listener, dialer, acceptor Sock) {
	tb.Helper()
	n = New(2)
	listener, e := n.Listen(0, 1, 80)
	if e != errno.OK {
		tb.Fatal(e)
	}
	dialer = n.Dial(0, 0, 1, 80, 0)
	acceptor, _, e = n.Accept(0, listener)
	if e != errno.OK {
		tb.Fatal(e)
	}
	return n, listener, dialer, acceptor
}

func TestANodeRunsOutOfEphemeralPorts(t *testing.T) {
	n, _, first, _ := connected(t)
	for range ephemeralLast - ephemeralFirst {
		n.Dial(0, 0, 1, 80, 0)
	}
	none := n.Dial(0, 0, 1, 80, 0)
	if local, _ := n.Addrs(none); local.Port != 0 {
		t.Errorf("one dial too many got port %d", local.Port)
	}
	if e := n.ConnectResult(0, none); e != errno.EADDRNOTAVAIL {
		t.Errorf("one dial too many: %v", e)
	}
	if at := n.WritableAt(none); at != 0 {
		t.Errorf("one dial too many is known at %v", at)
	}
	if _, e := n.Listen(0, 0, 0); e != errno.EADDRINUSE {
		t.Errorf("one listener too many: %v", e)
	}
	auditPrediction(t, n, none, "writable", n.WritableAt(none), writable)
	if e := n.Close(0, none, 0); e != errno.OK {
		t.Errorf("closing it: %v", e)
	}
	n.Close(0, first, 0)
	if s, e := n.Listen(0, 0, 0); e != errno.OK {
		t.Errorf("with a port free again: %v", e)
	} else if local, _ := n.Addrs(s); local.Port != ephemeralFirst {
		t.Errorf("the free port is %d, not the one given out", local.Port)
	}
}

func TestClosedSocketsAreFreed(t *testing.T) {
	n, listener, c, s := connected(t)
	n.Close(0, c, 0)
	n.Close(0, s, 0)
	last := s
	for i := range 5000 {
		now := vtime.Instant(i)
		c := n.Dial(now, 0, 1, 80, 0)
		s, _, _ := n.Accept(now, listener)
		if c <= last || s <= last {
			t.Fatalf("ids %d and %d after %d", c, s, last)
		}
		last = max(c, s)
		n.Send(now, c, []byte("request"), 0)
		n.Send(now, s, []byte("answer"), 0)
		n.Close(now, c, 0) // with bytes under way in both directions
		n.Close(now, s, 0)
	}
	n.Conns(5000)
	if len(n.conns) != 0 || len(n.bound) != 1 || len(n.due) != 0 {
		t.Errorf("left: %d connections, %d ports, %d duties", len(n.conns), len(n.bound), len(n.due))
	}
}

func TestALongConnectionKeepsNoHistory(t *testing.T) {
	n, _, c, s := connected(t)
	p := make([]byte, 100)
	for range 10_000 {
		n.Send(0, c, p, 0)
		n.Send(0, c, p, 0)
		n.Recv(0, s, p[:90]) // always a bit behind
		n.Recv(0, s, p)
	}
	for _, st := range n.conns[c].streams {
		if cap(st.items.items) > 8192 {
			t.Errorf("a window of 100-byte chunks takes %d places", cap(st.items.items))
		}
	}
}

func TestAPollAllocatesNothing(t *testing.T) {
	n, listener, c, s := connected(t)
	other := n.Dial(0, 0, 1, 80, 0)
	n.Send(0, c, make([]byte, 1000), 0)
	p := make([]byte, 10)
	for what, f := range map[string]func(){
		"ReadableAt": func() { n.ReadableAt(s); n.ReadableAt(listener); n.ReadableAt(other) },
		"WritableAt": func() { n.WritableAt(c); n.WritableAt(other) },
		"Recv":       func() { n.Recv(0, s, p); n.Recv(0, c, p) },
		"Peek":       func() { n.Peek(0, s, p) },
		"Accept":     func() { n.Accept(0, c) },
		"Result":     func() { n.ConnectResult(0, c) },
		"Touched":    func() { n.touch(1); n.Touched() },
	} {
		if got := testing.AllocsPerRun(50, f); got != 0 {
			t.Errorf("%s: %v allocations", what, got)
		}
	}
}

func TestAnEndpointIsNoListener(t *testing.T) {
	n, _, c, _ := connected(t)
	if _, _, e := n.Accept(0, c); e != errno.EINVAL {
		t.Errorf("accept at an endpoint: %v", e)
	}
}

func TestSocketsThatAreNotInUseFailAtOnce(t *testing.T) {
	n, _, c, _ := connected(t)
	n.Close(0, c, 0)
	if r, w := n.ReadableAt(c), n.WritableAt(c); r != 0 || w != 0 {
		t.Errorf("a closed endpoint is ready at %v and %v", r, w)
	}
}

type constant vtime.Duration

func (c constant) Latency(Node, Node) vtime.Duration { return vtime.Duration(c) }

func TestANegativeLatencyIsAMistake(t *testing.T) {
	defer func() {
		if e, _ := recover().(string); !strings.Contains(e, "latency -1ns from node 0 to node 1") {
			t.Errorf("panic: %q", e)
		}
	}()
	n := New(2)
	n.Oracle = constant(-1)
	n.Dial(0, 0, 1, 80, 0)
}

func BenchmarkSendRecv1KiB(b *testing.B) {
	n, _, c, s := connected(b)
	p, q := make([]byte, 1024), make([]byte, 4096)
	b.SetBytes(1024)
	b.ReportAllocs()
	for b.Loop() {
		n.Send(0, c, p, 0)
		n.Recv(0, s, q)
	}
}

func BenchmarkDialAcceptClose(b *testing.B) {
	n, listener, _, _ := connected(b)
	b.ReportAllocs()
	for b.Loop() {
		c := n.Dial(0, 0, 1, 80, 0)
		s, _, _ := n.Accept(0, listener)
		n.Close(0, c, 0)
		n.Close(0, s, 0)
	}
}

// thousand returns a network of a thousand connections with bytes under way.
func thousand(b *testing.B) *Net {
	n, listener, _, _ := connected(b)
	for range 1000 {
		c := n.Dial(0, 0, 1, 80, 0)
		n.Accept(0, listener)
		n.Send(0, c, make([]byte, 100), 0)
	}
	return n
}

func BenchmarkClone1000Connections(b *testing.B) {
	n := thousand(b)
	b.ReportAllocs()
	for b.Loop() {
		n.Clone()
	}
}

func BenchmarkCutAndHealUnder1000Connections(b *testing.B) {
	n := thousand(b)
	for b.Loop() {
		n.Cut(0, 0, 1)
		n.Heal(0, 0, 1)
	}
}
