package txn

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// judgeUpdates reports transactions that read one version of a key, before they
// touched it otherwise, and both replaced it.
func (b *book) judgeUpdates(k *key) {
	type version struct {
		value int64
		elems int
		none  bool
	}
	group := map[version]int{}
	var updaters [][]int
	var of []ref // a read of each group
	for i, r := range k.reads {
		if _, replaced := k.lastOf(r.txn); !k.external[i] || !replaced {
			continue
		}
		m := b.op(r)
		v := version{m.Value, 0, m.Nil}
		if k.list {
			v = version{elems: len(m.List), none: len(m.List) == 0}
			if !v.none {
				v.value = m.List[len(m.List)-1]
			}
		}
		at, known := group[v]
		if !known {
			at = len(of)
			group[v] = at
			updaters, of = append(updaters, nil), append(of, r)
		}
		updaters[at] = append(updaters[at], int(r.txn))
	}
	for i, txns := range updaters {
		if len(txns) < 2 {
			continue
		}
		b.found.add(LostUpdate, k.name, func() string {
			text := fmt.Sprintf("%s and %s both read %s = %s and then wrote there", b.name(txns[0]), b.name(txns[1]), k.name,
				answer(b.op(of[i]), k.list))
			if more := len(txns) - 2; more > 0 {
				text += fmt.Sprintf(", and so did %d more", more)
			}
			return text + ": one did not see what the other wrote"
		}, txns...)
	}
}

// judgeFractured reports transactions that read what another one wrote last to
// one key, and of a second key a version before the one which that wrote.
func (b *book) judgeFractured(seers []seer) {
	external := make([]ref, len(b.keys)) // of each key, the first read of the transaction under way
	for k := range external {
		external[k] = ref{-1, -1}
	}
	for i := range b.txns {
		if !b.committed[i] {
			continue
		}
		b.firstReads(int32(i), external)
		for j := range b.txns[i].Ops {
			r := ref{int32(i), int32(j)}
			if m := b.op(r); m.F != history.Read || !m.Known {
				continue
			}
			if w, ok := seers[b.key(r)].last(b, r); ok && w.txn != r.txn && b.fractured(r, w, external, seers) {
				break
			}
		}
	}
}

// firstReads notes for each key that a transaction touches its first known read,
// if no write comes before; otherwise that there is none.
func (b *book) firstReads(txn int32, external []ref) {
	for j := len(b.txns[txn].Ops) - 1; j >= 0; j-- {
		r := ref{txn, int32(j)}
		switch m := b.op(r); {
		case m.F != history.Read:
			external[b.key(r)] = ref{-1, -1}
		case m.Known:
			external[b.key(r)] = r
		}
	}
}

// fractured reports a key of which the reader of w missed what the writer of w
// wrote there.
func (b *book) fractured(r ref, w *write, external []ref, seers []seer) bool {
	for j := range b.txns[w.txn].Ops {
		o := ref{w.txn, int32(j)}
		k := b.key(o)
		if b.op(o).F == history.Read || external[k].txn != r.txn || k == b.key(r) {
			continue
		}
		missed, _ := b.keys[k].writer(b.op(o).Value)
		if !missed.final || !seers[k].misses(b, external[k], missed) {
			continue
		}
		saw := &b.keys[b.key(r)]
		b.found.add(FracturedRead, saw.name, func() string {
			return fmt.Sprintf("%s read %s = %s, where %s had put %d, but read %s = %s without the %d that %s put there", b.name(int(r.txn)),
				saw.name, answer(b.op(r), saw.list), b.name(int(w.txn)), w.value, b.keys[k].name,
				answer(b.op(external[k]), b.keys[k].list), missed.value, b.name(int(w.txn)))
		}, int(r.txn), int(w.txn))
		return true
	}
	return false
}
