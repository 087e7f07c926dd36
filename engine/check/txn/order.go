package txn

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// linkSessions adds the order of each client's transactions. One of unknown end
// comes after others but before none: nobody knows when it was over.
func (b *book) linkSessions(d *draft) {
	last := map[string]int32{}
	for _, i := range b.byInvoke() {
		t := &b.txns[i]
		if p, ok := last[t.Client]; ok && b.txns[p].Return <= t.Invoke {
			d.add(p, i, link(Process), 0)
		}
		if t.Status == history.OK {
			last[t.Client] = i
		}
	}
}

// byInvoke gives the committed transactions in the order in which they began.
func (b *book) byInvoke() []int32 {
	return b.sortedBy(func(t *history.Txn) (uint64, bool) { return t.Invoke, true })
}

func (b *book) sortedBy(when func(t *history.Txn) (at uint64, ok bool)) (sorted []int32) {
	for i := range b.txns {
		if _, ok := when(&b.txns[i]); ok && b.committed[i] {
			sorted = append(sorted, int32(i))
		}
	}
	slices.SortStableFunc(sorted, func(x, y int32) int {
		at, _ := when(&b.txns[x])
		to, _ := when(&b.txns[y])
		return cmp.Compare(at, to)
	})
	return sorted
}

// linkClock adds the order of transactions that did not overlap. A row of
// instants keeps the number of edges linear: each transaction leads to the
// instant of its end, each instant to the next, and the last one before a
// transaction began leads to that.
func (b *book) linkClock(d *draft) {
	ends := b.sortedBy(func(t *history.Txn) (uint64, bool) { return t.Return, t.Status == history.OK })
	instant := int32(-1)
	for _, i := range b.byInvoke() {
		for ; len(ends) > 0 && b.txns[ends[0]].Return < b.txns[i].Invoke; ends = ends[1:] {
			before := instant
			instant = d.node()
			if before >= 0 {
				d.add(before, instant, via, 0)
			}
			d.add(ends[0], instant, link(Clock), 0)
		}
		if instant >= 0 {
			d.add(instant, i, via, 0)
		}
	}
}
