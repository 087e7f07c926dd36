package check_test

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// rules are those of a checker that is no sequential specification, as written in
// its documentation, tested on all pairs of operations or all instants.
type rules struct {
	// history draws a history.
	history func(r *rng.Stream) []history.Op
	// checker and judge are for history i.
	checker func(i int) check.Checker
	judge   func(i int, ops []history.Op) check.Verdict
}

// named gives the checker with a name, for every history.
func named(name string) func(int) check.Checker {
	c, ok := check.Named(name)
	if !ok {
		panic(name)
	}
	return func(int) check.Checker { return c }
}

// differ judges count histories in both ways.
func (k rules) differ(t *testing.T, name string, count int) {
	t.Helper()
	root := rng.Seed(5).Derive("differential: " + name)
	verdicts := map[check.Verdict]int{}
	for i := range count {
		r := root.At(uint64(i)).Stream()
		ops := k.history(&r)
		differs := func(ops []history.Op) bool {
			got, err := k.checker(i).Check(ops, check.Options{})
			return err != nil || got.Verdict != k.judge(i, ops)
		}
		if differs(ops) {
			ops = smallest(ops, differs)
			got, err := k.checker(i).Check(ops, check.Options{})
			t.Fatalf("%s %d: the checker says %+v, %v; the rules %v\n%s", name, i, got, err, k.judge(i, ops), show(ops))
		}
		verdicts[k.judge(i, ops)]++
	}
	t.Logf("%s: %v", name, verdicts)
	if verdicts[check.OK] < count/5 || verdicts[check.Violation] < count/10 {
		t.Errorf("%s: %v is not enough of each kind", name, verdicts)
	}
}

// either gives Violation if the rules are broken, else OK.
func either(broken bool) check.Verdict {
	if broken {
		return check.Violation
	}
	return check.OK
}

// anyPair says whether something is true of two operations that did not fail.
func anyPair(ops []history.Op, bad func(a, b *history.Op) bool) bool {
	for i := range ops {
		for j := range ops {
			if i != j && ops[i].Status != history.Fail && ops[j].Status != history.Fail && bad(&ops[i], &ops[j]) {
				return true
			}
		}
	}
	return false
}

// scheduled draws a history whose answers are still missing.
func scheduled(r *rng.Stream, n int, call func(n int) (string, []history.Value)) []history.Op {
	ops := make([]history.Op, n)
	schedule(r, ops, 1+int(r.N(4)), call)
	for i := range ops {
		o := &ops[i]
		o.Origin.InvokeAt, o.Origin.ReturnAt = vtime.Instant(o.Invoke), vtime.Instant(o.Return)
	}
	return ops
}

// answered gives the operations that have an answer.
func answered(ops []history.Op) (all []*history.Op) {
	for i := range ops {
		if ops[i].Status == history.OK {
			all = append(all, &ops[i])
		}
	}
	return all
}

var uniqueRules = rules{
	checker: named("unique-ids"),
	history: func(r *rng.Stream) []history.Op {
		ops := scheduled(r, 1+int(r.N(8)), func(int) (string, []history.Value) { return "generate", nil })
		for _, o := range answered(ops) {
			o.Result = small(r, 20)
		}
		return ops
	},
	judge: func(_ int, ops []history.Op) check.Verdict {
		return either(anyPair(ops, func(a, b *history.Op) bool {
			return a.Status == history.OK && b.Status == history.OK && a.Result == b.Result
		}))
	},
}

var leaderRules = rules{
	checker: named("leader-election"),
	history: func(r *rng.Stream) []history.Op {
		ops := scheduled(r, 1+int(r.N(8)), func(int) (string, []history.Value) {
			args := one(small(r, 6), history.String(oneOf(r, "a", "b")))
			return "elected", args[:1+r.N(2)]
		})
		for i := range ops {
			ops[i].Origin.Node = oneOf(r, "a", "b")
		}
		return ops
	},
	judge: func(_ int, ops []history.Op) check.Verdict {
		node := func(o *history.Op) history.Value {
			if len(o.Args) == 2 {
				return o.Args[1]
			}
			return history.String(o.Origin.Node)
		}
		return either(anyPair(ops, func(a, b *history.Op) bool { return a.Args[0] == b.Args[0] && node(a) != node(b) }))
	},
}

var bankRules = rules{
	checker: func(int) check.Checker { return check.BankChecker(check.Bank{}) },
	history: func(r *rng.Stream) []history.Op {
		ops := scheduled(r, 1+int(r.N(8)), bankSpec(false).calls(r))
		wrong := r.N(2) * 12
		for _, o := range answered(ops) {
			if o.Kind == "transfer" {
				continue
			}
			b := balances{int64(r.N(3)), int64(r.N(3)), 0}
			if b[2] = 5 - b[0] - b[1]; wrong > r.N(20) {
				b[r.N(3)] -= int64(r.N(6))
			}
			o.Result = b.value()
		}
		return ops
	},
	judge: func(_ int, ops []history.Op) check.Verdict {
		sum := func(o *history.Op) (total int64, below bool) {
			accounts, _ := o.Result.Members()
			for _, a := range accounts {
				n, _ := a.Value.Int()
				total, below = total+n, below || n < 0
			}
			return total, below
		}
		for _, a := range answered(ops) {
			for _, b := range answered(ops) {
				if a.Kind != "read" || b.Kind != "read" {
					continue
				}
				totalA, below := sum(a)
				if totalB, _ := sum(b); below || totalA != totalB {
					return check.Violation
				}
			}
		}
		return check.OK
	},
}

// replicaHistory draws calls on two keys whose reads find any value.
func replicaHistory(r *rng.Stream, reads uint64) []history.Op {
	unique := r.N(6) > 0
	values := one(history.Null)
	call := func(n int) (string, []history.Value) {
		key := twoKeys[r.N(3)/2]
		switch v := value(r, unique, n); {
		case r.N(1+reads) > 0:
			return "get", one(key)
		case !unique && r.N(4) == 0:
			return "delete", one(key)
		default:
			values = append(values, v)
			return "put", one(key, v)
		}
	}
	ops := scheduled(r, 1+int(r.N(8)), call)
	for _, o := range answered(ops) {
		if o.Kind == "get" {
			o.Result = oneOf(r, values...)
		}
	}
	return ops
}

// byKey judges the operations on each key apart, as reads and writes.
func byKey(ops []history.Op, judge func([]history.Op) check.Verdict) check.Verdict {
	parts := map[history.Value][]history.Op{}
	for i := range ops {
		if o := &ops[i]; o.Status != history.Fail {
			parts[o.Args[0]] = append(parts[o.Args[0]], *cellOp(o))
		}
	}
	all := map[check.Verdict]bool{}
	for _, p := range parts {
		all[judge(p)] = true
	}
	switch {
	case all[check.Violation]:
		return check.Violation
	case all[check.Undecided]:
		return check.Undecided
	}
	return check.OK
}

var sessionRules = rules{
	checker: func(i int) check.Checker { return check.Sessions(guarantees(i)) },
	history: func(r *rng.Stream) []history.Op {
		ops := replicaHistory(r, 1)
		calls := map[string]uint64{}
		for i := range ops { // the calls of one client have an order
			o := &ops[i]
			o.Invoke, o.Return = 3*calls[o.Client], 3*calls[o.Client]+r.N(3)
			calls[o.Client]++
		}
		return ops
	},
	judge: func(i int, ops []history.Op) check.Verdict {
		return byKey(ops, func(ops []history.Op) check.Verdict {
			written := map[history.Value]bool{history.Null: true}
			for _, o := range ops {
				if o.Kind == "write" && written[o.Args[0]] {
					return check.Undecided
				} else if o.Kind == "write" {
					written[o.Args[0]] = true
				}
			}
			for _, o := range answered(ops) {
				if o.Kind == "read" && !written[o.Result] {
					return check.Violation
				}
			}
			return either(!keeps(ops, guarantees(i)))
		})
	},
}

// guarantees are those asked for in history i: all in every other one.
func guarantees(i int) check.Guarantees {
	if i%2 == 0 {
		return check.AllGuarantees
	}
	return check.Guarantees(i/2) & check.AllGuarantees
}

var convergenceRules = rules{
	checker: named("convergence"),
	history: func(r *rng.Stream) []history.Op { return replicaHistory(r, 3) },
	judge: func(_ int, ops []history.Op) check.Verdict {
		return byKey(ops, func(ops []history.Op) check.Verdict {
			written := map[history.Value]bool{history.Null: true}
			for _, o := range ops {
				if o.Kind == "write" {
					written[o.Args[0]] = true
				}
			}
			found := map[history.Value]bool{}
			for _, o := range answered(ops) {
				final := o.Kind == "read" && !slices.ContainsFunc(ops, func(w history.Op) bool {
					return w.Kind == "write" && (o.Invoke <= w.Invoke || w.Status == history.OK && o.Invoke <= w.Return)
				})
				if final {
					found[o.Result] = true
				}
				if final && !written[o.Result] {
					return check.Violation
				}
			}
			if len(found) == 0 {
				return check.Undecided
			}
			return either(len(found) > 1)
		})
	},
}
