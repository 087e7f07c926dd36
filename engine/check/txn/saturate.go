package txn

import (
	"math/bits"
	"slices"
)

// maxSaturated bounds the graphs whose consequences are worked out: a bit for
// each pair of nodes is kept. Larger histories are judged without them.
const maxSaturated = 1 << 13

// rule says what a level lets one conclude about the order of a register's
// values from what is known to come before what.
type rule struct {
	over links
	// events: the graph is that of starts and commits.
	events bool
	// reads: what a transaction saw is the latest version there was for it.
	reads bool
}

// ruleOf gives the rule of each isolation level.
var ruleOf = [isolations]rule{
	Serializable:      {over: items, reads: true},
	RepeatableRead:    {over: items, reads: true},
	SnapshotIsolation: {over: items, events: true, reads: true},
	ConsistentView:    {over: flows, reads: true},
	UpdateAtomic:      {over: flows},
	CursorStability:   {over: flows},
	ReadAtomic:        {over: flows},
	ReadCommitted:     {over: flows},
	ReadUncommitted:   {over: writes},
}

// reach is which node of a graph leads to which.
type reach struct {
	rows  [][]uint64
	nodes int32 // of the graph before it was split into starts and commits
	split bool
}

// reachOf works out the rule's graph; nil if it is too large or has a cycle.
func reachOf(g *graph, over links, events bool, txns int32) *reach {
	r := &reach{nodes: int32(g.nodes()), split: events}
	if events {
		g = g.events(txns)
	}
	if g.nodes() > maxSaturated {
		return nil
	}
	order, ok := g.sorted(over)
	if !ok {
		return nil
	}
	r.rows = make([][]uint64, g.nodes())
	for _, n := range slices.Backward(order) {
		row := make([]uint64, (g.nodes()+63)/64)
		row[n/64] |= 1 << (n % 64)
		for _, e := range g.edges(n) {
			if over.has(e.kind) {
				join(row, r.rows[e.to])
			}
		}
		r.rows[n] = row
	}
	return r
}

func join(row, other []uint64) {
	for i, w := range other {
		row[i] |= w
	}
}

func has(row []uint64, n int32) bool { return row[n/64]>>(n%64)&1 == 1 }

// commit gives the node that stands for the commit of a transaction.
func (r *reach) commit(txn int32) int32 {
	if r.split {
		return txn + r.nodes
	}
	return txn
}

// startsBefore says whether transaction a starts before b commits, which for two
// that write one key means that a's write comes first.
func (r *reach) startsBefore(a, b int32) bool { return has(r.rows[a], r.commit(b)) }

// commitsBefore says whether transaction a commits before b starts.
func (r *reach) commitsBefore(a, b int32) bool { return has(r.rows[r.commit(a)], b) }

// consequences gives the orders between the versions of a register that follow
// from r, together with those known, without those that follow from others. The
// result may contradict itself.
func (g *register) consequences(b *book, r *reach, reads bool) []edge {
	n := int32(len(g.value))
	after := make([][]uint64, n)
	for v := range after {
		after[v] = make([]uint64, (n+63)/64)
	}
	known := func(from, to int32) { after[from][to/64] |= 1 << (to % 64) }
	for _, e := range g.order {
		known(e.from, e.to)
	}
	for i := range g.touches {
		for j := 1; j < len(g.touches[i].wrote); j++ {
			known(g.touches[i].wrote[j-1], g.touches[i].wrote[j])
		}
	}
	for v := int32(1); v < n; v++ {
		for w := int32(1); w < n; w++ {
			x, y := g.writer[v], g.writer[w]
			if x != nobody && y != nobody && x != y && r.startsBefore(x, y) {
				known(v, w)
			}
		}
	}
	for i, read := range g.reads {
		if v := g.version(b.op(read)); reads && g.external[i] && g.writer[v] != read.txn {
			g.surround(r, v, read.txn, known)
		}
	}
	return reduced(after)
}

// surround adds what follows from a read of version v: what committed before the
// reader started was replaced by v, what commits after it replaces v.
func (g *register) surround(r *reach, v, reader int32, known func(from, to int32)) {
	for w := int32(1); w < int32(len(g.value)); w++ {
		other := g.writer[w]
		switch {
		case other == nobody || other == reader || w == v || other == g.writer[v]:
		case r.commitsBefore(other, reader):
			known(w, v)
		case r.startsBefore(reader, other):
			known(v, w)
		}
	}
}

// reduced gives the pairs of a relation without those that follow from others;
// all of them if the relation has a cycle.
func reduced(rows [][]uint64) []edge {
	var es []edge
	for v, row := range rows {
		for i, word := range row {
			for ; word != 0; word &= word - 1 {
				es = append(es, edge{from: int32(v), to: int32(i*64 + bits.TrailingZeros64(word))})
			}
		}
	}
	order, ok := newGraph(len(rows), es).sorted(^links(0))
	if !ok {
		return es
	}
	place := make([]int32, len(rows))
	for i, v := range order {
		place[v] = int32(i)
	}
	var kept []edge
	for _, v := range slices.Backward(order) {
		next := slices.DeleteFunc(slices.Clone(order[place[v]+1:]), func(w int32) bool { return !has(rows[v], w) })
		found := make([]uint64, len(rows[v]))
		for _, w := range next {
			if !has(found, w) {
				kept = append(kept, edge{from: v, to: w})
				join(found, rows[w])
			}
		}
		join(rows[v], found)
	}
	return kept
}

// saturate works out what follows about all registers if the history keeps a
// level, beginning with what follows inside each key, and judges it with that.
func (b *book) saturate(a *Assume, s *start, l Level) (j *judgement, given [][]edge) {
	rule := ruleOf[l.Isolation]
	for j, given = s.judgement, s.given; !j.refutes(l); {
		r := reachOf(j.graph, rule.over|byOrder[l.Order], rule.events, int32(len(b.txns)))
		if r == nil {
			break
		}
		more := make([][]edge, len(b.keys))
		news := false
		for i, g := range j.registers {
			if g != nil {
				more[i] = g.consequences(b, r, rule.reads)
				news = news || !slices.Equal(more[i], given[i])
			}
		}
		if !news {
			break
		}
		given = more
		j = b.judge(a, given, nil)
	}
	return j, given
}
