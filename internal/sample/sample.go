// Package sample makes traces of any length for benchmarks: what is fast for a
// thousand events has to be so for a million.
package sample

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Nodes are the names of the nodes of a trace: a server and its clients.
func Nodes() []string { return []string{"server", "a", "b", "c"} }

const (
	clients = 3
	// step is the time between two events.
	step = 37 * vtime.Microsecond
	// crashEvery and pauseEvery are after how many turns the server loses power, or
	// stands still.
	crashEvery = 5000
	pauseEvery = 700
)

// Trace gives n events to add, one by one. In each turn a client makes a call: the
// server gets the message, prints a line, writes, syncs and answers, and the client
// checks a property. Now and then the server stands still, or loses power and is
// booted again. The first error of add ends it.
func Trace(n int, add func(trace.Event) error) error {
	m := &maker{n: n, out: add}
	m.add(trace.Event{Kind: trace.RunStart, Node: trace.World, S: "1", T: "generated"})
	for c := range clients {
		m.heard[c] = m.add(trace.Event{Kind: trace.Boot, Node: c + 1, Inc: 1, Cause: 1})
	}
	m.boot(1)
	for turn := 0; m.more(); turn++ {
		switch {
		case turn%crashEvery == crashEvery-1:
			m.crash()
		case turn%pauseEvery == pauseEvery-1:
			pause := m.add(trace.Event{Kind: trace.Pause, Cause: 1, Inc: m.inc, B: int64(m.at.Add(step).Add(step))})
			m.add(trace.Event{Kind: trace.Resume, Cause: pause, Inc: m.inc})
		}
		m.turn(turn)
	}
	return m.err
}

// maker adds events. The server is node 0.
type maker struct {
	n       int
	out     func(trace.Event) error
	err     error
	last    trace.ID
	at      vtime.Instant
	inc     int               // of the server
	ops     uint64            // of its disk
	sockets int64             // so far
	socket  [clients]int64    // of each client; the server's is the next number
	heard   [clients]trace.ID // what each client heard last
}

func (m *maker) more() bool { return m.err == nil && int(m.last) < m.n }

// add gives an event its number and instant. Behind the last one it does nothing.
func (m *maker) add(e trace.Event) trace.ID {
	if !m.more() {
		return m.last
	}
	m.last++
	m.at = m.at.Add(step)
	e.ID, e.At = m.last, m.at
	m.err = m.out(e)
	return m.last
}

// boot starts the server, and connects the clients to it.
func (m *maker) boot(cause trace.ID) {
	m.inc++
	m.add(trace.Event{Kind: trace.Boot, Inc: m.inc, Cause: cause})
	for c := range clients {
		m.socket[c] = m.sockets + 1
		m.sockets += 2
		dial := m.add(trace.Event{Kind: trace.Dial, Node: c + 1, Inc: 1, Cause: m.heard[c], A: m.socket[c], S: "server:80"})
		m.add(trace.Event{Kind: trace.Accept, Inc: m.inc, Cause: dial, A: m.socket[c] + 1, S: "client:1"})
	}
}

// crash takes the server's power while a write is not synced.
func (m *maker) crash() {
	m.ops++
	m.add(trace.Event{Kind: trace.Write, Inc: m.inc, Cause: 1, B: 40, C: trace.DiskC(m.ops, 0), S: "/data/log"})
	crash := m.add(trace.Event{Kind: trace.Crash, Inc: m.inc, Cause: 1, B: int64(m.at.Add(5 * step))})
	m.add(trace.Event{Kind: trace.Lost, Inc: m.inc, Cause: crash, S: "/data/log", T: "kept 0 of 1 unsynced changes"})
	for c := range clients {
		m.heard[c] = m.add(trace.Event{Kind: trace.Close, Node: c + 1, Inc: 1, Cause: crash, A: m.socket[c], S: "server:80"})
	}
	m.boot(crash)
}

func (m *maker) turn(turn int) {
	c := turn % clients
	client := func(e trace.Event) trace.ID {
		e.Node, e.Inc = c+1, 1
		return m.add(e)
	}
	server := func(e trace.Event) trace.ID {
		e.Inc = m.inc
		return m.add(e)
	}
	call, socket := int64(turn+1), m.socket[c]
	invoke := client(trace.Event{Kind: trace.Invoke, Cause: m.heard[c], A: call, T: fmt.Sprintf("put(%d, %d)", turn%50, turn)})
	sent := client(trace.Event{Kind: trace.Send, Cause: invoke, A: socket, B: 40, S: "server:80"})
	asked := server(trace.Event{Kind: trace.Recv, Cause: sent, A: socket + 1, B: 40, S: "client:1"})
	server(trace.Event{Kind: trace.Log, Cause: asked, A: 1, S: fmt.Sprintf("request %d of client %d", turn, c)})
	server(trace.Event{Kind: trace.Write, Cause: asked, A: int64(turn) * 40, B: 40, C: trace.DiskC(m.ops+1, 0), S: "/data/log"})
	server(trace.Event{Kind: trace.Sync, Cause: asked, C: trace.DiskC(m.ops+2, 0), S: "/data/log"})
	m.ops += 2
	answer := server(trace.Event{Kind: trace.Send, Cause: asked, A: socket + 1, B: 2, S: "client:1"})
	m.heard[c] = client(trace.Event{Kind: trace.Recv, Cause: answer, A: socket, B: 2, S: "server:80"})
	client(trace.Event{Kind: trace.Return, Cause: m.heard[c], A: call, B: 1, T: "true"})
	client(trace.Event{Kind: trace.Check, Cause: m.heard[c], A: 1, B: 1, S: "kept"})
}
