// Command files serves files over TCP, on port 9000.
package main

import (
	"log"

	"github.com/seedfall/seedfall/examples/bank/journal"
	"github.com/seedfall/seedfall/examples/lease/file"
	"github.com/seedfall/seedfall/sim"
)

func main() {
	log.SetFlags(0)
	s := &file.Store{}
	j, err := journal.Open("files.journal", s.Recover)
	if err != nil {
		log.Fatal(err)
	}
	s.Journal = j
	l, err := sim.Listen("tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(file.Serve(l, s))
}
