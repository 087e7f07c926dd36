package main

import "github.com/seedfall/seedfall/sim"

// Calls that the model in testdata/stack judges.
func init() {
	modes["history-stack-queue"] = func([]string) { // a stack that is a queue
		sim.Invoke("push", 1).OK()
		sim.Invoke("push", 2).OK()
		sim.Invoke("pop").OK(1)
	}
	modes["history-stack-boom"] = func([]string) { sim.Invoke("boom").OK() }
	modes["history-stack-text"] = func([]string) { sim.Invoke("push", "one").OK() }
}
