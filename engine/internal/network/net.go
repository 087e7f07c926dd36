// Package network is the simulated network between nodes: streams that behave
// like TCP on Linux, and the link rules that delay or hold what they carry.
//
// The network is passive. It has no clock and no goroutine: each call tells it
// the instant, and instants never go back. What is under way carries the
// instant of its arrival, so a node that waits for the network knows when to
// wake without anything running in between. A [Net] is plain data, and Clone
// copies it.
//
// A stream keeps its order and loses nothing by itself. What it leaves out of
// TCP: nothing is sent twice and nothing times out, so a dial or a write across
// a cut waits until the link heals; a closed port is free at once; a backlog has
// no limit; news of read bytes needs no time.
//
// Whatever happens is a function of the calls that change something, in their
// order and with their instants. Questions such as ReadableAt, Peek or Conns,
// and calls that failed with EAGAIN, leave no mark on a run.
package network

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seedfall/seedfall/engine/vtime"
)

// Oracle answers the only question that the network cannot answer itself.
type Oracle interface {
	// Latency is how long one thing takes from one node to another, which may
	// be the same node. It is asked once for each chunk, SYN, answer to a SYN,
	// FIN and RST, when it is certain that the thing will leave: the answer to
	// a SYN at the dial, the RST that answers data for a closed endpoint when
	// such data is under way. So all questions are asked during calls that
	// change something, in an order that no arrival can alter. Nothing is asked
	// about the FIN or RST of the second end to close, which nobody can receive.
	// A negative latency is a mistake and panics.
	Latency(from, to Node) vtime.Duration
}

// Net is the network of one run. Make it with New.
type Net struct {
	// Oracle is set by the owner. Nil means that everything arrives at the
	// instant at which it leaves, which still is after the call that sent it.
	Oracle Oracle

	now       vtime.Instant      // the latest instant that a call told
	nodes     []host             // by Node
	links     []link             // from*len(nodes)+to
	lastSock  Sock               // the last pair of ids given out; ids are even, see table.go
	listeners map[Sock]*listener // by id
	conns     map[Sock]*conn     // by the dialer's id
	bound     map[Addr]Sock      // ports in use: the listener's or dialer's id
	due       due                // what will be answered when it arrives
	touched   []Node             // the answer of Touched, kept to be filled again
}

// host is what the network knows of one node.
type host struct {
	nextPort uint16 // where the search for a free ephemeral port goes on; 0 is the first of them
	touched  bool   // see Touched
}

// New returns a network of nodes 0 to nodes-1, with no listener and every link
// open.
func New(nodes int) *Net {
	return &Net{
		nodes:     make([]host, nodes),
		links:     make([]link, nodes*nodes),
		listeners: map[Sock]*listener{},
		conns:     map[Sock]*conn{},
		bound:     map[Addr]Sock{},
	}
}

// Clone returns a copy that goes on by itself. Bytes under way are shared,
// because nobody writes to them. The copy's Oracle is nil.
func (n *Net) Clone() *Net {
	c := *n
	c.Oracle = nil
	c.nodes = slices.Clone(n.nodes)
	c.links = slices.Clone(n.links)
	c.bound = maps.Clone(n.bound)
	c.due = slices.Clone(n.due)
	c.touched = nil
	c.listeners = make(map[Sock]*listener, len(n.listeners))
	for id, l := range n.listeners {
		c.listeners[id] = l.clone()
	}
	c.conns = make(map[Sock]*conn, len(n.conns))
	for id, k := range n.conns {
		c.conns[id] = k.clone()
	}
	return &c
}

// advance lets everything happen that lies at or before now. Each call that is
// told an instant begins with it, so it does not matter how often it is done.
func (n *Net) advance(now vtime.Instant) {
	if now < n.now {
		panic(fmt.Sprintf("network: told %v after %v", now, n.now))
	}
	n.now = now
	for len(n.due) > 0 && n.due[0].at <= now {
		n.answer(n.due.pop())
	}
}

// latency asks the oracle.
func (n *Net) latency(from, to Node) vtime.Duration {
	if n.Oracle == nil {
		return 0
	}
	d := n.Oracle.Latency(from, to)
	if d < 0 {
		panic(fmt.Sprintf("network: latency %v from node %d to node %d", d, from, to))
	}
	return d
}
