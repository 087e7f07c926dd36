// Command client writes to a server through crashes, and then reads all keys
// back: every write that was acknowledged must be there. Its argument is the
// address of the server.
package main

import (
	"log"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/seedfall/seedfall/examples/kvlog/kv"
	"github.com/seedfall/seedfall/sim"
)

const (
	writes = 200
	keys   = 40
	pause  = 550 * time.Millisecond // at most, between two writes
	retry  = 20 * time.Millisecond  // between two tries to reach the server
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: client ADDRESS")
	}
	c := &kv.Client{Address: os.Args[1]}
	defer c.Close()
	h := history{}
	for n := range sim.Ops(writes) {
		time.Sleep(rand.N(pause))
		write(c, h, rand.IntN(keys), n+1)
	}
	for key := range keys {
		h.check(key, read(c, key))
	}
	sim.Reachable("all keys are read back")
}

// write puts the value of a number under a key.
func write(c *kv.Client, h history, key, number int) {
	err := c.Put(name(key), value(number))
	h.wrote(key, number, err == nil)
	if err != nil {
		log.Printf("%s=%d unknown: %v", name(key), number, err)
		sim.Reachable("the outcome of a write is unknown")
		return
	}
	log.Printf("%s=%d acknowledged", name(key), number)
}

// read gets the number of the write whose value a key holds, 0 for none. It
// tries until the server answers.
func read(c *kv.Client, key int) int {
	for {
		got, ok, err := c.Get(name(key))
		if err != nil {
			time.Sleep(retry)
			continue
		}
		if !ok {
			return 0
		}
		digits, _, _ := strings.Cut(got, ":")
		number, err := strconv.Atoi(digits)
		sim.Assert(err == nil && got == value(number), "%s holds %q, which nobody wrote", name(key), got)
		return number
	}
}

func name(key int) string { return "key" + strconv.Itoa(key) }

// value is the number of a write and a filler behind it, longer than a sector of
// a disk: such a write can be torn.
func value(number int) string {
	return strconv.Itoa(number) + ":" + strings.Repeat("x", 512+number*167%600)
}
