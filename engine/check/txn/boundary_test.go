package txn_test

import (
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// boundary prints where a report draws the line: what holds, and what does not.
func boundary(r *txn.Report) string {
	list := func(levels []txn.Level) string {
		var names []string
		for _, l := range levels {
			names = append(names, l.String())
		}
		return strings.Join(names, " ")
	}
	text := list(r.Holds) + " | " + list(r.RuledOut)
	if len(r.Open) > 0 {
		text += " | undecided: " + list(r.Open)
	}
	return text
}

// TestLongHistoriesShowTheirExactLevel runs a thousand transactions on each kind
// of database. What is reported to hold and to be ruled out is what the database
// does: no level more and none less. Of registers the database says in which
// order it committed, except where it writes before that.
func TestLongHistoriesShowTheirExactLevel(t *testing.T) {
	for m, want := range [modes]string{
		serial:   "strict-serializable | ",
		snapshot: "strict-snapshot-isolation | repeatable-read",
		stale:    "strict-update-atomic snapshot-isolation | repeatable-read strong-session-consistent-view",
		racing:   "strict-read-atomic | cursor-stability",
		latest:   "strict-read-committed | read-atomic cursor-stability",
		lagging:  "strict-read-committed | read-atomic cursor-stability",
		dirty:    " | read-uncommitted",
	} {
		for _, register := range []bool{false, true} {
			for seed := range 5 {
				d := dice(seed)
				p := plan{mode: mode(m), register: register, txns: 1000, clients: 12, ops: 4, keys: 6, fails: 20, unknowns: 40}
				txns, a := p.run(&d), txn.Assume{}
				if register && p.mode != dirty {
					a.CommitOrder = commits(txns)
				}
				if register && p.mode == dirty {
					// No read shows in which order dirty writes came to stand.
					want = "strict-read-uncommitted | read-committed"
				}
				if got := boundary(check(t, txns, strict, a)); got != want {
					t.Errorf("mode %d, register=%v, seed %d: %s, want %s", m, register, seed, got, want)
				}
			}
		}
	}
}

// commits gives the order in which a store committed.
func commits(txns []history.Txn) (order []int) {
	for i := range txns {
		if txns[i].Status != history.Fail {
			order = append(order, i)
		}
	}
	return order
}
