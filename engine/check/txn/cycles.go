package txn

import (
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// search looks for cycles in the part of a graph where there are any.
type search struct {
	b    *book
	g    *graph  // only nodes and edges of cycles
	name []int32 // of each node of g, its number in the whole graph
	// events is g with two nodes for each transaction, its start and its commit.
	// Data and orders lead from a commit to a start; an anti-dependency leads from
	// the start of the one that did not see to the commit of what it did not see.
	// So a cycle there has no two anti-dependencies in a row, which is what
	// refutes snapshot isolation.
	events *graph
	// sure is g without transactions of unknown end and what only they saw. They
	// count as committed because somebody saw them, which proves nothing where
	// reads are dirty.
	sure  *graph
	paths paths
}

// findCycles reports one cycle of each kind and order that has any and that does
// not follow from another.
func (b *book) findCycles(g *graph) {
	circles := g.circles(^links(0))
	if len(circles) == 0 {
		return
	}
	s := &search{b: b}
	s.g, s.name = g.within(circles)
	s.events = s.g.events(s.txns())
	s.sure = s.proved()
	for o := AnyOrder; int(o) < orders; o++ {
		s.flow(o)
		s.single(o)
		s.nonadjacent(o)
		s.other(o)
	}
}

// within gives the nodes of the circles and the edges inside each, with new
// numbers in the old order.
func (g *graph) within(circles [][]int32) (sub *graph, name []int32) {
	circle := make([]int32, g.nodes())
	for i, c := range circles {
		for _, n := range c {
			circle[n] = int32(i) + 1
		}
	}
	number := make([]int32, g.nodes())
	for n, c := range circle {
		if c > 0 {
			number[n] = int32(len(name))
			name = append(name, int32(n))
		}
	}
	var es []edge
	for _, e := range g.out {
		if circle[e.from] > 0 && circle[e.from] == circle[e.to] {
			es = append(es, edge{number[e.from], number[e.to], e.kind, e.told, e.key})
		}
	}
	return newGraph(len(name), es), name
}

// proved gives g without what proves nothing where reads are dirty.
func (s *search) proved() *graph {
	unknown := func(n int32) bool { return n < s.txns() && s.b.txns[s.name[n]].Status != history.OK }
	es := slices.DeleteFunc(slices.Clone(s.g.out), func(e edge) bool { return e.told || unknown(e.from) || unknown(e.to) })
	return newGraph(s.g.nodes(), es)
}

// txns says how many of the nodes are transactions; they are the first.
func (s *search) txns() int32 {
	n, _ := slices.BinarySearch(s.name, int32(len(s.b.txns)))
	return int32(n)
}

// events gives the graph of starts and commits. The start of node n is n, the
// commit of transaction n is n more than the number of nodes.
func (g *graph) events(txns int32) *graph {
	n := int32(g.nodes())
	es := make([]edge, 0, len(g.out)+int(txns))
	for i := range txns {
		es = append(es, edge{from: i, to: n + i, kind: via})
	}
	for _, e := range g.out {
		if e.from < txns && e.kind != link(RW) {
			e.from += n
		}
		if e.to < txns && (e.kind == link(RW) || e.kind == viaAnti) {
			e.to += n
		}
		es = append(es, e)
	}
	return newGraph(int(n+txns), es)
}

// flow looks for cycles without anti-dependencies.
func (s *search) flow(o Order) {
	if f := &s.b.found; !f.has(G0, o) {
		s.report(o, s.collapse(s.shortest(s.sure, writes|byOrder[o])))
		if !f.has(G0, o) && !f.has(G1c, o) {
			s.report(o, s.collapse(s.shortest(s.g, flows|byOrder[o])))
		}
	}
}

// shortest gives a short cycle of a graph over the links given; nil if there is
// none.
func (s *search) shortest(g *graph, over links) []edge {
	s.paths.begin(g)
	for _, circle := range g.circles(over) {
		for _, n := range circle {
			if n < s.txns() {
				s.paths.try(n, over, over)
			}
		}
	}
	return s.paths.best
}

// single looks for cycles with exactly one anti-dependency.
func (s *search) single(o Order) {
	if s.b.found.has(GSingle, o) {
		return
	}
	over := flows | byOrder[o]
	s.paths.begin(s.g)
	for _, n := range s.returning(over) {
		s.paths.try(n, setOf(link(RW)), over)
	}
	s.report(o, s.collapse(s.paths.best))
}

// nonadjacent looks for cycles with anti-dependencies of which no two are
// neighbours, where none without or with a single one refutes as much.
func (s *search) nonadjacent(o Order) {
	f := &s.b.found
	if f.has(GSingle, o) || f.has(GNonadjacent, o) {
		return
	}
	over := items | byOrder[o]
	of, _ := s.events.components(over)
	s.paths.begin(s.events)
	var best []hop
	s.paths.accept = func(way []edge) bool {
		hops := s.simple(way)
		if hops == nil || best != nil && len(hops) >= len(best) {
			return false
		}
		best = hops
		return true
	}
	for n := range s.txns() {
		if slices.ContainsFunc(s.events.edges(n), func(e edge) bool { return e.kind == link(RW) && of[e.to] == of[n] }) {
			s.paths.try(n, setOf(link(RW)), over)
		}
	}
	s.report(o, best)
}

// simple makes a way through starts and commits that comes back into a cycle that
// passes no transaction twice. Where the way does, it falls into two, and one of
// them has no two anti-dependencies in a row either: if the steps at both ends of
// one part are such, those next to them are not. Nil if what is left has less than
// two anti-dependencies, which a cycle of another kind has.
func (s *search) simple(way []edge) []hop {
	hops := s.collapse(way)
	for from, to := again(hops); to > 0; from, to = again(hops) {
		if hops[from].kind == RW && hops[to-1].kind == RW {
			hops = slices.Delete(hops, from, to)
		} else {
			hops = hops[from:to]
		}
	}
	if s.kind(hops) != GNonadjacent {
		return nil
	}
	return hops
}

// again gives the first part of a cycle that leads back to where it begins, other
// than the whole; zeros if there is none.
func again(hops []hop) (from, to int) {
	place := map[int32]int{}
	for i, h := range hops {
		if at, seen := place[h.from]; seen {
			return at, i
		}
		place[h.from] = i
	}
	return 0, 0
}

// other looks for any other cycle with anti-dependencies.
func (s *search) other(o Order) {
	f := &s.b.found
	if f.has(GSingle, o) || f.has(GNonadjacent, o) || f.has(G2Item, o) {
		return
	}
	over := items | byOrder[o]
	of, _ := s.g.components(over)
	s.paths.begin(s.g)
	for n := range s.txns() {
		if slices.ContainsFunc(s.g.edges(n), func(e edge) bool { return e.kind == link(RW) && of[e.to] == of[n] }) {
			s.paths.try(n, setOf(link(RW)), over)
		}
	}
	s.report(o, s.collapse(s.paths.best))
}

// hop is an edge between two transactions, whatever stands between them.
type hop struct {
	from, to int32
	kind     Dependency
	told     bool // see edge
	key      int32
}

// collapse leaves the transactions of a cycle that begins with one; nil for nil.
func (s *search) collapse(cycle []edge) (hops []hop) {
	for _, e := range cycle {
		if e.kind >= via {
			continue
		}
		from := s.name[s.owner(e.from)]
		if n := len(hops); n > 0 {
			hops[n-1].to = from
		}
		hops = append(hops, hop{from: from, kind: Dependency(e.kind), told: e.told, key: e.key})
	}
	if n := len(hops); n > 0 {
		hops[n-1].to = hops[0].from
	}
	return hops
}

// owner gives the node that an event belongs to.
func (s *search) owner(event int32) int32 {
	if n := int32(s.g.nodes()); event >= n {
		return event - n
	}
	return event
}

// kind names a cycle. One of writes where somebody's, or their order, are known
// only because they were read is a flow of information.
func (s *search) kind(hops []hop) Kind {
	var count [len(dependencyNames)]int
	neighbours, sure := false, true
	for i, h := range hops {
		count[h.kind]++
		sure = sure && !h.told && s.b.txns[h.from].Status == history.OK
		neighbours = neighbours || h.kind == RW && hops[(i+1)%len(hops)].kind == RW
	}
	switch {
	case count[RW] == 1:
		return GSingle
	case count[RW] > 0 && !neighbours:
		return GNonadjacent
	case count[RW] > 0:
		return G2Item
	case count[WR] > 0 || !sure:
		return G1c
	}
	return G0
}

// report adds a cycle to the findings, in words.
func (s *search) report(o Order, hops []hop) {
	if len(hops) == 0 {
		return
	}
	a := Anomaly{Kind: s.kind(hops), Order: o}
	for _, h := range hops {
		a.Txns = append(a.Txns, int(h.from))
		a.Cycle = append(a.Cycle, s.b.step(h))
	}
	a.Text = a.story()
	s.b.found.addCycle(a)
}
