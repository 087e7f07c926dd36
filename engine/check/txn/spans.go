package txn

// spans tell at once of most pairs of nodes that none leads to the other. Along
// one walk over a graph, whatever a node leads to has a number between that of
// the node and the lowest that it reaches; two walks, from either end, leave few
// pairs for which both say maybe.
type spans []span

// span is what one walk says of each node.
type span struct {
	of  []int32 // the number of its component; edges lead to lower ones
	low []int32 // of each component, the lowest number that it leads to
	// mirrored says that node n is the n-th from the end.
	mirrored bool
}

// spansOf walks a graph over the links given. Of are its components, nodes the
// nodes sorted by them.
func (g *graph) spansOf(over links, of, nodes []int32, count int32) spans {
	m := g.mirrored(over)
	mirror, more := m.components(over)
	return spans{
		{of: of, low: g.lowest(over, of, nodes, count)},
		{of: mirror, low: m.lowest(over, mirror, byComponent(mirror, more), more), mirrored: true},
	}
}

// mirrored gives the same graph with its nodes and edges in opposite order, only
// with the links given.
func (g *graph) mirrored(over links) *graph {
	last := int32(g.nodes() - 1)
	es := make([]edge, 0, len(g.out))
	for i := len(g.out) - 1; i >= 0; i-- {
		if e := g.out[i]; over.has(e.kind) {
			e.from, e.to = last-e.from, last-e.to
			es = append(es, e)
		}
	}
	return newGraph(g.nodes(), es)
}

// lowest gives for each component the lowest one that it leads to.
func (g *graph) lowest(over links, of, nodes []int32, count int32) []int32 {
	low := make([]int32, count)
	for c := range low {
		low[c] = int32(c)
	}
	for _, n := range nodes {
		c := of[n]
		for _, e := range g.edges(n) {
			if over.has(e.kind) {
				low[c] = min(low[c], low[of[e.to]])
			}
		}
	}
	return low
}

// byComponent gives the nodes sorted by the number of their component.
func byComponent(of []int32, count int32) []int32 {
	next := make([]int32, count+1)
	for _, c := range of {
		next[c+1]++
	}
	for c := range count {
		next[c+1] += next[c]
	}
	nodes := make([]int32, len(of))
	for n, c := range of {
		nodes[next[c]] = int32(n)
		next[c]++
	}
	return nodes
}

// maybe says whether from may lead to to; if not, it does not.
func (s spans) maybe(from, to int32) bool {
	for i := range s {
		a, b := from, to
		if s[i].mirrored {
			last := int32(len(s[i].of) - 1)
			a, b = last-a, last-b
		}
		if c, d := s[i].of[a], s[i].of[b]; d > c || d < s[i].low[c] {
			return false
		}
	}
	return true
}
