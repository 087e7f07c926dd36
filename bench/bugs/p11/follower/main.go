// Command follower keeps a raft log in hashicorp/raft-wal as a follower does:
// it appends, and now and then a new leader has it drop the end of the log and
// append other entries. It is restarted meanwhile.
package main

import (
	"errors"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"time"

	"github.com/hashicorp/raft"
	wal "github.com/hashicorp/raft-wal"
	"github.com/seedfall/seedfall/sim"
)

const pause = 200 * time.Millisecond // at most, between two steps

func main() {
	log.SetFlags(0)
	if err := os.MkdirAll("wal", 0o755); err != nil {
		log.Fatal(err)
	}
	w, err := wal.Open("wal", wal.WithSegmentSize(16<<10))
	sim.Always(err == nil, "the log opens", "error", err)
	f := &follower{log: w, last: 0, term: 1}
	if err := f.remember(); err != nil {
		log.Fatal(err)
	}
	f.check()
	for {
		time.Sleep(rand.N(pause))
		if err := f.step(); err != nil {
			log.Fatal(err)
		}
	}
}

// follower is a log and what it must hold: entries from 1 to last, the last of
// them of a term. The file "acknowledged" has the same two numbers.
type follower struct {
	log        *wal.WAL
	last, term uint64
}

// remember reads what was acknowledged before the restart.
func (f *follower) remember() error {
	data, err := os.ReadFile("acknowledged")
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Sscan(string(data), &f.last, &f.term)
	return err
}

func (f *follower) acknowledge() error {
	return os.WriteFile("acknowledged", fmt.Append(nil, f.last, " ", f.term), 0o644)
}

// step appends one to four entries. Before one step in ten a new leader takes
// the last one to three entries back.
func (f *follower) step() error {
	if drop := 1 + rand.Uint64N(3); drop < f.last && rand.IntN(10) == 0 {
		if err := f.log.DeleteRange(f.last-drop+1, f.last); err != nil {
			return err
		}
		f.last -= drop
		f.term++
		sim.Reachable("the end of the log is dropped")
	}
	var entries []*raft.Log
	for range 1 + rand.IntN(4) {
		f.last++
		entries = append(entries, &raft.Log{Index: f.last, Term: f.term, Data: make([]byte, rand.IntN(500))})
	}
	if err := f.log.StoreLogs(entries); err != nil {
		return err
	}
	return f.acknowledge()
}

// check reads the log after a restart.
func (f *follower) check() {
	last, err := f.log.LastIndex()
	sim.Always(err == nil && last == f.last, "the log ends with the last acknowledged entry",
		"acknowledged", f.last, "last", last, "error", err)
	var l raft.Log
	for i := uint64(1); i <= f.last; i++ {
		err := f.log.GetLog(i, &l)
		sim.Always(err == nil && l.Index == i, "every entry is read", "index", i, "error", err)
	}
	sim.Always(f.last == 0 || l.Term == f.term, "the last entry is that of the last leader", "term", f.term, "read", l.Term)
	sim.Sometimes(f.last > 0, "a log with entries is opened again")
}
