package check

import (
	"cmp"
	"slices"
	"sort"

	"github.com/seedfall/seedfall/engine/history"
)

// item is one value of a queue in which no value is enqueued twice.
type item struct {
	in  *call
	out *call // nil if nobody is known to have dequeued it
}

// gone is when the dequeue of i was called, or forever.
func (i *item) gone() uint64 {
	if i.out == nil {
		return forever
	}
	return i.out.inv()
}

// decide knows queues in which no value is enqueued twice. Such a queue is in
// order unless a value comes from nowhere, or twice, or two values come in the
// wrong order, or the queue is said to be empty while it certainly was not
// (T. Henzinger, A. Sezgin and V. Vafeiadis, Aspect-Oriented Linearizability
// Proofs, 2013). It takes time n log n.
func (Queue) decide(p *part) (Verdict, *proof) {
	items := map[history.Value]*item{}
	var empties, outs, lost []*call
	for i := range p.calls {
		c := &p.calls[i]
		switch {
		case c.op.Kind == "enqueue":
			if items[c.op.Args[0]] != nil {
				return Undecided, nil
			}
			items[c.op.Args[0]] = &item{in: c}
		case c.unknown():
			lost = append(lost, c)
		case c.op.Result == history.Null:
			empties = append(empties, c)
		default:
			outs = append(outs, c)
		}
	}
	if why := takeOut(items, outs); why != nil {
		return Violation, why
	}
	var all []*item
	for i := range p.calls {
		c := &p.calls[i]
		if c.op.Kind == "enqueue" {
			// An enqueue of which nobody knows or saw anything may never have been.
			if it := items[c.op.Args[0]]; it.out != nil || !c.unknown() {
				all = append(all, it)
			}
		}
	}
	if len(lost) > 0 {
		return withLost(all, lost, empties)
	}
	if why := overtaken(all); why != nil {
		return Violation, why
	}
	if why := notEmpty(all, empties); why != nil {
		return Violation, why
	}
	return OK, nil
}

// takeOut joins dequeues to their items.
func takeOut(items map[history.Value]*item, outs []*call) *proof {
	for _, c := range outs {
		it := items[c.op.Result]
		switch {
		case it == nil:
			return &proof{[]call{*c}, true, "nobody enqueued that value"}
		case it.out != nil:
			core := []call{*it.in, *it.out, *c}
			byInvocation(core)
			return &proof{core, true, "that value was dequeued before"}
		case c.before(it.in):
			return &proof{pair(c, it.in), true, "it returned before that value was enqueued"}
		}
		it.out = c
	}
	return nil
}

// overtaken finds an item that was certainly enqueued before another and
// certainly dequeued after it, or never.
func overtaken(all []*item) *proof {
	byCall := slices.Clone(all) // by the call of enqueue, as it comes
	byReturn := slices.Clone(all)
	slices.SortStableFunc(byReturn, func(a, b *item) int { return cmp.Compare(a.in.ret, b.in.ret) })
	var slow *item // of those enqueued before: the one that was dequeued last
	n := 0
	for _, it := range byCall {
		for ; byReturn[n].in.before(it.in); n++ {
			if slow == nil || byReturn[n].gone() > slow.gone() {
				slow = byReturn[n]
			}
		}
		if slow == nil || it.out == nil || it.out.ret >= slow.gone() {
			continue
		}
		core := []call{*slow.in, *it.in, *it.out}
		if slow.out != nil {
			core = append(core, *slow.out)
		}
		byInvocation(core)
		return &proof{core, true, string(it.in.op.Args[0]) + " was enqueued after " + string(slow.in.op.Args[0]) + " and dequeued before it"}
	}
	return nil
}

// stretch is a time during which a queue certainly was not empty, open at both
// ends.
type stretch struct {
	from, to uint64
	items    []*item // that make it up, by the returns of their enqueues
}

// stretches joins the times during which items were certainly there: those that
// overlap in more than an instant.
func stretches(all []*item) (out []stretch) {
	present := slices.DeleteFunc(slices.Clone(all), func(i *item) bool { return i.in.ret >= i.gone() })
	slices.SortStableFunc(present, func(a, b *item) int { return cmp.Compare(a.in.ret, b.in.ret) })
	first := 0
	for i, it := range present {
		n := len(out)
		if n == 0 || it.in.ret >= out[n-1].to {
			first = i
			out = append(out, stretch{from: it.in.ret})
			n++
		}
		s := &out[n-1]
		s.to, s.items = max(s.to, it.gone()), present[first:i+1]
	}
	return out
}

// notEmpty finds a dequeue of an empty queue such that at each instant of it some
// item was certainly in the queue.
func notEmpty(all []*item, empties []*call) *proof {
	times := stretches(all)
	for _, e := range empties {
		n := sort.Search(len(times), func(i int) bool { return times[i].from >= e.inv() })
		if n > 0 && times[n-1].to > e.ret {
			core := append(times[n-1].cover(e), *e)
			byInvocation(core)
			return &proof{core, true, "the queue was not empty at any instant of it"}
		}
	}
	return nil
}

// cover gives the calls of a few items that are there, one or the other, during
// all of e.
func (s *stretch) cover(e *call) (calls []call) {
	for at, i := e.inv(), 0; at <= e.ret; {
		var far *item
		for ; i < len(s.items) && s.items[i].in.ret < at; i++ {
			if far == nil || s.items[i].gone() > far.gone() {
				far = s.items[i]
			}
		}
		calls = append(calls, *far.in)
		if far.out != nil {
			calls = append(calls, *far.out)
		}
		at = far.gone()
	}
	return calls
}
