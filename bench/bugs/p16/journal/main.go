// Command journal keeps raft's log as hashicorp/raft does, in a LogCache over a
// store of its own, on a disk that fails.
package main

import (
	"log"
	"strconv"

	"github.com/hashicorp/raft"
	"github.com/seedfall/seedfall/sim"
)

const (
	entries  = 300
	capacity = 64 // of the cache, in entries
)

func main() {
	log.SetFlags(0)
	s, err := openStore("raft.log")
	if err != nil {
		log.Fatal(err)
	}
	c, err := raft.NewLogCache(capacity, s)
	if err != nil {
		log.Fatal(err)
	}
	j := journal{log: c}
	for n := range sim.Budget(entries) {
		j.append("entry " + strconv.Itoa(n))
	}
	for i := range j.stored {
		j.read(uint64(i + 1))
	}
}

// journal appends to a log and knows what it must hold: stored, from index 1.
type journal struct {
	log    raft.LogStore
	stored []string
}

// append stores an entry behind the last. One that the disk refuses is given up,
// as a leader does that steps down; the next takes its index.
func (j *journal) append(data string) {
	index := uint64(len(j.stored) + 1)
	err := j.log.StoreLogs([]*raft.Log{{Index: index, Term: 1, Data: []byte(data)}})
	if err == nil {
		j.stored = append(j.stored, data)
		j.read(index)
		return
	}
	log.Printf("entry %d is not stored: %v", index, err)
	var got raft.Log
	err = j.log.GetLog(index, &got)
	sim.Always(err == raft.ErrLogNotFound, "an entry that was refused is not in the log",
		"index", index, "refused", data, "read", string(got.Data), "error", err)
}

func (j *journal) read(index uint64) {
	var got raft.Log
	err := j.log.GetLog(index, &got)
	sim.Always(err == nil && string(got.Data) == j.stored[index-1], "every stored entry is read back",
		"index", index, "stored", j.stored[index-1], "read", string(got.Data), "error", err)
}
