package check_test

import (
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
