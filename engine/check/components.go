package check

// components gives the strongly connected components of a graph with nodes
// 0 to len(out)-1, without recursion, in an order that depends on out only
// (R. Tarjan, Depth-First Search and Linear Graph Algorithms, 1972).
func components(out [][]later) (all [][]int) {
	t := tarjan{index: make([]int, len(out)), low: make([]int, len(out)), open: make([]bool, len(out))}
	for n := range out {
		if t.index[n] == 0 {
			all = t.visit(n, out, all)
		}
	}
	return all
}

// tarjan is the state of the search. Indexes count from 1; 0 is not seen yet.
type tarjan struct {
	index, low []int
	open       []bool
	stack      []int
	count      int
}

// visiting is a node under way and how many of its edges are done.
type visiting struct{ node, edges int }

func (t *tarjan) visit(root int, out [][]later, all [][]int) [][]int {
	way := []visiting{{t.enter(root), 0}}
	for len(way) > 0 {
		v := &way[len(way)-1]
		if v.edges < len(out[v.node]) {
			to := out[v.node][v.edges].to
			v.edges++
			switch {
			case t.index[to] == 0:
				way = append(way, visiting{t.enter(to), 0})
			case t.open[to]:
				t.low[v.node] = min(t.low[v.node], t.index[to])
			}
			continue
		}
		n := v.node
		way = way[:len(way)-1]
		if len(way) > 0 {
			parent := way[len(way)-1].node
			t.low[parent] = min(t.low[parent], t.low[n])
		}
		if t.low[n] == t.index[n] {
			all = append(all, t.close(n))
		}
	}
	return all
}

func (t *tarjan) enter(n int) int {
	t.count++
	t.index[n], t.low[n], t.open[n] = t.count, t.count, true
	t.stack = append(t.stack, n)
	return n
}

// close takes the component of n from the stack.
func (t *tarjan) close(n int) (members []int) {
	for {
		m := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.open[m] = false
		members = append(members, m)
		if m == n {
			return members
		}
	}
}
