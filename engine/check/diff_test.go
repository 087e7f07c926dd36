package check_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// differentials are, by the names of the checkers, what judges the same random
// histories in another way.
var differentials = map[string]func(t *testing.T, name string, count int){
	"register":        registerSpec(false).differ,
	"cas-register":    registerSpec(true).differ,
	"kv":              kvSpec().differ,
	"counter":         counterSpec().differ,
	"set":             setSpec().differ,
	"list-append":     listSpec().differ,
	"queue":           queueSpec().differ,
	"log":             logSpec().differ,
	"lock":            lockSpec().differ,
	"bank":            differBanks,
	"lease":           leaseRules.differ,
	"unique-ids":      uniqueRules.differ,
	"leader-election": leaderRules.differ,
	"sessions":        sessionRules.differ,
	"convergence":     convergenceRules.differ,
}

// TestDifferential judges random histories, about half of them corrupted, with
// each checker, with brute force over a specification of its own and, where that
// is a sequential one, with porcupine. History i of a model is the same whatever
// else is judged; -histories 20 judges the first 100,000 of each model.
func TestDifferential(t *testing.T) {
	for _, name := range check.Names() {
		t.Run(name, func(t *testing.T) {
			differ, ok := differentials[name]
			if !ok {
				t.Fatal("nothing else judges this model")
			}
			count := 3_000
			if *histories > 1 {
				count = 5_000 * *histories
			}
			differ(t, name, count)
		})
	}
}

// differBanks judges banks of known balances, with and without overdraft, by
// order, and banks of unknown ones by their invariants.
func differBanks(t *testing.T, name string, count int) {
	bankSpec(false).differ(t, name, count)
	bankSpec(true).differ(t, name+" with overdraft", count)
	bankRules.differ(t, name+" of unknown balances", count)
}

// spec is a sequential specification as the tests write it: it shares nothing
// with the models but the words of the operations, and has no parts.
type spec[S comparable] struct {
	checker check.Checker
	init    S
	// calls gives what draws the calls of one history; n is the number of a call
	// in it, for unique values.
	calls func(r *rng.Stream) func(n int) (kind string, args []history.Value)
	// effect gives the state after o took effect in s, and whether the answer of
	// o is right there. Of an operation of unknown end only the state matters.
	effect func(s S, o *history.Op) (after S, right bool)
	// answer gives a right answer of o in s.
	answer func(r *rng.Stream, s S, o *history.Op) history.Value
	// noise, if not nil, gives an answer that may not be right in any state.
	noise func(r *rng.Stream, o *history.Op) history.Value
}

// A long history is too long for brute force. There is one for twenty others.
const long = 20

// longSteps is how many steps porcupine may take for a history. Only long ones may
// need more.
const longSteps = 10_000

// differ judges count histories of a few operations in three ways, and some long
// ones in two.
func (k spec[S]) differ(t *testing.T, name string, count int) {
	t.Helper()
	root := rng.Seed(5).Derive("differential: " + name)
	verdicts, longer := map[check.Verdict]int{}, map[check.Verdict]int{}
	for i := range count {
		r := root.At(uint64(i)).Stream()
		ops := k.history(&r, 2+int(r.N(9)), 1+int(r.N(4)))
		v := k.agree(t, fmt.Sprintf("%s %d", name, i), ops, k.brute, k.porcupine)
		verdicts[v]++
		if i%long == 0 {
			ops := k.history(&r, 10+int(r.N(20)), 2+int(r.N(3)))
			longer[k.agree(t, fmt.Sprintf("%s %d, long", name, i), ops, k.porcupine)]++
		}
	}
	t.Logf("%s: %v, long ones %v", name, verdicts, longer)
	if verdicts[check.OK] < count/4 || verdicts[check.Violation] < count/10 || longer[check.Undecided] > count/long/4 {
		t.Errorf("%s: %v and long ones %v are not enough of each kind", name, verdicts, longer)
	}
}

// agree gives the verdict of the first of some judges. If there is one the checker
// must say the same, and so must the others unless they are undecided.
func (k spec[S]) agree(t *testing.T, what string, ops []history.Op, judges ...func([]history.Op) check.Verdict) check.Verdict {
	t.Helper()
	compare := func(ops []history.Op) (all []check.Verdict, differ bool) {
		for _, judge := range judges {
			all = append(all, judge(ops))
			differ = differ || all[0] != all[len(all)-1] && all[len(all)-1] != check.Undecided
		}
		if all[0] == check.Undecided {
			return all, differ
		}
		got, err := k.checker.Check(ops, check.Options{})
		return all, differ || err != nil || all[0] != got.Verdict
	}
	all, differ := compare(ops)
	if differ {
		ops = smallest(ops, func(ops []history.Op) bool { _, differ := compare(ops); return differ })
		all, _ = compare(ops)
		got, err := k.checker.Check(ops, check.Options{})
		t.Fatalf("%s: the checker says %+v, %v; others %v\n%s", what, got, err, all, show(ops))
	}
	return all[0]
}

// smallest leaves out operations as long as what is left is still bad.
func smallest(ops []history.Op, bad func([]history.Op) bool) []history.Op {
	for i := len(ops) - 1; i >= 0; i-- {
		if less := slices.Concat(ops[:i], ops[i+1:]); bad(less) {
			ops = less
		}
	}
	return ops
}

// brute tries every order of ops.
func (k spec[S]) brute(ops []history.Op) check.Verdict {
	var left []*history.Op
	for i := range ops {
		if ops[i].Status != history.Fail {
			left = append(left, &ops[i])
		}
	}
	if k.anyOrder(k.init, left, 0) {
		return check.OK
	}
	return check.Violation
}

// anyOrder says whether the operations that are not placed can follow in s.
func (k spec[S]) anyOrder(s S, ops []*history.Op, placed uint64) bool {
	var first *history.Op // to return of those left
	for i, o := range ops {
		if placed>>i&1 == 0 && o.Status == history.OK && (first == nil || o.Return < first.Return) {
			first = o
		}
	}
	if first == nil {
		return true
	}
	for i, o := range ops {
		if placed>>i&1 != 0 || first.Return < o.Invoke {
			continue
		}
		after, right := k.effect(s, o)
		if (right || o.Status == history.Unknown) && k.anyOrder(after, ops, placed|1<<i) {
			return true
		}
	}
	return false
}

func (k spec[S]) porcupine(ops []history.Op) check.Verdict {
	v, _ := porcupineOf(k.init, k.effect).judge(ops, longSteps)
	return v
}
