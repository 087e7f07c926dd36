package txn_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

var update = flag.Bool("update", false, "write the golden file anew")

// TestReportsReadAsWritten prints the report of every vector at its first level.
func TestReportsReadAsWritten(t *testing.T) {
	var s strings.Builder
	for _, v := range vectors(t) {
		txns := parse(v.field("txns"), v.field("order"), v.name[0] == 'W')
		for _, f := range v.fields {
			if l, err := txn.ParseLevel(f[0]); err == nil {
				r := check(t, txns, l, assume(v.field("assume")))
				s.WriteString(v.name + "\n" + r.Headline() + "\n" + r.Explain(txns) + "\n")
				break
			}
		}
	}
	const name = "testdata/reports.txt"
	if *update {
		if err := os.WriteFile(name, []byte(s.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, old := strings.Split(s.String(), "\n"), strings.Split(string(want), "\n")
	for i := 0; i < max(len(got), len(old)); i++ {
		if i >= len(got) || i >= len(old) || got[i] != old[i] {
			t.Fatalf("line %d differs from %s; -update writes it anew:\n%s", i+1, name, strings.Join(got[min(i, len(got)):min(i+5, len(got))], "\n"))
		}
	}
}

func TestMalformedHistoriesAreErrors(t *testing.T) {
	for _, c := range []struct {
		want string
		txns []history.Txn
	}{
		{`txn: T1 returns at 1, before it begins at 2`, []history.Txn{{Status: history.OK, Invoke: 2, Return: 1}}},
		{`txn: operation 1 of T1: "put" is not a function; use append, r or w`, []history.Txn{{Ops: []history.Micro{{F: "put"}}}}},
		{`txn: operation 1 of T2: key "x" is a list and a register; use append or w for all its writes`, []history.Txn{
			{Ops: []history.Micro{{F: history.Append, Key: "x"}}}, {Ops: []history.Micro{{F: history.Write, Key: "x", Value: 1}}}}},
		{`txn: operation 2 of T1: a list was read from key "x", which is a register`, []history.Txn{
			{Ops: []history.Micro{{F: history.Write, Key: "x"}, {F: history.Read, Key: "x", Known: true, List: []int64{1}}}}}},
		{`txn: T1 and T2 both write 3 to key "x": every value of a key may be written only once`, []history.Txn{
			{Ops: []history.Micro{{F: history.Write, Key: "x", Value: 3}}}, {Ops: []history.Micro{{F: history.Write, Key: "x", Value: 3}}}}},
	} {
		if _, err := txn.Check(c.txns, txn.Options{}); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestAnOrderOfCommitsNamesEachTransactionOnce(t *testing.T) {
	for want, order := range map[string][]int{
		"txn: the order of commits names transaction 0 twice":                    {0, 0},
		"txn: the order of commits names transaction 2 of 2; they count from 0":  {1, 2},
		"txn: the order of commits names transaction -1 of 2; they count from 0": {-1},
	} {
		if _, err := txn.Check(make([]history.Txn, 2), txn.Options{Assume: txn.Assume{CommitOrder: order}}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestLevelsAreNamedAndOrdered(t *testing.T) {
	all := txn.Levels()
	for i, l := range all {
		if got, err := txn.ParseLevel(l.String()); err != nil || got != l {
			t.Errorf("%s is read as %s: %v", l, got, err)
		}
		for _, stronger := range all[i+1:] {
			if stronger.Implies(l) {
				t.Errorf("%s implies %s but comes after it", stronger, l)
			}
		}
	}
	strict := txn.Level{Order: txn.RealTime}
	if len(all) != 27 || all[0] != strict || strict.String() != "strict-serializable" || (txn.Level{}).String() != "serializable" {
		t.Errorf("%v", all)
	}
	const want = `"strict" is not an isolation level; use one of serializable, repeatable-read, snapshot-isolation, consistent-view, ` +
		`update-atomic, cursor-stability, read-atomic, read-committed, read-uncommitted, alone or after strong-session- or strict-`
	if _, err := txn.ParseLevel("strict"); err == nil || err.Error() != want {
		t.Error(err)
	}
}
