package check

import (
	"cmp"
	"slices"
	"sort"
)

// A dequeue of unknown end may have taken out any value that nobody else did. Not
// all of them can be in doubt: a value that was certainly enqueued before another
// one which was dequeued must have left by then. lost holds the dequeues of
// unknown end by their calls.

// withLost decides a queue with dequeues of unknown end. Without empties it is
// exact; with them it may be undecided.
func withLost(all []*item, lost, empties []*call) (Verdict, *proof) {
	needed, why := assign(all, lost, false)
	if why == nil {
		why = overtaken(needed)
	}
	if why != nil {
		return Violation, why
	}
	if notEmpty(needed, empties) == nil {
		return OK, nil
	}
	if more, _ := assign(all, lost, true); notEmpty(more, empties) == nil {
		return OK, nil
	}
	if why := notEmpty(atBest(all, lost[0]), empties); why != nil {
		return Violation, why
	}
	return Undecided, nil
}

// due is an item that must have left the queue by the return of another's dequeue.
type due struct {
	item, other *item
}

// assign gives items of which those that must have left are taken out by dequeues
// of unknown end: the one that must go first by the one called first, and so on.
// With more the dequeues that are left take out the values that came first. If
// there are too few dequeues, the proof says so.
func assign(all []*item, lost []*call, more bool) ([]*item, *proof) {
	dues := dueItems(all)
	out := make(map[*item]*call, len(dues))
	for i, d := range dues {
		if i == len(lost) || lost[i].inv() > d.other.out.ret {
			return nil, tooFew(dues[:i+1], lost[:i])
		}
		out[d.item] = lost[i]
	}
	if more {
		byReturn := slices.Clone(all)
		slices.SortStableFunc(byReturn, func(a, b *item) int { return cmp.Compare(a.in.ret, b.in.ret) })
		for _, it := range byReturn {
			if n := len(out); n < len(lost) && it.out == nil && out[it] == nil {
				out[it] = lost[n]
			}
		}
	}
	items := make([]*item, len(all))
	for i, it := range all {
		items[i] = it
		if c := out[it]; c != nil {
			items[i] = &item{it.in, c}
		}
	}
	return items, nil
}

// dueItems gives the items that nobody is known to have dequeued and that must
// have left, the most urgent first.
func dueItems(all []*item) (dues []due) {
	taken := slices.DeleteFunc(slices.Clone(all), func(i *item) bool { return i.out == nil }) // by the calls of enqueue
	first := make([]*item, len(taken)+1)                                                      // from each on: the one whose dequeue returned first
	for i := len(taken) - 1; i >= 0; i-- {
		first[i] = taken[i]
		if next := first[i+1]; next != nil && next.out.ret < taken[i].out.ret {
			first[i] = next
		}
	}
	for _, it := range all {
		if it.out != nil {
			continue
		}
		n := sort.Search(len(taken), func(i int) bool { return it.in.before(taken[i].in) })
		if other := first[n]; other != nil {
			dues = append(dues, due{it, other})
		}
	}
	slices.SortStableFunc(dues, func(a, b due) int { return cmp.Compare(a.other.out.ret, b.other.out.ret) })
	return dues
}

// tooFew says that more values must have left than dequeues can have taken out.
func tooFew(dues []due, lost []*call) *proof {
	last := dues[len(dues)-1]
	why := &proof{alone: true, why: string(last.other.in.op.Args[0]) + " was enqueued after " + string(last.item.in.op.Args[0]) + " and dequeued before it"}
	for _, d := range dues {
		for _, c := range []*call{d.item.in, d.other.in, d.other.out} {
			if !slices.ContainsFunc(why.core, func(k call) bool { return k.index == c.index }) {
				why.core = append(why.core, *c)
			}
		}
	}
	for _, c := range lost {
		why.core = append(why.core, *c)
	}
	byInvocation(why.core)
	return why
}

// atBest gives items as if the first dequeue of unknown end had taken out all
// that are left.
func atBest(all []*item, lost *call) []*item {
	items := make([]*item, len(all))
	for i, it := range all {
		items[i] = it
		if it.out == nil {
			items[i] = &item{it.in, lost}
		}
	}
	return items
}
