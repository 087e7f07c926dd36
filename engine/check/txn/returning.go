package txn

import "slices"

// enoughReturning is how many transactions with a way back are looked at for the
// shortest one.
const enoughReturning = 256

// returning gives transactions that a way leads back to which begins with an
// anti-dependency and goes on over the links given: all of them, or the first
// few where there are many. Those of which no span says that there cannot be such
// a way travel through the components in sets of up to 64, so that the time grows
// with the number of edges times a 64th of their number, at worst.
func (s *search) returning(over links) (found []int32) {
	r := sweep{g: s.g, over: over}
	r.of, r.count = s.g.components(over)
	r.reached = make([]uint64, r.count)
	r.sort()
	sources := r.sources(s.txns())
	for len(sources) > 0 && len(found) < enoughReturning {
		batch := sources[:min(64, len(sources))]
		sources = sources[len(batch):]
		found = append(found, r.run(batch)...)
	}
	slices.Sort(found)
	return found
}

// sweep finds out what reaches what, many sources at once.
type sweep struct {
	g     *graph
	over  links
	of    []int32 // the component of each node; edges lead to lower ones
	count int32
	// nodes are sorted by component; those of component c begin at first[c].
	nodes   []int32
	first   []int32
	spans   spans
	reached []uint64 // of each component, the members of the batch that reach it
}

func (r *sweep) sort() {
	r.nodes = byComponent(r.of, r.count)
	r.first = make([]int32, r.count+1)
	for _, c := range r.of {
		r.first[c+1]++
	}
	for c := range r.count {
		r.first[c+1] += r.first[c]
	}
	r.spans = r.g.spansOf(r.over, r.of, r.nodes, r.count)
}

// sources gives the transactions with an anti-dependency that could lead back,
// sorted by component.
func (r *sweep) sources(txns int32) (sources []int32) {
	for _, n := range r.nodes {
		if n < txns && r.highest(n) >= 0 {
			sources = append(sources, n)
		}
	}
	return sources
}

// highest gives the highest component that an anti-dependency of n leads to
// which could lead back to n; -1 if there is none.
func (r *sweep) highest(n int32) int32 {
	top := int32(-1)
	for _, e := range r.g.edges(n) {
		if e.kind == link(RW) && r.spans.maybe(e.to, n) {
			top = max(top, r.of[e.to])
		}
	}
	return top
}

// run gives the members of a batch that are reached again.
func (r *sweep) run(batch []int32) (back []int32) {
	low, high := r.of[batch[0]], int32(0)
	for i, n := range batch {
		high = max(high, r.highest(n))
		for _, e := range r.g.edges(n) {
			if e.kind == link(RW) && r.spans.maybe(e.to, n) {
				r.reached[r.of[e.to]] |= 1 << i
			}
		}
	}
	for c := high; c >= low; c-- {
		if r.reached[c] == 0 {
			continue
		}
		for _, n := range r.nodes[r.first[c]:r.first[c+1]] {
			for _, e := range r.g.edges(n) {
				if r.over.has(e.kind) {
					r.reached[r.of[e.to]] |= r.reached[c]
				}
			}
		}
	}
	for i, n := range batch {
		if r.reached[r.of[n]]>>i&1 == 1 {
			back = append(back, n)
		}
	}
	clear(r.reached)
	return back
}
