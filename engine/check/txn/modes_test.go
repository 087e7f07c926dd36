package txn_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
)

// TestDatabasesKeepTheirLevel runs each kind of database with enough load to
// show what it does wrong: it never contradicts the level that it keeps, and
// some history contradicts each level next above.
func TestDatabasesKeepTheirLevel(t *testing.T) {
	level := func(o txn.Order, i txn.Isolation) txn.Level { return txn.Level{Isolation: i, Order: o} }
	for _, c := range []struct {
		name  string
		mode  mode
		keeps []txn.Level
		not   []txn.Level
	}{
		{"serial", serial, []txn.Level{level(txn.RealTime, txn.Serializable)}, nil},
		{"snapshot", snapshot, []txn.Level{level(txn.RealTime, txn.SnapshotIsolation)}, []txn.Level{level(txn.AnyOrder, txn.RepeatableRead)}},
		{"stale", stale, []txn.Level{level(txn.AnyOrder, txn.SnapshotIsolation), level(txn.RealTime, txn.ReadCommitted)},
			[]txn.Level{level(txn.AnyOrder, txn.Serializable), level(txn.SessionOrder, txn.SnapshotIsolation)}},
		{"racing", racing, []txn.Level{level(txn.RealTime, txn.ReadAtomic)}, []txn.Level{level(txn.AnyOrder, txn.CursorStability)}},
		{"latest", latest, []txn.Level{level(txn.RealTime, txn.ReadCommitted)},
			[]txn.Level{level(txn.AnyOrder, txn.ReadAtomic), level(txn.AnyOrder, txn.CursorStability)}},
		{"lagging", lagging, []txn.Level{level(txn.RealTime, txn.ReadCommitted)}, []txn.Level{level(txn.AnyOrder, txn.ReadAtomic)}},
		{"dirty", dirty, nil, []txn.Level{level(txn.AnyOrder, txn.ReadUncommitted)}},
	} {
		for _, register := range []bool{false, true} {
			refuted := map[txn.Level]bool{}
			for seed := range 30 {
				d := dice(seed)
				txns := plan{mode: c.mode, register: register, txns: 60, clients: 5, ops: 4, keys: 4, fails: 10, unknowns: 15}.run(&d)
				for _, l := range c.keeps {
					if r := check(t, txns, l, txn.Assume{}); r.Verdict == txn.Violation {
						t.Fatalf("%s, register=%v, seed %d: %s", c.name, register, seed, r.Explain(txns))
					} else if r.Verdict == txn.Undecided && !register {
						t.Errorf("%s, seed %d: %s is undecided for lists", c.name, seed, l)
					}
				}
				for _, l := range c.not {
					refuted[l] = refuted[l] || check(t, txns, l, txn.Assume{}).Verdict == txn.Violation
				}
			}
			for _, l := range c.not {
				if !refuted[l] && !(register && c.mode == dirty) {
					t.Errorf("%s, register=%v: no history contradicts %s", c.name, register, l)
				}
			}
		}
	}
}

func TestARegisterOfACorrectDatabaseIsDecided(t *testing.T) {
	for seed := range 20 {
		d := dice(seed)
		txns := plan{mode: serial, register: true, txns: 300, clients: 8, ops: 3, keys: 5, unknowns: 30}.run(&d)
		r := check(t, txns, txn.Level{Order: txn.RealTime}, txn.Assume{WritesFollowReads: true})
		if r.Verdict != txn.OK {
			t.Errorf("seed %d: %s", seed, r.Headline())
		}
	}
}

// TestALongHistoryWithUnknownEndsIsDecided takes nothing for granted, and leaves
// open when one transaction in twenty took effect.
func TestALongHistoryWithUnknownEndsIsDecided(t *testing.T) {
	for _, keys := range []int{2, 20} {
		for seed := range 3 {
			d := dice(seed)
			txns := plan{mode: serial, register: true, txns: 4000, clients: 20, ops: 4, keys: keys, unknowns: 20}.run(&d)
			if r := check(t, txns, strict, txn.Assume{}); r.Verdict != txn.OK {
				t.Errorf("%d keys, seed %d: %s", keys, seed, r.Headline())
			}
		}
	}
}
