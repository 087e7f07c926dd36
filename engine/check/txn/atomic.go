package txn

import "github.com/seedfall/seedfall/engine/history"

// seenWhole gives for each key the orders between the values of a register that
// follow where transactions read the latest versions: who read what another one
// wrote, and read of a second key that it wrote too a version of somebody else,
// read one that came later. It finds at once, in histories of any size, most of
// what saturate finds in small ones.
func (b *book) seenWhole(registers []*register) [][]edge {
	orders := make([][]edge, len(b.keys))
	external := make([]ref, len(b.keys))
	for k := range external {
		external[k] = ref{-1, -1}
	}
	for i := range b.txns {
		if !b.committed[i] {
			continue
		}
		b.firstReads(int32(i), external)
		before := int32(-1) // whose writes were looked at last
		for j := range b.txns[i].Ops {
			r := ref{int32(i), int32(j)}
			if m := b.op(r); m.F != history.Read || !m.Known {
				continue
			}
			w, ok := b.keys[b.key(r)].latest(b, b.op(r))
			if !ok || w.txn == r.txn || w.txn == before {
				continue
			}
			before = w.txn
			for o := range b.txns[w.txn].Ops {
				b.older(ref{w.txn, int32(o)}, r.txn, external, registers, orders)
			}
		}
	}
	return orders
}

// older adds that what o wrote came before the version which the reader, who
// comes after o, read of the key first.
func (b *book) older(o ref, reader int32, external []ref, registers []*register, orders [][]edge) {
	k := b.key(o)
	g := registers[k]
	if g == nil || b.op(o).F == history.Read || external[k].txn != reader {
		return
	}
	wrote, read := g.version(b.op(o)), g.version(b.op(external[k]))
	if read != 0 && g.writer[read] != o.txn {
		orders[k] = append(orders[k], edge{from: wrote, to: read})
	}
}
