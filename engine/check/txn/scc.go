package txn

import "slices"

// components numbers the strongly connected components of the graph over the
// links given, so that no edge leads to a component with a higher number, and
// says how many there are.
func (g *graph) components(over links) (of []int32, count int32) {
	n := g.nodes()
	t := tarjan{g: g, over: over, of: make([]int32, n), place: make([]int32, n), low: make([]int32, n), at: slices.Clone(g.start[:n])}
	for i := range t.of {
		t.of[i] = open
	}
	for i := range t.place {
		if t.place[i] == 0 {
			t.visit(int32(i))
		}
	}
	return t.of, t.count
}

// open marks a node whose component is not finished.
const open = -1

// tarjan is the state of one search for components, by Tarjan's method without
// recursion.
type tarjan struct {
	g      *graph
	over   links
	of     []int32
	place  []int32 // when each node was first visited, from 1; 0 if it was not
	low    []int32 // the lowest place of an open node found from each node
	at     []int32 // the next edge to look at
	stack  []int32 // open nodes, in order of their visit
	path   []int32 // nodes under way
	count  int32
	visits int32
}

// visit finds all components that are reached from n.
func (t *tarjan) visit(n int32) {
	t.enter(n)
	for len(t.path) > 0 {
		n := t.path[len(t.path)-1]
		if t.at[n] == t.g.start[n+1] {
			t.leave(n)
			continue
		}
		e := &t.g.out[t.at[n]]
		t.at[n]++
		switch {
		case !t.over.has(e.kind):
		case t.place[e.to] == 0:
			t.enter(e.to)
		case t.of[e.to] == open:
			t.low[n] = min(t.low[n], t.place[e.to])
		}
	}
}

func (t *tarjan) enter(n int32) {
	t.visits++
	t.place[n], t.low[n] = t.visits, t.visits
	t.stack, t.path = append(t.stack, n), append(t.path, n)
}

func (t *tarjan) leave(n int32) {
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		up := t.path[len(t.path)-1]
		t.low[up] = min(t.low[up], t.low[n])
	}
	if t.low[n] != t.place[n] {
		return
	}
	for {
		m := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.of[m] = t.count
		if m == n {
			break
		}
	}
	t.count++
}

// circles gives the components of more than one node, each sorted, in order of
// their first nodes. No node has an edge to itself.
func (g *graph) circles(over links) [][]int32 {
	of, count := g.components(over)
	size := make([]int32, count)
	for _, c := range of {
		size[c]++
	}
	where := make([]int32, count)
	var all [][]int32
	for n, c := range of {
		if size[c] < 2 {
			continue
		}
		if where[c] == 0 {
			all = append(all, make([]int32, 0, size[c]))
			where[c] = int32(len(all))
		}
		all[where[c]-1] = append(all[where[c]-1], int32(n))
	}
	return all
}

// sorted gives the nodes so that every edge over the links given leads forward,
// and says whether that can be done.
func (g *graph) sorted(over links) (order []int32, ok bool) {
	missing := g.missing(over)
	for n, m := range missing {
		if m == 0 {
			order = append(order, int32(n))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, e := range g.edges(order[i]) {
			if !over.has(e.kind) {
				continue
			}
			if missing[e.to]--; missing[e.to] == 0 {
				order = append(order, e.to)
			}
		}
	}
	return order, len(order) == g.nodes()
}

// missing counts the edges over the links given that lead to each node.
func (g *graph) missing(over links) []int32 {
	count := make([]int32, g.nodes())
	for _, e := range g.out {
		if over.has(e.kind) {
			count[e.to]++
		}
	}
	return count
}
