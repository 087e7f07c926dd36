package check

import (
	"cmp"
	"slices"
)

// events is the list of the calls and returns of what is not placed yet, in the
// order of time, calls before returns at the same instant. Taking a call out and
// putting the last one taken out back in cost the same, however long it is.
//
// Node i < n is the invocation of call i, node n+i its return, node 2n the head.
type events struct {
	n          int32
	next, prev []int32
	// rank is for each call the place of its return among all returns, from 0.
	rank    []int32
	returns []int32 // the calls by their returns
}

func newEvents(calls []call) *events {
	e := &events{}
	e.begin(calls)
	return e
}

// begin makes e the list of all of calls.
func (e *events) begin(calls []call) {
	n := int32(len(calls))
	e.n = n
	e.next, e.prev, e.rank = zeros(e.next, int(2*n+1)), zeros(e.prev, int(2*n+1)), zeros(e.rank, int(n))
	e.returns = zeros(e.returns, int(n))
	for i := range e.returns {
		e.returns[i] = int32(i)
	}
	slices.SortFunc(e.returns, func(a, b int32) int {
		if calls[a].ret != calls[b].ret {
			return cmp.Compare(calls[a].ret, calls[b].ret)
		}
		return int(a - b)
	})
	last, i := e.head(), int32(0)
	push := func(node int32) {
		e.next[last], e.prev[node] = node, last
		last = node
	}
	for rank, r := range e.returns {
		for ; i < n && calls[i].inv() <= calls[r].ret; i++ {
			push(i)
		}
		push(n + r)
		e.rank[r] = int32(rank)
	}
	push(e.head())
}

func (e *events) head() int32              { return 2 * e.n }
func (e *events) isCall(node int32) bool   { return node < e.n }
func (e *events) call(return_ int32) int32 { return return_ - e.n }

func (e *events) unlink(i int32) {
	for _, at := range [2]int32{i, e.n + i} {
		e.next[e.prev[at]], e.prev[e.next[at]] = e.next[at], e.prev[at]
	}
}

// link undoes the last unlink that was not undone, which was of i.
func (e *events) link(i int32) {
	for _, at := range [2]int32{e.n + i, i} {
		e.next[e.prev[at]], e.prev[e.next[at]] = at, at
	}
}

// placed is the set of calls that are placed. All below low are; none from reach
// on is.
type placed struct {
	bits       []uint64
	low, reach int32
	count      int32
	hash       uint64
	code       []uint64 // buffer of encode
}

// begin makes p the empty set of n calls.
func (p *placed) begin(n int) {
	*p = placed{bits: zeros(p.bits, n/64+1), code: p.code}
}

func (p *placed) has(i int32) bool { return p.bits[i>>6]>>(i&63)&1 != 0 }

func (p *placed) add(i int32) {
	p.bits[i>>6] |= 1 << (i & 63)
	p.hash ^= mix(uint64(i))
	p.count++
	p.reach = max(p.reach, i+1)
	for p.low < p.reach && p.has(p.low) {
		p.low++
	}
}

// remove takes out the call that was added last; reach is what was then.
func (p *placed) remove(i, reach int32) {
	p.bits[i>>6] &^= 1 << (i & 63)
	p.hash ^= mix(uint64(i))
	p.count--
	p.reach = reach
	p.low = min(p.low, i)
}

// longMask is the number of words from which on a set is told by its gaps.
const longMask = 4

// encode gives words that no other set has. They are few however long ago the
// oldest call that is not placed was made: for each client at most one call below
// reach is not placed, as its next one cannot have come before that.
func (p *placed) encode(e *events) []uint64 {
	base := p.low >> 6
	words := (p.reach+63)>>6 - base
	p.code = append(p.code[:0], uint64(base))
	if words <= longMask {
		for i := range words {
			p.code = append(p.code, p.bits[base+i])
		}
		return p.code
	}
	p.code[0] = 1<<63 | uint64(p.reach)
	for at := e.next[e.head()]; at != e.head() && (!e.isCall(at) || at < p.reach); at = e.next[at] {
		if e.isCall(at) {
			p.code = append(p.code, uint64(at))
		}
	}
	return p.code
}

// mix spreads n over 64 bits; different n give different results.
func mix(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
