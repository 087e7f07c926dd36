// Command editor edits a file that others edit too, whenever it gets the lease on
// it. It has a mistake; the editor in ../fixed has not, and differs in edit.go
// only. Its arguments are its name and the addresses of the lock service and of
// the file server.
package main

import (
	"errors"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"github.com/seedfall/seedfall/examples/lease/file"
	"github.com/seedfall/seedfall/examples/lease/lock"
	"github.com/seedfall/seedfall/sim"
)

const (
	minutes = "minutes" // the file
	changes = 8         // of it under one lease
	rest    = 200 * time.Millisecond
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: editor NAME LOCKS FILES")
	}
	locks, files := lock.NewClient(os.Args[2], os.Args[1]), file.NewClient(os.Args[3])
	for {
		time.Sleep(rand.N(rest))
		l, err := locks.Acquire(minutes)
		sim.Sometimes(errors.Is(err, lock.ErrHeld), "an editor waits for the lease")
		if err != nil {
			continue
		}
		log.Printf("%s holds lease %d", os.Args[1], l.Token)
		for range changes {
			if !edit(files, l, os.Args[1]) {
				break
			}
		}
		l.Release()
	}
}
