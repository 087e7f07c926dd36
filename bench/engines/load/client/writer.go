package main

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/seedfall/seedfall/bench/engines/load"
	"github.com/seedfall/seedfall/sim"
)

const (
	keys   = 12                     // of a writer
	most   = 4                      // changes in a batch
	pause  = 350 * time.Millisecond // at most, between two batches
	retry  = 20 * time.Millisecond  // between two tries to reach the server
	reads  = 8                      // one batch in so many is followed by a look at all keys
	gone   = 5                      // one change in so many takes the key away
	longer = 20                     // one value in so many is longer than a page
)

// writer changes the keys with its prefix, which nobody else does.
type writer struct {
	conn   load.Connection
	prefix string
	number int // of the last value
	known  load.Knowledge
}

func newWriter(address, prefix string) *writer {
	return &writer{conn: load.Connection{Address: address}, prefix: prefix}
}

// run makes n batches of changes and looks at all keys at the end, after each
// crash, and now and then.
func (w *writer) run(n int) {
	defer w.conn.Close()
	for range n {
		time.Sleep(rand.N(pause))
		batch := w.batch()
		w.known.Ask(batch)
		if err := w.conn.Apply(batch); err != nil {
			w.look()
			continue
		}
		w.known.Acknowledged()
		if rand.IntN(reads) == 0 {
			w.look()
		}
	}
	w.look()
}

// batch invents changes of different keys.
func (w *writer) batch() (changes []load.Change) {
	for _, key := range rand.Perm(keys)[:1+rand.IntN(most)] {
		c := load.Change{Key: w.prefix + strconv.Itoa(key), Gone: rand.IntN(gone) == 0}
		if !c.Gone {
			c.Value = w.value()
		}
		changes = append(changes, c)
	}
	return changes
}

// value gives a new value: its number, and a filler that fits no other number.
// Most have some hundred bytes, and some more than a page.
func (w *writer) value() string {
	w.number++
	size := rand.IntN(1500)
	if rand.IntN(longer) == 0 {
		size += 5000
	}
	name := strconv.Itoa(w.number)
	return name + ":" + strings.Repeat(name+",", 1+size/(len(name)+1))
}

// look reads all keys, when the server answers, and compares them with what they
// may hold.
func (w *writer) look() {
	got, err := w.conn.Read(w.prefix)
	for err != nil {
		time.Sleep(retry)
		got, err = w.conn.Read(w.prefix)
	}
	verdict, key := w.known.Found(got)
	holds, should := w.known.Describe(got, key)
	details := []any{"key", key, "holds", holds, "acknowledged", should}
	sim.Always(verdict != load.Strange, "only what was written is there", details...)
	sim.Always(verdict != load.Lost, "every acknowledged change is there", details...)
	sim.Always(verdict != load.Resurged, "what was taken away stays away", details...)
	sim.Always(verdict != load.Halved, "a batch is there whole or not at all", details...)
	sim.Sometimes(verdict == load.Made, "a batch that was not answered is there")
}
