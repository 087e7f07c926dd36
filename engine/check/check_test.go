package check_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

func TestASearchThatDoesNotEndIsUndecidedAndNeverAPass(t *testing.T) {
	ops := storm{ops: 300, clients: 10, call: cellStorm(3, true)}.history()
	c, _ := check.Named("cas-register")
	r, err := c.Check(ops, check.Options{Budget: 100})
	if err != nil || r.Verdict != check.Undecided || len(r.Undecided) != 1 || r.Steps > 200 {
		t.Errorf("got %+v, %v", r, err)
	}
	if r, err := c.Check(ops, check.Options{}); err != nil || r.Verdict != check.OK || r.Undecided != nil {
		t.Errorf("with the default budget: got %+v, %v", r, err)
	}
}

func TestOneKeyInViolationOutweighsOneThatIsUndecided(t *testing.T) {
	ops := storm{ops: 300, clients: 10, call: kvStorm(1)}.history()
	ops = append(ops, history.Op{Kind: "get", Args: []history.Value{`"bad"`}, Result: "1", Status: history.OK, Return: 1})
	c, _ := check.Named("kv")
	r, err := c.Check(ops, check.Options{Budget: 100})
	if err != nil || r.Verdict != check.Violation || r.Keys != 2 || !slices.Equal(r.Undecided, []string{"0"}) || r.Anomalies[0].Key != `"bad"` {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestAKeyCostsTheSameStepsTogetherWithOthersAsAlone(t *testing.T) {
	c, _ := check.Named("kv")
	var all []history.Op
	var steps int64
	for i, n := range []int{3000, 5, 400, 1, 1500} { // large and small ones in turn
		ops := storm{ops: n, clients: 8, seed: uint64(i), unknown: uint64(i), call: kvStorm(1)}.history()
		for j := range ops {
			ops[j].Args[0] = history.Int(int64(i))
		}
		alone, err := c.Check(ops, check.Options{})
		if err != nil || alone.Verdict != check.OK {
			t.Fatal(alone, err)
		}
		all, steps = append(all, ops...), steps+alone.Steps
	}
	if r, err := c.Check(all, check.Options{}); err != nil || r.Verdict != check.OK || r.Keys != 5 || r.Steps != steps {
		t.Errorf("got %+v, %v; want %d steps", r, err, steps)
	}
}

func TestTheOrderInWhichOperationsAreHandedInDoesNotMatter(t *testing.T) {
	r := rng.Seed(5).Derive("shuffle").Stream()
	m := kvMaker(false)
	for range times(1000) {
		ops := m.history(&r, 12, 3)
		for i := range ops {
			ops[i].Invoke = ops[i].Invoke*16 + uint64(i) // no two calls at one instant
			ops[i].Return = ops[i].Return*16 + 15
		}
		to := make([]int, len(ops)) // where each one goes
		for i := range to {
			to[i] = i
		}
		for i := range to {
			j := i + int(r.N(uint64(len(to)-i)))
			to[i], to[j] = to[j], to[i]
		}
		mixed := make([]history.Op, len(ops))
		for i, j := range to {
			mixed[j] = ops[i]
		}
		c := check.Linearizable[history.Value](check.KV{})
		a, _ := c.Check(ops, check.Options{})
		b, _ := c.Check(mixed, check.Options{})
		for i := range a.Anomalies {
			rename(&a.Anomalies[i], to)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("got\n%+v\nand mixed\n%+v\n%s", a, b, show(ops))
		}
	}
}

func rename(a *check.Anomaly, to []int) {
	a.Op = to[a.Op]
	for _, l := range [][]int{a.Conflicts, a.Window, a.Order} {
		for i := range l {
			l[i] = to[l[i]]
		}
	}
}

func TestLongValuesAreCutInWordsAtWholeCharacters(t *testing.T) {
	o := &history.Op{Kind: "read", Result: history.String(strings.Repeat("\u00e9", 200)), Status: history.OK, Invoke: 1, Return: 2}
	want := `read() = "` + strings.Repeat("\u00e9", 24) + " ... " + strings.Repeat("\u00e9", 24) + `" [1, 2]`
	if got := check.Words(o); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestEveryNamedModelTakesAnEmptyHistory(t *testing.T) {
	for _, n := range check.Names() {
		c, ok := check.Named(n)
		if !ok {
			t.Fatalf("%s is not known", n)
		}
		r, err := c.Check(nil, check.Options{})
		if err != nil || r.Verdict != check.OK || r.Anomalies != nil {
			t.Errorf("%s: got %+v, %v", n, r, err)
		}
	}
	if c, ok := check.Named("paxos"); ok || c != nil {
		t.Error("paxos is a model")
	}
}

func TestAllBenchmarkHistoriesGetTheirVerdicts(t *testing.T) {
	for _, row := range storms() {
		if row.storm.ops > 10000 {
			continue
		}
		want := check.OK
		if strings.Contains(row.name, "bad") {
			want = check.Violation
		}
		c, _ := check.Named(row.model)
		r, err := c.Check(row.storm.history(), check.Options{})
		if err != nil || r.Verdict != want {
			t.Errorf("%s: got %v, %v; want %v", row.name, r.Verdict, err, want)
		}
	}
}

// FuzzCheck hands histories that nobody would make to every model: none makes it
// panic, and the same one gets the same answer again.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{"read", "write 1", "get x = []", "append x 1 = 0", "acquire l a = [1,2]", "transfer a b 1", "enqueue [1,\""} {
		f.Add(s + "\nread = 1\n" + s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ops := wildHistory(text)
		for _, n := range check.Names() {
			c, _ := check.Named(n)
			a, errA := c.Check(ops, check.Options{Budget: 1000})
			b, errB := c.Check(ops, check.Options{Budget: 1000})
			if !reflect.DeepEqual(a, b) || !reflect.DeepEqual(errA, errB) {
				t.Errorf("%s: got %+v, %v and then %+v, %v", n, a, errA, b, errB)
			}
		}
	})
}

// wildHistory makes an operation of each line: kind, arguments, answer. What
// instants and ends they have depends on their length. Values need not be
// canonical.
func wildHistory(text string) (ops []history.Op) {
	for l := range strings.SplitSeq(text, "\n") {
		words := strings.Split(l, " ")
		n := uint64(len(l))
		o := history.Op{Kind: words[0], Client: words[0], Invoke: n % 7, Return: n%7 + n%5, Status: history.Status(1 + n%2*(n/2%2))}
		if n%11 == 0 {
			o.Status = history.Unknown
		}
		for i, w := range words[1:] {
			if w == "=" {
				o.Result = history.Value(strings.Join(words[i+2:], " "))
				break
			}
			o.Args = append(o.Args, history.Value(w))
		}
		if len(ops) < 12 {
			ops = append(ops, o)
		}
	}
	return ops
}
