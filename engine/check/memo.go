package check

import "slices"

// node is what a search knows in one place: which calls are placed, the state,
// and how many calls of unknown end of each class are used up.
type node struct {
	hash  uint64 // of set and state
	state int32
	set   []uint64
	used  []uint32
}

// memo holds the nodes that were visited: a hash table with open addressing over
// entries whose words lie one after the other. The zero value is empty.
type memo struct {
	slots   []int32 // entry+1, or 0
	entries []entry
	words   []uint64
}

// entry is one node: its set, then its used, two counts a word.
type entry struct {
	hash      uint64
	from      uint64 // first of its words
	state     int32
	set, used int32 // numbers of words
}

// visited says whether n, or a node that differs from it only in having used up
// no more of any class, was given before: from there every order is possible
// that is possible from n. If not, n is from now on.
func (m *memo) visited(n node) bool {
	if 2*len(m.entries) >= len(m.slots) {
		m.grow()
	}
	mask := uint64(len(m.slots) - 1)
	at := n.hash & mask
	for ; m.slots[at] != 0; at = (at + 1) & mask {
		e := &m.entries[m.slots[at]-1]
		if e.hash == n.hash && e.state == n.state && m.covers(e, n) {
			return true
		}
	}
	m.slots[at] = m.add(n)
	return false
}

// empty forgets all. The memory is kept unless it is much.
func (m *memo) empty() {
	if len(m.slots) > 1<<10 {
		*m = memo{}
		return
	}
	clear(m.slots)
	m.entries, m.words = m.entries[:0], m.words[:0]
}

func (m *memo) covers(e *entry, n node) bool {
	if int(e.set) != len(n.set) {
		return false
	}
	w := m.words[e.from:]
	for i, x := range n.set {
		if w[i] != x {
			return false
		}
	}
	for i, x := range w[e.set : e.set+e.used] {
		if uint32(x) > n.used[2*i] {
			return false
		}
		if high := uint32(x >> 32); high > 0 && high > n.used[2*i+1] {
			return false
		}
	}
	return true
}

// add stores n and gives its number, from 1. Classes of which nothing is used
// are left out at the end.
func (m *memo) add(n node) int32 {
	e := entry{hash: n.hash, from: uint64(len(m.words)), state: n.state, set: int32(len(n.set))}
	m.words = append(roomy(m.words), n.set...)
	used := n.used
	for len(used) > 0 && used[len(used)-1] == 0 {
		used = used[:len(used)-1]
	}
	for pair := range slices.Chunk(used, 2) {
		w := uint64(pair[0])
		if len(pair) == 2 {
			w |= uint64(pair[1]) << 32
		}
		m.words = append(m.words, w)
		e.used++
	}
	m.entries = append(roomy(m.entries), e)
	return int32(len(m.entries))
}

// roomy gives l with room for as much again if it was full: append alone
// would copy a long list again and again.
func roomy[T any](l []T) []T {
	if len(l) == cap(l) {
		l = slices.Grow(l, len(l)+1)
	}
	return l
}

func (m *memo) grow() {
	m.slots = make([]int32, max(64, 2*len(m.slots)))
	mask := uint64(len(m.slots) - 1)
	for i := range m.entries {
		at := m.entries[i].hash & mask
		for m.slots[at] != 0 {
			at = (at + 1) & mask
		}
		m.slots[at] = int32(i + 1)
	}
}
