// Command server serves a key-value store over TCP. Its recovery has a mistake;
// the server in ../fixed has not, and differs in open.go only.
package main

import (
	"log"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/examples/kvlog/store"
	"github.com/seedfall/seedfall/sim"
)

func main() {
	log.SetFlags(0)
	s, err := store.Open("kv.log", openLog)
	if err != nil {
		log.Fatal(err)
	}
	l, err := sim.Listen("tcp", ":7000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(kv.Serve(l, s))
}
