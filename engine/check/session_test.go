package check_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// keeps says whether in some order of the values each client gets the
// guarantees: all orders are tried.
func keeps(ops []history.Op, asked check.Guarantees) bool {
	values := []history.Value{history.Null}
	for i := range ops {
		if ops[i].Kind == "write" {
			values = append(values, ops[i].Args[0])
		}
	}
	at := map[history.Value]int{}
	var try func(n int) bool
	try = func(n int) bool {
		if n == len(values) {
			return inSession(ops, at, asked)
		}
		for i := n; i < len(values); i++ {
			values[n], values[i] = values[i], values[n]
			at[values[n]] = n
			ok := try(n + 1)
			values[n], values[i] = values[i], values[n]
			if ok {
				return true
			}
		}
		return false
	}
	at[history.Null] = 0
	return try(1)
}

// inSession says whether no client sees time go back if values have these places.
func inSession(ops []history.Op, at map[history.Value]int, asked check.Guarantees) bool {
	for i := range ops {
		for j := range ops {
			a, b := &ops[i], &ops[j]
			if a.Client != b.Client || a.Invoke >= b.Invoke || a.Status != history.OK || b.Status != history.OK {
				continue
			}
			of := map[[2]string]check.Guarantees{{"write", "read"}: check.ReadYourWrites, {"read", "read"}: check.MonotonicReads,
				{"write", "write"}: check.MonotonicWrites, {"read", "write"}: check.WritesFollowReads}[[2]string{a.Kind, b.Kind}]
			if asked&of != 0 && place(at, a) > place(at, b) {
				return false
			}
		}
	}
	return true
}

func place(at map[history.Value]int, o *history.Op) int {
	if o.Kind == "write" {
		return at[o.Args[0]]
	}
	return at[o.Result]
}

func TestSessionsAreJudgedAsByBruteForce(t *testing.T) {
	r := rng.Seed(5).Derive("sessions").Stream()
	for g := check.Guarantees(1); g <= check.AllGuarantees; g++ {
		verdicts := map[check.Verdict]int{}
		for range times(5000) {
			ops := sessionHistory(&r, 2+int(r.N(7)))
			want := check.Violation
			if keeps(ops, g) {
				want = check.OK
			}
			got, err := check.Sessions(g).Check(ops, check.Options{})
			if err != nil || got.Verdict != want {
				t.Fatalf("%v: got %v, %v; want %v\n%s", g, got, err, want, show(ops))
			}
			verdicts[want]++
		}
		if verdicts[check.OK] < times(500) || g != check.MonotonicWrites && g != check.WritesFollowReads && verdicts[check.Violation] < times(150) {
			t.Errorf("%v: %v is not enough of each kind", g, verdicts)
		}
	}
}

// sessionHistory gives calls of which reads find any value.
func sessionHistory(r *rng.Stream, n int) []history.Op {
	ops := make([]history.Op, n)
	values := []history.Value{history.Null}
	for i := range ops {
		o := &ops[i]
		o.Client, o.Kind = oneOf(r, "a", "b"), oneOf(r, "read", "write", "read")
		o.Invoke = uint64(2 * i)
		o.Return = o.Invoke + 1
		o.Status = history.OK
		if o.Kind == "write" {
			o.Args = []history.Value{history.Int(int64(i))}
			values = append(values, o.Args[0])
			if r.N(8) == 0 {
				o.Status = history.Unknown
			}
		}
	}
	for i := range ops {
		if o := &ops[i]; o.Kind == "read" {
			o.Result = oneOf(r, values...)
		}
	}
	return ops
}
