package txn

import "slices"

// link is the kind of an edge: a Dependency, or one that costs nothing.
type link uint8

const (
	// via leads on from a node of the clock, or from the start of a transaction
	// to its commit.
	via = link(Clock) + 1 + iota
	// viaAnti leads on from a node that stands between the two sides of
	// anti-dependencies. Nothing but such edges leads there.
	viaAnti

	linkKinds
)

// links is a set of link kinds.
type links uint8

func setOf(kinds ...link) (s links) {
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

func (s links) has(k link) bool { return s>>k&1 == 1 }

// The links of the data: writes carries the order of writes, flows what was
// read as well, items also what was not seen.
var (
	writes = setOf(link(WW), via, viaAnti)
	flows  = writes | setOf(link(WR))
	items  = flows | setOf(link(RW))
)

// byOrder are the links that each order adds to those of the data.
var byOrder = [orders]links{
	AnyOrder:     setOf(),
	SessionOrder: setOf(link(Process)),
	RealTime:     setOf(link(Process), link(Clock)),
}

// edge says that from comes before to. The first nodes are the transactions;
// others stand between many and many.
type edge struct {
	from, to int32
	kind     link
	// told says of ww that only reads of transactions of unknown end show it.
	told bool
	key  int32 // the key of ww, wr and rw
}

// draft is a graph while it is built.
type draft struct {
	nodes int32
	edges []edge
}

// node adds one that stands for no transaction.
func (d *draft) node() int32 {
	d.nodes++
	return d.nodes - 1
}

// add adds an edge, unless it leads back to where it begins.
func (d *draft) add(from, to int32, kind link, key int32) {
	if from != to {
		d.edges = append(d.edges, edge{from: from, to: to, kind: kind, key: key})
	}
}

// write adds that to wrote key after from did; told says who knows, see edge.
func (d *draft) write(from, to int32, told bool, key int32) {
	if from != to {
		d.edges = append(d.edges, edge{from, to, link(WW), told, key})
	}
}

// fan adds anti-dependencies from each reader to each writer but itself, with a
// number of edges that grows with the sum and not with the product of both: the
// writers stand in a row, with one chain of nodes that leads to all up to a
// place and one to all from a place. Both lists are without repetitions.
func (d *draft) fan(readers, writers []int32, key int32) {
	if len(readers) <= 1 || len(writers) <= 1 {
		for _, r := range readers {
			for _, w := range writers {
				d.add(r, w, link(RW), key)
			}
		}
		return
	}
	upTo, from := d.chain(writers, key, 1), d.chain(writers, key, -1)
	place := make(map[int32]int, len(writers))
	for i, w := range writers {
		place[w] = i
	}
	for _, r := range readers {
		i, self := place[r]
		switch {
		case !self:
			d.add(r, from[0], link(RW), key)
		default:
			if i > 0 {
				d.add(r, upTo[i-1], link(RW), key)
			}
			if i+1 < len(writers) {
				d.add(r, from[i+1], link(RW), key)
			}
		}
	}
}

// chain adds a node for each writer that leads to it and to the node of its
// neighbour: the one before for step 1, the one after for step -1.
func (d *draft) chain(writers []int32, key int32, step int) []int32 {
	nodes := make([]int32, len(writers))
	for i := range nodes {
		nodes[i] = d.node()
	}
	for i, n := range nodes {
		d.add(n, writers[i], viaAnti, key)
		if j := i - step; j >= 0 && j < len(nodes) {
			d.add(n, nodes[j], viaAnti, key)
		}
	}
	return nodes
}

// graph is a finished graph. The edges of node n are out[start[n]:start[n+1]],
// those that say most first.
type graph struct {
	start []int32
	out   []edge
}

func (g *graph) nodes() int            { return len(g.start) - 1 }
func (g *graph) edges(n int32) []edge  { return g.out[g.start[n]:g.start[n+1]] }
func newGraph(n int, es []edge) *graph { return (&draft{nodes: int32(n), edges: es}).graph() }

// graph sorts the edges by where they begin, and then by kind.
func (d *draft) graph() *graph {
	var of [linkKinds]int
	g := &graph{start: make([]int32, d.nodes+1), out: make([]edge, len(d.edges))}
	for _, e := range d.edges {
		g.start[e.from+1]++
		of[e.kind]++
	}
	for i := range d.nodes {
		g.start[i+1] += g.start[i]
	}
	next := slices.Clone(g.start)
	for kind := range linkKinds {
		if of[kind] == 0 {
			continue
		}
		for _, e := range d.edges {
			if e.kind == kind {
				g.out[next[e.from]] = e
				next[e.from]++
			}
		}
	}
	return g
}
