// Command locks serves leases over TCP, on port 8000.
package main

import (
	"log"

	"github.com/seedfall/seedfall/examples/bank/journal"
	"github.com/seedfall/seedfall/examples/lease/lock"
	"github.com/seedfall/seedfall/sim"
)

func main() {
	log.SetFlags(0)
	s := &lock.Service{}
	j, err := journal.Open("locks.journal", s.Recover)
	if err != nil {
		log.Fatal(err)
	}
	s.Journal = j
	l, err := sim.Listen("tcp", ":8000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(lock.Serve(l, s))
}
