package txn_test

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
)

// BenchmarkCheck judges strict serializability of histories of growing size: of
// 20 clients that touch 1 key in 100 transactions long enough for lists of about
// a hundred elements.
func BenchmarkCheck(b *testing.B) {
	for _, m := range []struct {
		name     string
		mode     mode
		register bool
	}{{"lists", serial, false}, {"registers", serial, true}, {"lists-snapshot", snapshot, false}, {"lists-latest", latest, false}} {
		for _, n := range []int{1000, 10_000, 100_000} {
			d := dice(1)
			txns := plan{mode: m.mode, register: m.register, txns: n, clients: 20, ops: 4, keys: n / 100}.run(&d)
			b.Run(fmt.Sprintf("%s/%d", m.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					check(b, txns, txn.Level{Order: txn.RealTime}, txn.Assume{WritesFollowReads: true, LinearizableKeys: true})
				}
			})
		}
	}
}
