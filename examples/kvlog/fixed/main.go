// Command fixed is the server in ../server with its recovery corrected: it
// differs in open.go only.
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
