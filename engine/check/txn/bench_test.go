package txn_test

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// judgeStrictly is the work that the benchmarks measure: strict serializability,
// which adds the orders of clients and of the clock, with all other levels beside.
func judgeStrictly(b *testing.B, txns []history.Txn, a txn.Assume) {
	b.ReportAllocs()
	for b.Loop() {
		check(b, txns, strict, a)
	}
}

// BenchmarkCheck judges histories of growing size: of clients that touch 1 key in
// 100 transactions long enough for lists of about a hundred elements.
func BenchmarkCheck(b *testing.B) {
	for _, m := range []struct {
		name     string
		mode     mode
		register bool
	}{{"lists", serial, false}, {"registers", serial, true}, {"lists-snapshot", snapshot, false}, {"lists-latest", latest, false},
		{"lists-stale", stale, false}} {
		for _, clients := range []int{10, 50} {
			for _, n := range []int{1000, 10_000, 100_000} {
				d := dice(1)
				txns := plan{mode: m.mode, register: m.register, txns: n, clients: clients, ops: 4, keys: n / 100}.run(&d)
				b.Run(fmt.Sprintf("%s/clients=%d/%d", m.name, clients, n), func(b *testing.B) {
					judgeStrictly(b, txns, txn.Assume{WritesFollowReads: true, LinearizableKeys: true})
				})
			}
		}
	}
}

// BenchmarkTangle judges histories that are one circle of all transactions.
func BenchmarkTangle(b *testing.B) {
	for _, c := range tangles {
		for _, n := range []int{5000, 20_000, 80_000} {
			txns := c.make(n)
			b.Run(fmt.Sprintf("%s/%d", c.name, n), func(b *testing.B) { judgeStrictly(b, txns, txn.Assume{}) })
		}
	}
}
