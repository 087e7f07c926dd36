package txn

import "github.com/seedfall/seedfall/engine/history"

// register is what is known of the order of one register's values. Version 0 is
// the state before any write.
type register struct {
	*key
	id       int32
	versions map[int64]int32
	value    []int64 // of each version; that of version 0 means nothing
	writer   []int32 // the committed transaction that wrote each version, or nobody
	touches  []touch // of committed transactions, in history order
	order    []edge  // between versions: from was replaced by to, at once or later
	// rank and after say the same of each version, once somebody asked.
	rank  []int32
	after [][]int32
}

const nobody = -1

// touch is what one transaction did to a register: the first version that it saw
// or wrote, the last, and how the ones between follow each other.
type touch struct {
	txn         int32
	first, last int32
	// steps are pairs of versions of which the second was written on the first.
	steps []edge
	// wrote are the versions that it wrote, in order.
	wrote []int32
}

// register collects what committed transactions did to one key.
func (b *book) register(id int32) *register {
	g := &register{key: &b.keys[id], id: id, versions: map[int64]int32{}, value: []int64{0}, writer: []int32{nobody}}
	for i, j := 0, 0; i < len(g.reads) || j < len(g.writes); {
		if j == len(g.writes) || i < len(g.reads) && g.reads[i].before(g.writes[j].ref) {
			g.touch(g.reads[i].txn, g.version(b.op(g.reads[i])), false)
			i++
			continue
		}
		if w := &g.writes[j]; b.committed[w.txn] {
			g.touch(w.txn, g.version(b.op(w.ref)), true)
		}
		j++
	}
	return g
}

// before says whether r stands before other in the history.
func (r ref) before(other ref) bool {
	return r.txn < other.txn || r.txn == other.txn && r.op < other.op
}

// version gives the number of the version that an operation read or wrote.
func (g *register) version(m *history.Micro) int32 {
	if m.F == history.Read && m.Nil {
		return 0
	}
	v, known := g.versions[m.Value]
	if !known {
		v = int32(len(g.value))
		g.versions[m.Value] = v
		g.value, g.writer = append(g.value, m.Value), append(g.writer, nobody)
	}
	return v
}

// touch adds one operation of a transaction.
func (g *register) touch(txn, version int32, wrote bool) {
	if n := len(g.touches); n == 0 || g.touches[n-1].txn != txn {
		g.touches = append(g.touches, touch{txn: txn, first: version, last: version})
	}
	t := &g.touches[len(g.touches)-1]
	if wrote {
		g.writer[version] = txn
		if version != t.last {
			t.steps = append(t.steps, edge{from: t.last, to: version})
		}
		t.wrote = append(t.wrote, version)
	}
	t.last = version
}

// judge reports reads that no order of the values explains.
func (g *register) judge(b *book) {
	for _, r := range g.reads {
		m := b.op(r)
		if m.Nil {
			continue
		}
		switch w, ok := g.key.writer(m.Value); {
		case !ok:
			b.found.garbage(b, g.key, r, m.Value)
		case !b.committed[w.txn]:
			b.found.aborted(b, g.key, r, w)
		case w.txn == r.txn && r.op < w.op:
			b.found.future(b, g.key, r, w)
		default:
			b.found.intermediate(b, g.key, r, w)
		}
	}
}

// link adds the dependencies of one register.
func (g *register) link(b *book, d *draft) {
	readers := make([][]int32, len(g.value))
	for _, r := range g.reads {
		v := g.version(b.op(r))
		if w := g.writer[v]; w != nobody {
			d.add(w, r.txn, link(WR), g.id)
		}
		if n := len(readers[v]); n == 0 || readers[v][n-1] != r.txn {
			readers[v] = append(readers[v], r.txn)
		}
	}
	next := g.next(b)
	for v := range next {
		if g.writer[v] != nobody {
			for _, w := range next[v] {
				d.add(g.writer[v], w, link(WW), g.id)
			}
		}
		d.fan(readers[v], next[v], g.id)
	}
}

// next gives for each version the transactions that wrote a version known to
// follow it, leaving out those that are found through another one: of the state
// before any write, only what follows nothing else; and past versions that no
// transaction is sure to have committed, what follows those too.
func (g *register) next(b *book) [][]int32 {
	after := make([][]int32, len(g.value))
	root := make([]bool, len(g.value))
	for v := range root {
		root[v] = v > 0
	}
	for _, e := range g.order {
		if e.from > 0 {
			after[e.from], root[e.to] = append(after[e.from], e.to), false
		}
	}
	for v, is := range root {
		if is {
			after[0] = append(after[0], int32(v))
		}
	}
	next := make([][]int32, len(g.value))
	seen, reached := make([]int32, len(g.value)), map[int32]int32{}
	for v := range next {
		mark := int32(v) + 1
		for todo := after[v]; len(todo) > 0; todo = todo[1:] {
			to := todo[0]
			if seen[to] == mark {
				continue
			}
			seen[to] = mark
			w := g.writer[to]
			if w == nobody || b.txns[w].Status != history.OK {
				todo = append(todo[:len(todo):len(todo)], after[to]...)
			}
			if w != nobody && reached[w] != mark {
				reached[w] = mark
				next[v] = append(next[v], w)
			}
		}
	}
	return next
}

// last gives the committed write that a known read shows.
func (g *register) last(b *book, r ref) (w *write, ok bool) { return g.latest(b, b.op(r)) }

// misses says whether a read shows a version that is known to come before w.
func (g *register) misses(b *book, r ref, w *write) bool {
	from, to := g.version(b.op(r)), g.versions[w.value]
	if g.rank == nil {
		g.rankVersions()
	}
	if from == to || g.rank[from] > g.rank[to] {
		return false
	}
	seen := map[int32]bool{}
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		for _, v := range g.after[todo[0]] {
			if v == to {
				return true
			}
			if !seen[v] && g.rank[v] < g.rank[to] {
				seen[v] = true
				todo = append(todo, v)
			}
		}
	}
	return false
}

// rankVersions gives each version a place that is higher than those of all that
// are known to come before it.
func (g *register) rankVersions() {
	sorted, _ := newGraph(len(g.value), g.order).sorted(^links(0))
	g.rank, g.after = make([]int32, len(sorted)), make([][]int32, len(sorted))
	for i, v := range sorted {
		g.rank[v] = int32(i)
	}
	for _, e := range g.order {
		g.after[e.from] = append(g.after[e.from], e.to)
	}
}
