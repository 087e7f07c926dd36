package tracefile

import (
	"math/bits"

	"github.com/seedfall/seedfall/engine/trace"
)

// set is a set of the events of a file.
type set []uint64

// noEvents is an empty set for the events from 1 to n.
func noEvents(n uint64) set { return make(set, n/64+1) }

func (s set) has(id trace.ID) bool { return s[id>>6]&(1<<(id&63)) != 0 }
func (s set) add(id trace.ID)      { s[id>>6] |= 1 << (id & 63) }

// addRange adds the events from one to another, both included.
func (s set) addRange(from, to trace.ID) {
	for id := from; id <= to; id++ {
		if id&63 == 0 && to-id >= 63 {
			s[id>>6] = ^uint64(0)
			id += 63
			continue
		}
		s.add(id)
	}
}

// keep takes out what another set has not.
func (s set) keep(t set) {
	for i := range s {
		s[i] &= t[i]
	}
}

// join adds what another set has.
func (s set) join(t set) {
	for i := range s {
		s[i] |= t[i]
	}
}

// ids are the events of the set in order; nil if there are none.
func (s set) ids() (all []trace.ID) {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	if n == 0 {
		return nil
	}
	all = make([]trace.ID, 0, n)
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			all = append(all, trace.ID(i*64+bits.TrailingZeros64(word)))
		}
	}
	return all
}
