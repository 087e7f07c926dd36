package txn

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// garbage reports that r shows a value that nobody wrote.
func (f *findings) garbage(b *book, k *key, r ref, value int64) {
	f.add(GarbageRead, k.name, func() string {
		return fmt.Sprintf("%s read %s = %s, but nobody wrote %d", b.name(int(r.txn)), k.name, answer(b.op(r), k.list), value)
	}, int(r.txn))
}

// duplicate reports that the list r shows has an element twice.
func (f *findings) duplicate(b *book, k *key, r ref, value int64) {
	f.add(DuplicateElements, k.name, func() string {
		return fmt.Sprintf("%s read %s = %s, which holds %d twice", b.name(int(r.txn)), k.name, answer(b.op(r), k.list), value)
	}, int(r.txn))
}

// aborted reports that r shows w, the write of a transaction that did not commit.
func (f *findings) aborted(b *book, k *key, r ref, w *write) {
	f.add(G1a, k.name, func() string {
		return fmt.Sprintf("%s read %s = %s, but %s, which wrote %d, was aborted", b.name(int(r.txn)), k.name, answer(b.op(r), k.list),
			b.name(int(w.txn)), w.value)
	}, int(r.txn), int(w.txn))
}

// intermediate reports w, the last that r shows, if another transaction replaced
// it before it committed.
func (f *findings) intermediate(b *book, k *key, r ref, w *write) {
	if w.final || w.txn == r.txn {
		return
	}
	f.add(G1b, k.name, func() string {
		final, _ := k.lastOf(w.txn)
		return fmt.Sprintf("%s read %s = %s, but %d was not final: %s wrote %d there before it was over", b.name(int(r.txn)), k.name,
			answer(b.op(r), k.list), w.value, b.name(int(w.txn)), final.value)
	}, int(r.txn), int(w.txn))
}

// future reports that r shows w, which its own transaction writes later.
func (f *findings) future(b *book, k *key, r ref, w *write) {
	f.add(FutureRead, k.name, func() string {
		return fmt.Sprintf("%s read %s = %s before it wrote %d itself", b.name(int(r.txn)), k.name, answer(b.op(r), k.list), w.value)
	}, int(r.txn))
}

// dirty reports that a committed write stands on top of an aborted one.
func (f *findings) dirty(b *book, k *key, aborted, on *write) {
	f.add(DirtyUpdate, k.name, func() string {
		return fmt.Sprintf("%s wrote %d to %s on top of %d, but %s, which wrote that, was aborted", b.name(int(on.txn)), on.value, k.name,
			aborted.value, b.name(int(aborted.txn)))
	}, int(on.txn), int(aborted.txn))
}

// reordered reports that r shows y but not before it x, which its transaction
// appended earlier.
func (f *findings) reordered(b *book, k *key, r ref, x, y *write) {
	f.add(Internal, k.name, func() string {
		return fmt.Sprintf("%s appended %d to %s and then %d, but %s read %s = %s, without %d before %d", b.name(int(x.txn)),
			x.value, k.name, y.value, b.name(int(r.txn)), k.name, answer(b.op(r), k.list), x.value, y.value)
	}, int(r.txn), int(x.txn))
}

// belief is what a transaction has to find in a key, by what it did there.
type belief struct {
	txn   int32          // 1 + the transaction that holds it
	read  *history.Micro // its latest known read; nil if it made none
	after []int64        // what it wrote since
}

// judgeInternal reports reads that contradict what their own transaction read
// and wrote before.
func (b *book) judgeInternal() {
	beliefs := make([]belief, len(b.keys))
	b.each(func(r ref, k *key, m *history.Micro) {
		if !b.committed[r.txn] {
			return
		}
		now := &beliefs[b.key(r)]
		if now.txn != r.txn+1 {
			*now = belief{txn: r.txn + 1}
		}
		switch {
		case m.F != history.Read:
			now.after = append(now.after, m.Value)
		case m.Known:
			if !now.allows(m, k.list) {
				b.found.internal(b, k, r, now)
			}
			now.read, now.after = m, nil
		}
	})
}

// allows says whether a read may answer m.
func (n *belief) allows(m *history.Micro, list bool) bool {
	switch wrote := len(n.after); {
	case !list && wrote > 0:
		return !m.Nil && m.Value == n.after[wrote-1]
	case n.read == nil && list:
		return len(m.List) >= wrote && isPrefix(n.after, m.List[len(m.List)-wrote:])
	case n.read == nil:
		return true
	case !list:
		return m.Nil == n.read.Nil && (m.Nil || m.Value == n.read.Value)
	default:
		base := len(n.read.List)
		return len(m.List) == base+wrote && isPrefix(n.read.List, m.List) && isPrefix(n.after, m.List[base:])
	}
}

// internal reports that r is not what its transaction has to find.
func (f *findings) internal(b *book, k *key, r ref, n *belief) {
	f.add(Internal, k.name, func() string {
		text := fmt.Sprintf("%s read %s = %s, but had ", b.name(int(r.txn)), k.name, answer(b.op(r), k.list))
		if n.read != nil {
			text += fmt.Sprintf("read %s before and ", answer(n.read, k.list))
		}
		switch {
		case len(n.after) == 0:
			text += "written nothing there since"
		case k.list:
			text += fmt.Sprintf("appended %s itself, which has to stand at its end", values(n.after))
		default:
			text += fmt.Sprintf("written %d there itself", n.after[len(n.after)-1])
		}
		return text
	}, int(r.txn))
}
