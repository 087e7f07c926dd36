package network

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// sockets returns the ids that owners can know: accepted, dialed, listening.
func sockets(n *Net) (out []Sock) {
	for _, ci := range n.Conns(n.now) {
		if ci.State != Backlogged {
			out = append(out, ci.Sock)
		}
	}
	return out
}

// readable and writable ask the calls themselves, on a copy of the network at an
// instant.
func readable(n *Net, at vtime.Instant, s Sock) bool {
	c := n.Clone()
	if c.listeners[s] != nil {
		_, _, e := c.Accept(at, s)
		return e != errno.EAGAIN
	}
	_, _, e := c.Recv(at, s, make([]byte, 1))
	return e != errno.EAGAIN
}

func writable(n *Net, at vtime.Instant, s Sock) bool {
	c := n.Clone()
	if c.listeners[s] != nil {
		return false
	}
	_, e := c.Send(at, s, []byte{1}, 0)
	return e != errno.EAGAIN
}

// auditPredictions checks for every socket that ReadableAt and WritableAt are
// neither early nor late.
func auditPredictions(t *testing.T, n *Net) {
	t.Helper()
	for _, s := range sockets(n) {
		auditPrediction(t, n, s, "readable", n.ReadableAt(s), readable)
		auditPrediction(t, n, s, "writable", n.WritableAt(s), writable)
	}
}

func auditPrediction(t *testing.T, n *Net, s Sock, what string, at vtime.Instant, ready func(*Net, vtime.Instant, Sock) bool) {
	t.Helper()
	switch {
	case at == vtime.Never:
		if ready(n, vtime.Never-1, s) {
			t.Errorf("socket %d becomes %s, foretold was never", s, what)
		}
	case at <= n.now:
		if !ready(n, n.now, s) {
			t.Errorf("socket %d is not %s at %v, foretold was %v", s, what, n.now, at)
		}
	default:
		if ready(n, at-1, s) {
			t.Errorf("socket %d is %s before %v", s, what, at)
		}
		if !ready(n, at, s) {
			t.Errorf("socket %d is not %s at %v", s, what, at)
		}
	}
}

// askEverything asks some questions about every socket at an instant.
func askEverything(n *Net, at vtime.Instant, draws *rng.Stream) {
	for _, ci := range n.Conns(n.now) {
		if draws.N(2) == 0 {
			n.ReadableAt(ci.Sock)
			n.WritableAt(ci.Sock)
			n.Addrs(ci.Sock)
		}
		if draws.N(2) == 0 {
			n.ConnectResult(at, ci.Sock)
			n.Peek(at, ci.Sock, make([]byte, 10))
		}
	}
	if draws.N(2) == 0 {
		n.Conns(at)
	}
}

// readiness is the prediction for a socket, in both directions.
type readiness struct{ read, write vtime.Instant }

func readinesses(n *Net) map[Sock]readiness {
	out := map[Sock]readiness{}
	for _, s := range sockets(n) {
		out[s] = readiness{n.ReadableAt(s), n.WritableAt(s)}
	}
	return out
}
