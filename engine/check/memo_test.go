package check

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// TestANodeIsVisitedExactlyIfOneThatCoversItWas compares the memo, on a walk over
// 600 calls of which one is open all the time, with a plain list.
func TestANodeIsVisitedExactlyIfOneThatCoversItWas(t *testing.T) {
	const n, classes = 600, 3
	calls := make([]call, n)
	for i := range calls {
		calls[i] = timed(uint64(2*i), uint64(2*i+5))
	}
	calls[1].ret = 2 * n
	type plain struct {
		set   []bool
		state int32
		used  []uint32
	}
	var known []plain
	var m memo
	r := rng.Seed(5).Derive("memo").Stream()
	e, p := newEvents(calls), placed{bits: make([]uint64, n/64+1)}
	set := make([]bool, n)
	var way, reach []int32
	hits := 0
	for range 3000 {
		if len(way) > 0 && r.N(3) == 0 {
			last := len(way) - 1
			e.link(way[last])
			p.remove(way[last], reach[last])
			set[way[last]] = false
			way, reach = way[:last], reach[:last]
		} else if i, ok := open(e, &r); ok {
			way, reach = append(way, i), append(reach, p.reach)
			e.unlink(i)
			p.add(i)
			set[i] = true
		}
		first := slices.Index(set, false)
		if first < 0 {
			first = n
		}
		if int(p.low) != first || int(p.count) != len(way) {
			t.Fatalf("low %d and count %d, want %d and %d", p.low, p.count, first, len(way))
		}
		now := plain{slices.Clone(set), int32(r.N(2)), []uint32{uint32(r.N(2)), uint32(r.N(2)), uint32(r.N(2))}}
		want := slices.ContainsFunc(known, func(k plain) bool {
			return k.state == now.state && k.used[0] <= now.used[0] && k.used[1] <= now.used[1] && k.used[2] <= now.used[2] && slices.Equal(k.set, now.set)
		})
		got := m.visited(node{hash: p.hash ^ mix(uint64(now.state)), state: now.state, set: p.encode(e), used: now.used})
		if got != want {
			t.Fatalf("after %v: got %v, want %v", way, got, want)
		}
		if known = append(known, now); got {
			hits++
		}
	}
	if hits < 200 || len(way) < n/4 {
		t.Errorf("%d hits and %d calls are not enough", hits, len(way))
	}
}

// open gives one of the calls that may come next, the second call only once in a
// while.
func open(e *events, r *rng.Stream) (int32, bool) {
	var all []int32
	for at := e.next[e.head()]; e.isCall(at); at = e.next[at] {
		if at != 1 || r.N(256) == 0 {
			all = append(all, at)
		}
	}
	if len(all) == 0 {
		return 0, false
	}
	return all[r.N(uint64(len(all)))], true
}

// timed is a call with nothing but its instants.
func timed(inv, ret uint64) call {
	return call{op: &history.Op{Invoke: inv, Return: ret, Status: history.OK}, ret: ret}
}
