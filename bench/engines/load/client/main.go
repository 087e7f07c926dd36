// Command client changes what an engine holds, from several writers at once, and
// checks after every crash what is left. Its argument is the address of the
// server.
package main

import (
	"log"
	"os"
	"strconv"
	"sync"

	"github.com/seedfall/seedfall/sim"
)

const (
	writers = 3
	batches = 50 // of each writer
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: client ADDRESS")
	}
	n := sim.Budget(batches)
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() { newWriter(os.Args[1], "writer"+strconv.Itoa(i)+"/").run(n) })
	}
	all.Wait()
	sim.Reachable("every writer has checked its keys at the end")
}
