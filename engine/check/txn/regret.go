package txn

import (
	"cmp"
	"slices"
)

const (
	// tries bounds how often an order of commits is sought, each time with what
	// was learned from the one before.
	tries = 8
	// enoughAsked bounds how often in a try nodes that wait are asked whether they
	// might have come earlier, and regretted how many each time. A try that comes
	// to that is the last. lookBack bounds how many nodes are looked at to answer.
	enoughAsked, regretted, lookBack = 200, 16, 1 << 14
)

// order gives an order of commits that follows a rule, from what a judgement knows;
// nil if there is none.
func (b *book) order(from *judgement, r rule, o Order) (commits []int) {
	var regrets []edge
	for range tries {
		s := newSchedule(b, from, r, o, regrets)
		order, ok := s.run()
		if !ok {
			break
		}
		commits = order
		if len(s.regrets) == len(regrets) || s.asked >= enoughAsked {
			break
		}
		regrets = s.regrets
	}
	return commits
}

// waiter is a node that waits for readers of what stands in a register.
type waiter struct {
	item
	key int32
}

// force takes one of the nodes that wait, although readers are to come: the first
// that might have come before what stands there, or else the first. What it does
// not take waits on.
func (s *schedule) force() bool {
	first, ok := s.first()
	if !ok {
		return false
	}
	if s.asked < enoughAsked {
		s.asked++
		for _, w := range s.waiters() {
			if s.mightPrecede(w.node, w.key) {
				s.under[w.node] = append(s.under[w.node], w.key)
				s.regrets = append(s.regrets, edge{from: w.node, to: s.standing(w.key), kind: link(WW), key: w.key})
				s.resume(w)
				return true
			}
		}
	}
	s.current[first.key] = replaced
	s.resume(first)
	return true
}

// first gives the first node that waits; no if there is none.
func (s *schedule) first() (first waiter, ok bool) {
	for k, items := range s.waiting {
		for _, x := range items {
			if !ok || x.less(first.item) {
				first, ok = waiter{x, int32(k)}, true
			}
		}
	}
	return first, ok
}

// waiters gives the first few nodes that wait, in order.
func (s *schedule) waiters() (all []waiter) {
	for k, items := range s.waiting {
		for _, x := range items {
			all = append(all, waiter{x, int32(k)})
		}
	}
	slices.SortFunc(all, compare)
	return all[:min(len(all), regretted)]
}

// compare orders nodes as the queue does; each waits in one place.
func compare(x, y waiter) int {
	return cmp.Or(cmp.Compare(x.priority, y.priority), cmp.Compare(x.node, y.node))
}

// resume lets one node that waits look again.
func (s *schedule) resume(w waiter) {
	s.waiting[w.key] = slices.DeleteFunc(s.waiting[w.key], func(x item) bool { return x == w.item })
	s.queue.push(w.item)
}

// standing gives the node that put what stands in a register there, or its start;
// nobody for the state before any write.
func (s *schedule) standing(key int32) int32 {
	if s.current[key] <= 0 {
		return nobody
	}
	return s.registers[key].writer[s.current[key]]
}

// mightPrecede says whether node n might have come before what stands in a
// register: nothing leads from there to n, which shows among the nodes taken since.
func (s *schedule) mightPrecede(n, key int32) bool {
	from := s.standing(key)
	if from == nobody {
		return false
	}
	seen := map[int32]bool{from: true}
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		for _, e := range s.g.edges(todo[0]) {
			if !s.over.has(e.kind) {
				continue
			}
			if e.to == n || len(seen) > lookBack {
				return false
			}
			if s.taken[e.to] && !seen[e.to] {
				seen[e.to] = true
				todo = append(todo, e.to)
			}
		}
	}
	return true
}
