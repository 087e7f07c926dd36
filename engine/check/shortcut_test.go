package check_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// hidden is a model without its shortcuts.
type hidden[S comparable] struct{ check.Model[S] }

// bothWays judges histories too long for brute force with the shortcuts of a
// model and without. In half of them two answers are exchanged.
func bothWays[S comparable](t *testing.T, name string, m check.Model[S], call func() func(*rng.Stream, int) (string, []history.Value, func() history.Value), unknown uint64) {
	t.Helper()
	r := rng.Seed(5).Derive("both ways: " + name).Stream()
	fast, slow := check.Linearizable(m), check.Linearizable[S](hidden[S]{m})
	verdicts := map[check.Verdict]int{}
	for i := range times(200) {
		s := storm{ops: 70 + int(r.N(60)), clients: 1 + int(r.N(2)), unknown: unknown * r.N(2), seed: uint64(i), call: call()}
		ops := s.history()
		if i%2 == 0 {
			exchange(&r, ops)
		}
		a, errA := fast.Check(ops, check.Options{})
		b, errB := slow.Check(ops, check.Options{Budget: 100_000})
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		if b.Verdict != check.Undecided && a.Verdict != b.Verdict {
			t.Fatalf("%s %d: got %v with shortcuts and %v without\n%s", name, i, a.Verdict, b.Verdict, show(ops))
		}
		verdicts[b.Verdict]++
	}
	t.Logf("%s: %v", name, verdicts)
	if verdicts[check.OK] < times(200)/4 || verdicts[check.Violation] < times(200)/10 || verdicts[check.Undecided] > times(200)/10 {
		t.Errorf("%s: %v is not enough of each kind", name, verdicts)
	}
}

// exchange swaps the answers of two calls of one kind.
func exchange(r *rng.Stream, ops []history.Op) {
	for range 100 {
		a, b := &ops[r.N(uint64(len(ops)))], &ops[r.N(uint64(len(ops)))]
		if a.Kind == b.Kind && a.Result != b.Result && a.Status == b.Status {
			a.Result, b.Result = b.Result, a.Result
			return
		}
	}
}

func TestShortcutsAgreeWithTheSearch(t *testing.T) {
	type call = func(*rng.Stream, int) (string, []history.Value, func() history.Value)
	bothWays[history.Value](t, "register", check.Register{}, func() call { return cellStorm(0, false) }, 3)
	bothWays[history.Value](t, "register of few values", check.Register{}, func() call { return cellStorm(3, false) }, 3)
	bothWays[history.Value](t, "queue", check.Queue{}, queueStorm, 0)
	bothWays[history.Value](t, "list", check.ListAppend{}, listStorm, 0)
	bothWays[int64](t, "counter", check.Counter{}, counterStorm, 3)
}
