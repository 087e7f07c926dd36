package txn

import (
	"fmt"
	"sort"

	"github.com/seedfall/seedfall/engine/history"
)

// ref names a micro-operation: a transaction and its operation, as indexes.
type ref struct{ txn, op int32 }

// write is one append or write, with what its key makes of it.
type write struct {
	ref
	value int64
	// final says that its transaction wrote the key no more afterwards.
	final bool
	// pos is the element's place in the order of its list, or one of unread and
	// elsewhere. Unused for registers.
	pos int32
}

const (
	unread    = -1 // in no read of a committed transaction
	elsewhere = -2 // only in reads that contradict the longest one
)

// key is a list or a register with all that touched it, in history order.
type key struct {
	name    string
	list    bool
	writes  []write
	byValue map[int64]int32 // index into writes
	reads   []ref           // known reads of committed transactions
	// external says of each read that its transaction had not touched the key, as
	// far as is known.
	external []bool
	// longest is, in a list, a read that shows the most elements, the first of
	// those; its transaction is -1 if there are no reads.
	longest ref
}

// writer gives the write that put value there.
func (k *key) writer(value int64) (w *write, ok bool) {
	i, ok := k.byValue[value]
	if !ok {
		return nil, false
	}
	return &k.writes[i], true
}

// latest gives the last write of a committed transaction that a read of the key
// shows.
func (k *key) latest(b *book, m *history.Micro) (w *write, ok bool) {
	if !k.list {
		w, ok = k.writer(m.Value)
		return w, ok && !m.Nil && b.committed[w.txn]
	}
	for i := len(m.List) - 1; i >= 0; i-- {
		if w, ok = k.writer(m.List[i]); ok && b.committed[w.txn] {
			return w, true
		}
	}
	return nil, false
}

// lastOf gives the last write of a transaction to the key.
func (k *key) lastOf(txn int32) (w *write, ok bool) {
	i := sort.Search(len(k.writes), func(i int) bool { return k.writes[i].txn > txn }) - 1
	if i < 0 || k.writes[i].txn != txn {
		return nil, false
	}
	return &k.writes[i], true
}

// book is a history with its indexes.
type book struct {
	txns []history.Txn
	// committed says of each transaction that it took effect: it is OK, or it is
	// unknown and a committed one read what it wrote. An unknown one that nobody
	// saw constrains nothing: leaving it out is always a way to explain the rest.
	committed []bool
	clock     []window // when each transaction takes effect
	keys      []key
	first     []int32 // of each transaction, where its operations begin in keyOf
	keyOf     []int32 // of each operation, its key
	found     findings
}

// op gives the operation that r names.
func (b *book) op(r ref) *history.Micro { return &b.txns[r.txn].Ops[r.op] }

// key gives the index of the key of an operation.
func (b *book) key(r ref) int32 { return b.keyOf[b.first[r.txn]+r.op] }

// newBook reads a history. The error names the first operation that breaks the
// rules of the form.
func newBook(txns []history.Txn) (*book, error) {
	b := &book{txns: txns, committed: make([]bool, len(txns)), clock: windowsOf(txns), first: make([]int32, len(txns))}
	ids := map[string]int32{}
	for i := range txns {
		t := &txns[i]
		if t.Status != history.Unknown && t.Return < t.Invoke {
			return nil, fmt.Errorf("txn: %s returns at %d, before it begins at %d", b.name(i), t.Return, t.Invoke)
		}
		b.first[i] = int32(len(b.keyOf))
		for j := range t.Ops {
			id, known := ids[t.Ops[j].Key]
			if !known {
				id = int32(len(b.keys))
				ids[t.Ops[j].Key] = id
				b.keys = append(b.keys, key{name: t.Ops[j].Key, byValue: map[int64]int32{}})
			}
			b.keyOf = append(b.keyOf, id)
		}
	}
	if err := b.kindsOfKeys(); err != nil {
		return nil, err
	}
	if err := b.indexWrites(); err != nil {
		return nil, err
	}
	b.commit()
	touched := make([]int32, len(b.keys)) // 1 + the last transaction that did
	b.each(func(r ref, k *key, m *history.Micro) {
		if m.F == history.Read && m.Known && b.committed[r.txn] {
			k.reads, k.external = append(k.reads, r), append(k.external, touched[b.key(r)] != r.txn+1)
		}
		if m.F != history.Read || m.Known {
			touched[b.key(r)] = r.txn + 1
		}
	})
	return b, nil
}

// each calls f for every operation in history order.
func (b *book) each(f func(r ref, k *key, m *history.Micro)) {
	for i := range b.txns {
		for j := range b.txns[i].Ops {
			r := ref{int32(i), int32(j)}
			f(r, &b.keys[b.key(r)], b.op(r))
		}
	}
}

// kindsOfKeys tells lists from registers: by what was written there, else by
// the form of the answers.
func (b *book) kindsOfKeys() (err error) {
	fail := func(r ref, format string, args ...any) {
		if err == nil {
			err = fmt.Errorf("txn: operation %d of %s: %s", r.op+1, b.name(int(r.txn)), fmt.Sprintf(format, args...))
		}
	}
	written := make([]string, len(b.keys))
	b.each(func(r ref, k *key, m *history.Micro) {
		switch was := &written[b.key(r)]; {
		case m.F == history.Read:
			k.list = k.list || *was != history.Write && m.Known && m.List != nil
		case m.F != history.Append && m.F != history.Write:
			fail(r, "%q is not a function; use append, r or w", m.F)
		case *was != "" && *was != m.F:
			fail(r, "key %q is a list and a register; use append or w for all its writes", k.name)
		default:
			*was, k.list = m.F, m.F == history.Append
		}
	})
	b.each(func(r ref, k *key, m *history.Micro) {
		if m.F == history.Read && m.Known && !k.list && m.List != nil {
			fail(r, "a list was read from key %q, which is a register", k.name)
		}
	})
	return err
}

// indexWrites fills the writes of the keys. Every value may be written once.
func (b *book) indexWrites() (err error) {
	b.each(func(r ref, k *key, m *history.Micro) {
		if m.F == history.Read || err != nil {
			return
		}
		if other, twice := k.writer(m.Value); twice {
			err = fmt.Errorf("txn: %s and %s both write %d to key %q: every value of a key may be written only once",
				b.name(int(other.txn)), b.name(int(r.txn)), m.Value, k.name)
			return
		}
		if n := len(k.writes); n > 0 && k.writes[n-1].txn == r.txn {
			k.writes[n-1].final = false
		}
		k.byValue[m.Value] = int32(len(k.writes))
		k.writes = append(k.writes, write{ref: r, value: m.Value, final: true, pos: unread})
	})
	return err
}

// commit finds the committed transactions: those that are OK, and unknown ones
// whose writes a committed one read, until nothing changes.
func (b *book) commit() {
	var todo []int32
	for i := range b.txns {
		if b.txns[i].Status == history.OK {
			b.committed[i] = true
			todo = append(todo, int32(i))
		}
	}
	unknowns := len(todo) < len(b.txns)
	seen := make([][]int64, len(b.keys))
	for ; unknowns && len(todo) > 0; todo = todo[1:] {
		t := todo[0]
		for j := range b.txns[t].Ops {
			r := ref{t, int32(j)}
			m, k := b.op(r), b.key(r)
			if m.F != history.Read || !m.Known {
				continue
			}
			for _, v := range news(m, b.keys[k].list, &seen[k]) {
				w, ok := b.keys[k].writer(v)
				if ok && b.txns[w.txn].Status == history.Unknown && !b.committed[w.txn] {
					b.committed[w.txn] = true
					todo = append(todo, w.txn)
				}
			}
		}
	}
}

// news gives the values of a read that no earlier read of the key showed, as far
// as that is quickly told: seen is the longest list so far.
func news(m *history.Micro, list bool, seen *[]int64) []int64 {
	switch {
	case !list && m.Nil:
		return nil
	case !list:
		return []int64{m.Value}
	case isPrefix(m.List, *seen):
		return nil
	case isPrefix(*seen, m.List):
		tail := m.List[len(*seen):]
		*seen = m.List
		return tail
	}
	return m.List
}

// isPrefix says whether list starts with p.
func isPrefix(p, list []int64) bool {
	if len(p) > len(list) {
		return false
	}
	if len(p) > 0 && &p[0] == &list[0] {
		return true
	}
	for i, v := range p {
		if list[i] != v {
			return false
		}
	}
	return true
}
