package txn

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// list is what the reads of one key say about the order of its elements.
type list struct {
	*key
	id int32
	// order are the elements that the longest read shows.
	order []int64
	// wrote are the indexes of the writes that put the elements there; garbage
	// for an element that nobody wrote, repeated for one that stood there before.
	wrote []int32
	// next is, for each length of a read, the place of the first element after it
	// that a committed transaction put there; len(order) if there is none.
	next []int32
	// fits says of each read whether it is a prefix of the order.
	fits []bool
}

const (
	garbage  = -1
	repeated = -2
)

// list reads the order of one key's elements from its reads and reports reads
// that cannot be.
func (b *book) list(id int32) *list {
	l := &list{key: &b.keys[id], id: id}
	l.longest = ref{-1, -1}
	for _, r := range l.reads {
		if m := b.op(r); l.longest.txn < 0 || len(m.List) > len(l.order) {
			l.longest, l.order = r, m.List
		}
	}
	l.fits = make([]bool, len(l.reads))
	for i, r := range l.reads {
		l.fits[i] = isPrefix(b.op(r).List, l.order)
	}
	l.place(b)
	for i, r := range l.reads {
		if !l.fits[i] {
			l.misfit(b, r)
		}
	}
	return l
}

// place finds the write of each element, and the next committed one.
func (l *list) place(b *book) {
	for i := range l.writes {
		l.writes[i].pos = unread
	}
	l.wrote = make([]int32, len(l.order))
	for i, v := range l.order {
		at, ok := l.byValue[v]
		switch {
		case !ok:
			l.wrote[i] = garbage
			b.found.garbage(b, l.key, l.longest, v)
		case l.writes[at].pos != unread:
			l.wrote[i] = repeated
			b.found.duplicate(b, l.key, l.longest, v)
		default:
			l.wrote[i], l.writes[at].pos = at, int32(i)
		}
	}
	for i := 1; i < len(l.writes); i++ {
		if x, y := &l.writes[i-1], &l.writes[i]; x.txn == y.txn && b.committed[x.txn] && y.pos >= 0 && (x.pos == unread || x.pos > y.pos) {
			b.found.reordered(b, l.key, l.longest, x, y)
		}
	}
	l.next = make([]int32, len(l.order)+1)
	l.next[len(l.order)] = int32(len(l.order))
	for i := len(l.order) - 1; i >= 0; i-- {
		l.next[i] = l.next[i+1]
		if l.installed(b, i) {
			l.next[i] = int32(i)
		}
	}
}

// installed says whether a committed transaction put element i there.
func (l *list) installed(b *book, i int) bool {
	return l.wrote[i] >= 0 && b.committed[l.writes[l.wrote[i]].txn]
}

// misfit reports a read that is no prefix of the order.
func (l *list) misfit(b *book, r ref) {
	b.found.add(IncompatibleOrder, l.name, func() string {
		return fmt.Sprintf("%s read %s = %s, but %s read %s: neither is the beginning of the other", b.name(int(r.txn)), l.name,
			values(b.op(r).List), b.name(int(l.longest.txn)), values(l.order))
	}, int(r.txn), int(l.longest.txn))
	seen := map[int64]bool{}
	for _, v := range b.op(r).List {
		w, ok := l.writer(v)
		switch {
		case !ok:
			b.found.garbage(b, l.key, r, v)
		case seen[v]:
			b.found.duplicate(b, l.key, r, v)
		case w.pos == unread:
			w.pos = elsewhere
		}
		if ok && !b.committed[w.txn] {
			b.found.aborted(b, l.key, r, w)
		}
		seen[v] = true
	}
}

// last gives the last element of a read that a committed transaction put there.
func (l *list) last(b *book, r ref) (w *write, ok bool) { return l.latest(b, b.op(r)) }

// misses says whether a read ends before the element of w.
func (l *list) misses(b *book, r ref, w *write) bool {
	elements := b.op(r).List
	return isPrefix(elements, l.order) && (w.pos == unread || int(w.pos) >= len(elements))
}

// judge reports what the reads and the order of one list contradict.
func (l *list) judge(b *book) {
	var aborted []int // places of elements that were never committed
	for i, w := range l.wrote {
		if w >= 0 && !b.committed[l.writes[w].txn] {
			aborted = append(aborted, i)
		}
	}
	for i, r := range l.reads {
		elements := b.op(r).List
		if l.fits[i] {
			for _, at := range aborted {
				if at >= len(elements) {
					break
				}
				b.found.aborted(b, l.key, r, &l.writes[l.wrote[at]])
			}
		}
		if len(elements) > 0 {
			if w, ok := l.writer(elements[len(elements)-1]); ok {
				b.found.intermediate(b, l.key, r, w)
			}
		}
		if len(l.writes) > 0 {
			l.future(b, i)
		}
	}
	for _, at := range aborted {
		if n := l.next[at]; int(n) < len(l.order) {
			b.found.dirty(b, l.key, &l.writes[l.wrote[at]], &l.writes[l.wrote[n]])
		}
	}
}

// future reports elements of a read that its own transaction appends later.
func (l *list) future(b *book, read int) {
	r := l.reads[read]
	n := len(b.op(r).List)
	for j := int(r.op) + 1; n > 0 && j < len(b.txns[r.txn].Ops); j++ {
		later := ref{r.txn, int32(j)}
		if b.key(later) != l.id {
			continue
		}
		if w, ok := l.writer(b.op(later).Value); ok && w.ref == later && l.fits[read] && w.pos >= 0 && int(w.pos) < n {
			b.found.future(b, l.key, r, w)
		}
	}
}

// link adds the dependencies of one list. Elements that were not read come after
// the last one that was, in any order.
func (l *list) link(b *book, d *draft) {
	l.linkWrites(b, d)
	tail := l.tail(b)
	var current []int32 // readers of the last element
	for i, r := range l.reads {
		if w, ok := l.last(b, r); ok {
			d.add(w.txn, r.txn, link(WR), l.id)
		}
		if !l.fits[i] {
			continue
		}
		if n := l.next[len(b.op(r).List)]; int(n) < len(l.order) {
			d.add(r.txn, l.writes[l.wrote[n]].txn, link(RW), l.id)
		} else if len(current) == 0 || current[len(current)-1] != r.txn {
			current = append(current, r.txn)
		}
	}
	d.fan(current, tail, l.id)
}

// linkWrites adds the order of the elements. Those that only transactions of
// unknown end read come after those that others read, whatever their order.
func (l *list) linkWrites(b *book, d *draft) {
	shown := l.shown(b)
	// The writers of the committed element before, of the last one whose client
	// knows that it is committed, and of the last such one among those shown.
	before, sure, last := int32(-1), int32(-1), int32(-1)
	follow := func(w int32, told bool) {
		if before >= 0 {
			d.write(before, w, told, l.id)
		}
		if sure >= 0 && sure != before {
			d.write(sure, w, told, l.id)
		}
		if told && last >= 0 {
			d.write(last, w, false, l.id)
		}
	}
	for i := range l.order {
		if !l.installed(b, i) {
			continue
		}
		w := l.writes[l.wrote[i]].txn
		follow(w, i >= shown)
		if before = w; b.txns[w].Status == history.OK {
			sure = w
			if i < shown {
				last = w
			}
		}
	}
	for _, w := range l.tail(b) {
		follow(w, shown < len(l.order))
	}
}

// shown says how many elements of the order a transaction read that is known to
// be committed.
func (l *list) shown(b *book) (n int) {
	for i, r := range l.reads {
		if l.fits[i] && b.txns[r.txn].Status == history.OK {
			n = max(n, len(b.op(r).List))
		}
	}
	return n
}

// tail gives the committed writers of elements that no read shows.
func (l *list) tail(b *book) (writers []int32) {
	for i := range l.writes {
		w := &l.writes[i]
		if w.pos == unread && b.committed[w.txn] && (len(writers) == 0 || writers[len(writers)-1] != w.txn) {
			writers = append(writers, w.txn)
		}
	}
	return writers
}
