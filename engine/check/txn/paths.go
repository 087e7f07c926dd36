package txn

import "slices"

// searchSteps bounds how many edges one search for the shortest cycle looks at
// once it has found one: in large tangles the cycle shown is short, but there may
// be a shorter one. No verdict depends on it.
const searchSteps = 1 << 24

// paths looks for the shortest of several cycles, breadth first.
type paths struct {
	g    *graph
	best []edge
	cost int32 // of best
	// steps counts the edges looked at since begin.
	steps int
	// accept says whether a cycle may be kept; nil accepts all.
	accept func(cycle []edge) bool

	round int32
	seen  []int32 // the round in which each node was reached
	at    []int32 // the cost of the way to each node, if it was reached
	by    []edge  // the last edge of that way
	// level are the nodes of the current cost, next those that cost one more.
	level, next []int32
}

// begin starts a search in g.
func (p *paths) begin(g *graph) {
	if n := g.nodes(); len(p.seen) < n {
		p.round, p.seen, p.at, p.by = 0, make([]int32, n), make([]int32, n), make([]edge, n)
	}
	p.g, p.best, p.cost, p.steps, p.accept = g, nil, 1<<30, 0, nil
}

// try looks for a cycle through node n, a transaction or its start, that leaves
// it over one of first and goes on over rest. It is kept if it costs less than
// the best so far.
func (p *paths) try(n int32, first, rest links) {
	if p.steps > searchSteps && (p.best != nil || p.accept != nil) {
		return
	}
	p.round++
	p.level, p.next = p.level[:0], p.next[:0]
	p.expand(n, 0, first)
	for cost := int32(0); cost < p.cost && len(p.level)+len(p.next) > 0; cost++ {
		for i := 0; i < len(p.level); i++ {
			m := p.level[i]
			if m == n {
				p.keep(n, cost)
				return
			}
			if p.at[m] == cost {
				p.expand(m, cost, rest)
			}
		}
		p.level, p.next = p.next, p.level[:0]
	}
}

// expand reaches what the edges of n lead to. What costs nothing joins the level
// that is under way.
func (p *paths) expand(n, cost int32, over links) {
	for _, e := range p.g.edges(n) {
		p.steps++
		if !over.has(e.kind) {
			continue
		}
		at, list := cost+1, &p.next
		if e.kind >= via {
			at, list = cost, &p.level
		}
		if p.seen[e.to] == p.round && p.at[e.to] <= at {
			continue
		}
		p.seen[e.to], p.at[e.to], p.by[e.to] = p.round, at, e
		*list = append(*list, e.to)
	}
}

// keep takes the cycle that was found through n.
func (p *paths) keep(n, cost int32) {
	var cycle []edge
	for e := p.by[n]; ; e = p.by[e.from] {
		cycle = append(cycle, e)
		if e.from == n {
			break
		}
	}
	slices.Reverse(cycle)
	if p.accept == nil || p.accept(cycle) {
		p.best, p.cost = cycle, cost
	}
}
