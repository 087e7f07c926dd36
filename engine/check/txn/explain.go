package txn

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// name says which transaction is meant: T1 is the first of the history.
func (b *book) name(txn int) string { return fmt.Sprintf("T%d", txn+1) }

// shownElements bounds how many elements of a long list are printed at its end.
const shownElements = 8

// values prints a list. Of a long one the last elements are what matters.
func values(list []int64) string {
	var s strings.Builder
	s.WriteString("[")
	if skip := len(list) - shownElements; skip > 0 {
		fmt.Fprintf(&s, "(%d more) ", skip)
		list = list[skip:]
	}
	for i, v := range list {
		if i > 0 {
			s.WriteString(" ")
		}
		fmt.Fprint(&s, v)
	}
	return s.String() + "]"
}

// answer prints what a read found.
func answer(m *history.Micro, list bool) string {
	switch {
	case list:
		return values(m.List)
	case m.Nil:
		return "nil"
	}
	return fmt.Sprint(m.Value)
}

// step says why one transaction comes before another.
func (b *book) step(h hop) Step {
	s := Step{From: int(h.from), To: int(h.to), Dependency: h.kind}
	from, to := b.name(s.From), b.name(s.To)
	switch h.kind {
	case Process:
		s.Text = fmt.Sprintf("client %s ran %s before %s", b.txns[h.from].Client, from, to)
	case Clock:
		s.Text = fmt.Sprintf("%s was over before %s began", from, to)
	default:
		k := &b.keys[h.key]
		s.Key = k.name
		s.Text = b.data(h, k, from, to)
	}
	return s
}

// data says how one key puts one transaction before another.
func (b *book) data(h hop, k *key, from, to string) string {
	switch h.kind {
	case WR:
		r, w := b.sight(h.to, h.from, h.key)
		return fmt.Sprintf("%s read %s = %s, where %s had put %d", to, k.name, answer(b.op(r), k.list), from, w.value)
	case RW:
		r, w := b.miss(h.from, h.to, h.key)
		text := fmt.Sprintf("%s read %s = %s and did not see the %d", from, k.name, answer(b.op(r), k.list), w.value)
		return text + fmt.Sprintf(" that %s put there", to)
	}
	x, y := b.succession(h.from, h.to, h.key)
	text := fmt.Sprintf("%s put %d into %s after %s had put %d there", to, y.value, k.name, from, x.value)
	if !k.list {
		return text
	}
	text += fmt.Sprintf(", as %s read %s", b.name(int(k.longest.txn)), answer(b.op(k.longest), true))
	if y.pos == unread {
		text += fmt.Sprintf(" without %d", y.value)
	}
	return text
}

// writesOf gives what a transaction wrote to a key, in order.
func (b *book) writesOf(txn, key int32) (ws []*write) {
	for j := range b.txns[txn].Ops {
		if r := (ref{txn, int32(j)}); b.key(r) == key && b.op(r).F != history.Read {
			w, _ := b.keys[key].writer(b.op(r).Value)
			ws = append(ws, w)
		}
	}
	return ws
}

// readsOf gives the known reads of a key by a transaction, in order.
func (b *book) readsOf(txn, key int32) (rs []ref) {
	for j := range b.txns[txn].Ops {
		if r := (ref{txn, int32(j)}); b.key(r) == key && b.op(r).F == history.Read && b.op(r).Known {
			rs = append(rs, r)
		}
	}
	return rs
}

// sight gives a read by reader that shows a write of writer, the last such write
// in the first such read.
func (b *book) sight(reader, writer, key int32) (r ref, w *write) {
	ws := b.writesOf(writer, key)
	for _, r := range b.readsOf(reader, key) {
		for i := len(ws) - 1; i >= 0; i-- {
			if b.shows(r, key, ws[i]) {
				return r, ws[i]
			}
		}
	}
	panic(fmt.Sprintf("txn: no read of %s shows a write of %s", b.name(int(reader)), b.name(int(writer))))
}

// miss gives a read by reader that does not show a write of writer, the first
// such write.
func (b *book) miss(reader, writer, key int32) (r ref, w *write) {
	for _, r := range b.readsOf(reader, key) {
		for _, w := range b.writesOf(writer, key) {
			if !b.shows(r, key, w) {
				return r, w
			}
		}
	}
	panic(fmt.Sprintf("txn: every read of %s shows all writes of %s", b.name(int(reader)), b.name(int(writer))))
}

// shows says whether the value of w is in a read.
func (b *book) shows(r ref, key int32, w *write) bool {
	m := b.op(r)
	if !b.keys[key].list {
		return !m.Nil && m.Value == w.value
	}
	for i := len(m.List) - 1; i >= 0; i-- {
		if m.List[i] == w.value {
			return true
		}
	}
	return false
}

// succession gives a write of first and one of second that follows it: in lists
// the nearest, in registers the last and the first.
func (b *book) succession(first, second, key int32) (x, y *write) {
	before, after := b.writesOf(first, key), b.writesOf(second, key)
	x, y = before[len(before)-1], after[0]
	if !b.keys[key].list {
		return x, y
	}
	gap := int32(-1)
	for _, a := range before {
		for _, c := range after {
			near := c.pos - a.pos
			if c.pos == unread && gap < 0 && a.pos >= 0 {
				x, y = a, c
			}
			if a.pos >= 0 && near > 0 && (gap < 0 || near < gap) {
				x, y, gap = a, c, near
			}
		}
	}
	return x, y
}
