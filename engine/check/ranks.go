package check

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// ranked is a call whose place among the others its answer tells, exactly or
// within limits: all calls of a lower rank take effect before it, all of a higher
// one after it. Calls of the same rank may stand in any order.
type ranked struct {
	call      *call
	low, high int
	// rank is the lowest that what had returned before allows.
	rank int
}

func exactly(c *call, rank int) ranked { return ranked{call: c, low: rank, high: rank} }

// anyRank is the high of a call without an upper limit.
const anyRank = math.MaxInt

// inOrder decides whether calls can take effect in the order of their ranks. Each
// call gets the lowest rank that its limits and the calls before it allow; if
// there is an order at all, these ranks are one.
func inOrder(all []ranked) (Verdict, *proof) {
	if why := settle(all); why != nil {
		return Violation, why
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	var last, next *call // of lower ranks, and of this rank too: the call made last
	for i := range all {
		if i > 0 && all[i].rank != all[i-1].rank {
			last = next
		}
		c := all[i].call
		if last != nil && c.before(last) {
			return Violation, orderProof(last, c)
		}
		if next == nil || c.inv() > next.inv() {
			next = c
		}
	}
	return OK, nil
}

// instant is the call or the return of one of many.
type instant struct {
	at      uint64
	returns bool
	of      int
}

// settle gives each call its rank.
func settle(all []ranked) *proof {
	times := make([]instant, 0, 2*len(all))
	for i := range all {
		times = append(times, instant{all[i].call.inv(), false, i}, instant{all[i].call.ret, true, i})
	}
	slices.SortStableFunc(times, func(a, b instant) int {
		return cmp.Or(cmp.Compare(a.at, b.at), compareBool(a.returns, b.returns))
	})
	var top *ranked // of what returned: the one with the highest rank
	for _, t := range times {
		r := &all[t.of]
		switch {
		case t.returns && (top == nil || r.rank > top.rank):
			top = r
		case t.returns:
		case top == nil:
			r.rank = r.low
		case top.rank > r.high:
			return orderProof(r.call, top.call)
		default:
			r.rank = max(r.low, top.rank)
		}
	}
	return nil
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// orderProof says that first takes effect before then, and cannot.
func orderProof(first, then *call) *proof {
	return &proof{pair(first, then), false, fmt.Sprintf("what was read shows that %s took effect before %s, which had returned when that was called",
		Words(first.op), Words(then.op))}
}

// pair gives two calls in the order of their invocations.
func pair(a, b *call) []call {
	core := []call{*a, *b}
	byInvocation(core)
	return core
}
