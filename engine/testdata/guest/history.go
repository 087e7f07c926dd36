package main

import (
	"os"
	"sync"
	"time"

	"github.com/seedfall/seedfall/sim"
)

// cell is one value in memory, of which readers may see an old copy.
type cell struct {
	mu       sync.Mutex
	now, old string
}

func init() {
	// A store that answers every third get from a copy that is one put old.
	modes["history-stale"] = func([]string) { useCell(true, sim.Recorder{}) }
	modes["history-good"] = func([]string) { useCell(false, sim.Recorder{}) }
	modes["history-named"] = func([]string) {
		useCell(false, sim.History("orders"))
		useCell(false, sim.History("carts").Client("c"))
	}
	// Calls that no model of seedfall's own takes for kv.
	modes["history-stack"] = func([]string) {
		sim.Invoke("push", 1).OK()
		sim.Invoke("pop").OK(1)
	}
	modes["history-ends"] = func([]string) { ends() }
	modes["history-unfit"] = func([]string) { sim.Put("k", make(chan int)).OK() }
	// Two transactions that both take the last one.
	modes["history-skew"] = func([]string) {
		a, b := sim.Txn(), sim.Txn()
		a.Read("x", []int{})
		b.Read("y", []int{})
		a.Append("y", 1)
		b.Append("x", 1)
		a.Commit()
		b.Commit()
		c := sim.Txn()
		c.Read("x", []int{1})
		c.Read("y", []int{1})
		c.Commit()
	}
	modes["history-long"] = func([]string) { // more sums than a small budget can try
		for i := range 14 {
			sim.Invoke("add", 2<<i) // never ends
		}
		sim.Invoke("read").OK(5)
	}
	modes["quiet"] = func([]string) {
		time.Sleep(10 * time.Second)
		end := sim.Quiet()
		os.Stdout.WriteString("quiet now\n")
		time.Sleep(20 * time.Second)
		os.Stdout.WriteString("quiet no more\n")
		end()
		end() // does nothing
		time.Sleep(10 * time.Second)
	}
	modes["quiet-exits"] = func([]string) {
		sim.Quiet()
		time.Sleep(5 * time.Second)
		os.Exit(1)
	}
}

func useCell(stale bool, r sim.Recorder) {
	c := &cell{}
	for i := range 9 {
		put := r.Put("k", i)
		c.mu.Lock()
		c.old, c.now = c.now, string(rune('0'+i))
		c.mu.Unlock()
		put.OK()
		get := r.Get("k")
		c.mu.Lock()
		v := c.now
		if stale && i == 5 {
			v = c.old
		}
		c.mu.Unlock()
		get.OK(int(v[0] - '0'))
		time.Sleep(time.Second)
	}
}

// ends makes a call end in every way.
func ends() {
	sim.Put("a", []byte("text")).OK()
	sim.Put("a", []byte{0xff}).Fail("refused")
	sim.Put("b", 1).Unknown("timeout", time.Second)
	sim.Put("b", map[string]any{"z": 1, "a": []any{nil, true, 1.5}})
	done := sim.Get("a")
	done.OK("text")
	done.OK("twice")
	done.Fail()
	sim.Get("c").OK(nil)
	x := sim.Txn()
	x.Write("r", 7)
	x.Read("r", 7)
	x.Read("s", nil)
	x.Read("l", []int64{})
	x.Abort("conflict")
	sim.Txn().Unknown()
	first := sim.Invoke("cas", "k", nil, 1)
	go func() { sim.History("h").Client("me").Invoke("cas", "k", 1, 2).OK(false) }()
	time.Sleep(time.Millisecond)
	first.OK(true)
}
