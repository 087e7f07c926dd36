// Command server serves the ledgers of a bank. Its recovery has a mistake; the
// server in ../fixed has not, and differs in open.go only.
package main

import (
	"log"

	"github.com/seedfall/seedfall/examples/bank/ledger"
	"github.com/seedfall/seedfall/sim"
)

func main() {
	log.SetFlags(0)
	s, err := open("bank.journal")
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d commits in the journal", s.Version())
	sim.Sometimes(s.Version() > 0, "the server comes back to a journal with commits")
	l, err := sim.Listen("tcp", ":7000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(ledger.Serve(l, s))
}
