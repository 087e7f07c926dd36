package txn

import (
	"math"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// window is when a transaction takes effect: after instant from has begun and
// before to is over. One precedes another if its to is less than the other's from.
type window struct{ from, to uint64 }

// windowsOf gives those of transactions by the clock: one of unknown end may take
// for ever.
func windowsOf(txns []history.Txn) []window {
	all := make([]window, len(txns))
	for i := range txns {
		t := &txns[i]
		all[i] = window{t.Invoke, t.Return}
		if t.Status == history.Unknown {
			all[i].to = math.MaxUint64
		}
	}
	return all
}

// narrowed gives the windows where the clock and the flow of data agree: nobody
// takes effect before what it depends on, nor after what depends on it. So one of
// unknown end is over once a reader of it is. The graph has to have no cycle
// without anti-dependencies; if it does, these are the windows by the clock.
func (b *book) narrowed(g *graph) []window {
	over := flows | byOrder[RealTime]
	sorted, ok := g.sorted(over)
	if !ok {
		return b.clock
	}
	all := slices.Concat(b.clock, slices.Repeat([]window{{0, math.MaxUint64}}, g.nodes()-len(b.txns)))
	for _, n := range sorted {
		for _, e := range g.edges(n) {
			if over.has(e.kind) {
				all[e.to].from = max(all[e.to].from, all[n].from)
			}
		}
	}
	for _, n := range slices.Backward(sorted) {
		for _, e := range g.edges(n) {
			if over.has(e.kind) {
				all[n].to = min(all[n].to, all[e.to].to)
			}
		}
	}
	return all[:len(b.txns)]
}
