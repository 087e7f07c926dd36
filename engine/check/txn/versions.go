package txn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// Assume says what may be taken for granted about the order of a register's
// values. The zero value takes only what any history has: the state before any
// write comes first. Lists need none of it: their reads show the order.
//
// An assumption that the database does not keep can make a clean history look
// bad. One that contradicts the rest for a key is reported as cyclic versions and
// not used for that key.
type Assume struct {
	// WritesFollowReads: a write comes after the version that its transaction
	// read or wrote before. True of every database at ReadCommitted or above.
	WritesFollowReads bool
	// SequentialKeys: each key, taken alone, is sequentially consistent, so that
	// one client's transactions see it in order.
	SequentialKeys bool
	// LinearizableKeys: each key, taken alone, is linearizable, so that
	// transactions see it in the order of the clock.
	LinearizableKeys bool
	// CommitOrder are the transactions, as indexes into the history, in the order
	// in which the system says that it committed them. Transactions that it does
	// not name have no known place. Nil if the system does not tell.
	CommitOrder []int
}

// check says what is wrong with the order of commits of so many transactions.
func (a *Assume) check(txns int) error {
	named := make([]bool, txns)
	for _, t := range a.CommitOrder {
		if t < 0 || t >= txns {
			return fmt.Errorf("txn: the order of commits names transaction %d of %d; they count from 0", t, txns)
		}
		if named[t] {
			return fmt.Errorf("txn: the order of commits names transaction %d twice", t)
		}
		named[t] = true
	}
	return nil
}

// arrange finds the order of the values, one source after the other.
// Places are those of a's order of commits, if it has one.
func (g *register) arrange(b *book, a *Assume, places []int32) {
	for v := 1; v < len(g.value); v++ {
		g.order = append(g.order, edge{from: 0, to: int32(v)})
	}
	if a.WritesFollowReads {
		g.merge(b, "a write follows what its transaction touched before", g.steps())
	}
	if a.SequentialKeys {
		g.merge(b, "a client sees the key in order", g.sequential(b))
	}
	if a.LinearizableKeys {
		g.merge(b, "the key follows the clock", g.linearizable(b.clock))
	}
	if a.CommitOrder != nil {
		g.merge(b, "the values follow the order of commits", g.committed(places))
	}
}

// merge takes the edges of one source, told as a condition, unless they contradict those of the
// sources before.
func (g *register) merge(b *book, source string, edges []edge) {
	all := append(slices.Clip(g.order), edges...)
	circles := newGraph(len(g.value), all).circles(^links(0))
	if len(circles) == 0 {
		g.order = all
		return
	}
	for _, circle := range circles {
		b.found.add(CyclicVersions, g.name, func() string {
			return fmt.Sprintf("each of the values %s of %s would come before the others, if %s", g.names(circle), g.name, source)
		}, g.writers(circle)...)
	}
}

// names lists versions.
func (g *register) names(versions []int32) string {
	var parts []string
	for _, v := range versions {
		if v == 0 {
			parts = append(parts, "nil")
		} else {
			parts = append(parts, fmt.Sprint(g.value[v]))
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// writers lists who wrote versions, as far as anybody did.
func (g *register) writers(versions []int32) (txns []int) {
	for _, v := range versions {
		if w := g.writer[v]; w != nobody && !slices.Contains(txns, int(w)) {
			txns = append(txns, int(w))
		}
	}
	return txns
}

// steps are the orders inside transactions.
func (g *register) steps() (edges []edge) {
	for i := range g.touches {
		edges = append(edges, g.touches[i].steps...)
	}
	return edges
}

// sequential are the orders that each client saw.
func (g *register) sequential(b *book) (edges []edge) {
	last := map[string]*touch{}
	for _, t := range g.byInvoke(b) {
		h := &b.txns[t.txn]
		if p := last[h.Client]; p != nil && b.txns[p.txn].Return <= h.Invoke && p.last != t.first {
			edges = append(edges, edge{from: p.last, to: t.first})
		}
		if h.Status == history.OK {
			last[h.Client] = t
		}
	}
	return edges
}

// byInvoke gives the touches in the order in which their transactions began.
func (g *register) byInvoke(b *book) []*touch {
	sorted := make([]*touch, len(g.touches))
	for i := range sorted {
		sorted[i] = &g.touches[i]
	}
	slices.SortStableFunc(sorted, func(x, y *touch) int { return cmp.Compare(b.txns[x.txn].Invoke, b.txns[y.txn].Invoke) })
	return sorted
}

// linearizable are the orders of the clock, without those that follow from
// others. Windows are those of all transactions.
func (g *register) linearizable(windows []window) (edges []edge) {
	at := func(t *touch) window { return windows[t.txn] }
	var starts []*touch
	for i := range g.touches {
		starts = append(starts, &g.touches[i])
	}
	slices.SortStableFunc(starts, func(x, y *touch) int { return cmp.Compare(at(x).from, at(y).from) })
	ends := slices.Clone(starts)
	slices.SortStableFunc(ends, func(x, y *touch) int { return cmp.Compare(at(x).to, at(y).to) })
	var over []*touch // those that ended and precede nothing that ended
	for _, t := range starts {
		for ; len(ends) > 0 && at(ends[0]).to < at(t).from; ends = ends[1:] {
			began := at(ends[0]).from
			over = append(slices.DeleteFunc(over, func(o *touch) bool { return at(o).to < began }), ends[0])
		}
		for _, o := range over {
			if o.last != t.first {
				edges = append(edges, edge{from: o.last, to: t.first})
			}
		}
	}
	return edges
}

// committed is the order of the writes of the transactions that have a place.
func (g *register) committed(places []int32) (edges []edge) {
	var placed []*touch
	for i := range g.touches {
		if t := &g.touches[i]; places[t.txn] > 0 {
			placed = append(placed, t)
		}
	}
	slices.SortFunc(placed, func(x, y *touch) int { return cmp.Compare(places[x.txn], places[y.txn]) })
	last := int32(0)
	for _, t := range placed {
		for _, v := range t.wrote {
			edges = append(edges, edge{from: last, to: v})
			last = v
		}
	}
	return edges
}

// placesIn gives each transaction of a history its place in an order of commits,
// from 1; 0 if it has none.
func placesIn(order []int, txns int) []int32 {
	places := make([]int32, txns)
	for i, t := range order {
		places[t] = int32(i) + 1
	}
	return places
}

// total says whether only one order of the values is possible.
func (g *register) total() bool {
	known := newGraph(len(g.value), g.order)
	sorted, _ := known.sorted(^links(0))
	for i := 1; i < len(sorted); i++ {
		if !slices.ContainsFunc(known.edges(sorted[i-1]), func(e edge) bool { return e.to == sorted[i] }) {
			return false
		}
	}
	return true
}
