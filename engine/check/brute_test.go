package check_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// brute tries all orders of ops without any thought, part by part.
func brute[S comparable](m check.Model[S], ops []history.Op) bool {
	parts := map[string][]*history.Op{}
	for i := range ops {
		if o := &ops[i]; o.Status != history.Fail {
			parts[m.Key(o)] = append(parts[m.Key(o)], o)
		}
	}
	for key, p := range parts {
		if !anyOrder(m, m.Init(key), p) {
			return false
		}
	}
	return true
}

func anyOrder[S comparable](m check.Model[S], s S, left []*history.Op) bool {
	end, done := uint64(0), true
	for _, o := range left {
		if o.Status == history.OK && (done || o.Return < end) {
			end, done = o.Return, false
		}
	}
	if done {
		return true
	}
	for i, o := range left {
		if o.Invoke > end {
			continue
		}
		rest := slices.Concat(left[:i], left[i+1:])
		for _, next := range m.Step(nil, s, o) {
			if anyOrder(m, next, rest) {
				return true
			}
		}
	}
	return false
}

// maker makes random histories of one model.
type maker[S comparable] struct {
	model check.Model[S]
	// call gives a random call; n is its number in the history, for unique values.
	call func(r *rng.Stream, n int) (kind string, args []history.Value)
	// answers are those that a call may get.
	answers func(kind string, n int) []history.Value
	// doubt says that calls may be of unknown end; with mostly half of them are.
	doubt, mostly bool
}

// history makes n operations of some clients on a system that does as the model
// says, and then sometimes spoils an answer.
func (k maker[S]) history(r *rng.Stream, n, clients int) []history.Op {
	type timed struct {
		op    *history.Op
		takes uint64
	}
	ops := make([]history.Op, n)
	free := make([]uint64, clients)
	var all []timed
	for i := range ops {
		o := &ops[i]
		o.Kind, o.Args = k.call(r, i)
		c := int(r.N(uint64(clients)))
		o.Client = fmt.Sprint("c", c)
		o.Invoke = free[c] + r.N(4)
		takes := o.Invoke + r.N(5)
		o.Return = takes + r.N(5)
		free[c] = o.Return + r.N(2)
		o.Status = history.OK
		if k.doubt && (r.N(6) == 0 || k.mostly && r.N(2) == 0) {
			o.Status = history.Unknown
			takes += r.N(20)
			if r.N(3) == 0 {
				continue // it never happens
			}
		}
		all = append(all, timed{o, takes})
	}
	slices.SortStableFunc(all, func(a, b timed) int { return int(a.takes) - int(b.takes) })
	states := map[string]S{}
	for _, t := range all {
		key := k.model.Key(t.op)
		s, ok := states[key]
		if !ok {
			s = k.model.Init(key)
		}
		states[key] = k.answer(r, t.op, s, n)
	}
	for i := range ops {
		if o := &ops[i]; o.Status == history.Unknown {
			o.Result, o.Return = "", 0
		} else if r.N(uint64(2*n)) == 0 {
			all := k.answers(o.Kind, n)
			o.Result = all[r.N(uint64(len(all)))]
		}
	}
	return ops
}

// answer gives op a random legal answer and the state after it.
func (k maker[S]) answer(r *rng.Stream, op *history.Op, s S, n int) S {
	all := k.answers(op.Kind, n)
	from := int(r.N(uint64(len(all))))
	status := op.Status
	defer func() { op.Status = status }()
	op.Status = history.OK
	for i := range all {
		op.Result = all[(from+i)%len(all)]
		if next := k.model.Step(nil, s, op); len(next) > 0 {
			return next[r.N(uint64(len(next)))]
		}
	}
	op.Result = all[from]
	return s
}

// compare judges count random histories with the checker and with brute force.
func (k maker[S]) compare(t *testing.T, name string, count int) {
	t.Helper()
	k.compareWith(t, name, count, check.Linearizable(k.model))
}

func (k maker[S]) compareWith(t *testing.T, name string, count int, c check.Checker) {
	t.Helper()
	r := rng.Seed(5).Derive(name).Stream()
	verdicts := map[check.Verdict]int{}
	for i := range count {
		ops := k.history(&r, 1+int(r.N(7)), 1+int(r.N(4)))
		want := check.Violation
		if brute(k.model, ops) {
			want = check.OK
		}
		got, err := c.Check(ops, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != want {
			t.Fatalf("%s: history %d: got %v, want %v\n%s", name, i, got.Verdict, want, show(ops))
		}
		verdicts[want]++
		if want == check.Violation {
			sound(t, k.model, ops, got)
		}
	}
	t.Logf("%s: %v", name, verdicts)
	if verdicts[check.OK] < count/10 || verdicts[check.Violation] < count/100 {
		t.Errorf("%s: %v is not enough of each kind", name, verdicts)
	}
}

// sound tests an explanation against brute force: what returned before the
// operation has an order, and with it there is none.
func sound[S comparable](t *testing.T, m check.Model[S], ops []history.Op, r *check.Result) {
	t.Helper()
	for _, a := range r.Anomalies {
		if !slices.Contains(a.Window, a.Op) || a.Text == "" {
			t.Fatalf("the window %v lacks operation %d, or there are no words\n%s", a.Window, a.Op, show(ops))
		}
		if a.States == nil {
			continue
		}
		var in []history.Op
		for _, i := range a.Window {
			in = append(in, ops[i])
		}
		if a.Start == m.Describe(m.Init(a.Key)) && brute(m, in) {
			t.Fatalf("the window %v has an order\n%s\n%s", a.Window, a.Text, show(ops))
		}
	}
}

func show(ops []history.Op) string {
	var b strings.Builder
	for i := range ops {
		fmt.Fprintf(&b, "%d: %s\n", i, check.Words(&ops[i]))
	}
	return b.String()
}

var histories = flag.Int("histories", 1, "how many times as many random histories to judge; 20 are at least 100,000 of each model")

// times gives a test's number of histories: a fifth of n, or as -histories says.
func times(n int) int { return n * *histories / 5 }

func ints(n int) (all []history.Value) {
	for i := range n {
		all = append(all, history.Int(int64(i)))
	}
	return all
}

func oneOf[T any](r *rng.Stream, all ...T) T { return all[r.N(uint64(len(all)))] }
