package txn_test

import (
	"flag"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// The comparisons take more histories, and others, when asked to.
var (
	histories = flag.Int("histories", 1500, "how many random histories the comparisons judge")
	first     = flag.Uint64("first", 1, "where the random histories begin")
)

// tally counts how a verdict compares with what executions say.
type tally struct{ clean, refuted, wrong, missed, undecided int }

func (y *tally) add(t *testing.T, txns []history.Txn, v txn.Verdict, holds bool, l txn.Level) {
	switch {
	case v == txn.Undecided:
		y.undecided++
	case v == txn.OK && holds:
		y.clean++
	case v == txn.Violation && !holds:
		y.refuted++
	case v == txn.Violation:
		if y.wrong++; y.wrong <= 3 {
			r := check(t, txns, l, txn.Assume{})
			t.Errorf("%s: refuted, but there is an execution: %s\n%s", l, summary(r), short(txns))
		}
	default:
		y.missed++
	}
}

// TestVerdictsMatchEveryExecution compares serializability and snapshot
// isolation with the search for an execution.
func TestVerdictsMatchEveryExecution(t *testing.T) {
	for _, register := range []bool{false, true} {
		counts := map[txn.Level]*tally{}
		d := dice(*first)
		for n := range *histories {
			txns := small(&d, mode(n)%modes, register)
			for o := txn.AnyOrder; o <= txn.RealTime; o++ {
				for i, holds := range map[txn.Isolation]bool{
					txn.Serializable:      explains(txns, o, (*replayer).serial),
					txn.SnapshotIsolation: explains(txns, o, (*replayer).snapshots),
				} {
					l := txn.Level{Isolation: i, Order: o}
					if counts[l] == nil {
						counts[l] = &tally{}
					}
					counts[l].add(t, txns, check(t, txns, l, txn.Assume{}).Verdict, holds, l)
				}
			}
		}
		judge(t, register, counts)
	}
}

// judge fails if more was missed or left open than there is a reason for: a
// level between update atomicity and serializability may be refuted only by an
// order of elements that nobody read, and the order of a register's values may
// not be found although there is one.
func judge(t *testing.T, register bool, counts map[txn.Level]*tally) {
	for _, l := range txn.Levels() {
		c := counts[l]
		if c == nil {
			continue
		}
		t.Logf("register=%v %s: %+v", register, l, *c)
		excused := !register && (l.Isolation == txn.SnapshotIsolation || l.Isolation == txn.ConsistentView)
		all := c.clean + c.refuted + c.missed + c.undecided
		if c.missed > 0 && !excused || c.missed*200 > all || c.undecided*500 > all || c.clean == 0 || c.refuted == 0 && l.Isolation != txn.ReadUncommitted {
			t.Errorf("register=%v %s: %+v", register, l, *c)
		}
	}
}

// small makes a history of at most five transactions.
func small(d *dice, m mode, register bool) []history.Txn {
	p := plan{mode: m, register: register, txns: 2 + d.roll(4), clients: 2 + d.roll(3), ops: 3, keys: 1 + d.roll(2), fails: 8, unknowns: 6}
	txns := p.run(d)
	if d.chance(3) {
		spoil(txns, d)
	}
	return txns
}
