package load

import (
	"encoding/gob"
	"log"
	"net"

	"github.com/seedfall/seedfall/sim"
)

// Port is where a server listens.
const Port = ":7000"

// request asks to make changes or, if there are none, to read all keys with a
// prefix. The answer is a State, empty after changes.
type request struct {
	Changes []Change
	Prefix  string
}

// Run opens an engine and serves it until the process ends. An engine that does
// not open, refuses a change or cannot be read fails the run: its disk makes no
// errors.
func Run(open func() (Store, error)) {
	log.SetFlags(0)
	s, err := open()
	sim.Always(err == nil, "the engine opens", "error", err)
	l, err := sim.Listen("tcp", Port)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(accept(l, s))
}

// accept serves each client that connects, until l fails.
func accept(l net.Listener, s Store) error {
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go serve(c, s)
	}
}

// serve answers a client, request by request, until it goes away.
func serve(c net.Conn, s Store) {
	defer c.Close()
	in, out := gob.NewDecoder(c), gob.NewEncoder(c)
	for {
		var r request
		if in.Decode(&r) != nil || out.Encode(answer(s, r)) != nil {
			return
		}
	}
}

func answer(s Store, r request) State {
	if len(r.Changes) > 0 {
		err := s.Apply(r.Changes)
		sim.Always(err == nil, "the engine takes every change", "error", err)
		return State{}
	}
	state, err := s.Read(r.Prefix)
	sim.Always(err == nil, "the engine reads every key", "error", err)
	return state
}
