package main

import (
	"slices"

	"github.com/seedfall/seedfall/sim"
)

// history is what a client that writes alone knows about each key.
type history map[int]knowledge

// knowledge is what a key may hold: the write that was acknowledged last, or
// any that was never answered. The latter stays possible for ever, since a
// request that is still on its way can be served late. Writes have numbers from
// 1; 0 is none.
type knowledge struct {
	acknowledged int
	unknown      []int
}

func (h history) wrote(key, number int, acknowledged bool) {
	k := h[key]
	if acknowledged {
		k.acknowledged = number
	} else {
		k.unknown = append(k.unknown, number)
	}
	h[key] = k
}

// check compares the write that a key is found to hold with what it may hold.
func (h history) check(key, got int) {
	k := h[key]
	unanswered := slices.Contains(k.unknown, got)
	sim.Sometimes(unanswered, "a write that was not answered is there")
	sim.Always(got == k.acknowledged || unanswered, "every acknowledged write is read back",
		"key", name(key), "acknowledged", k.acknowledged, "read", got)
}
