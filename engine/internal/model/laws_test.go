package model

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
)

var update = flag.Bool("update", false, "write what the tests expect")

// counted are two runs of a counter.
func counted() [][]history.Op {
	return [][]history.Op{
		{ended(1, "", "add", "1"), ended(3, "1", "read"), unknown(5, "add", "2"), ended(7, "3", "read"), ended(9, "", "add", "4")},
		{ended(1, "", "add", "4"), unknown(3, "read"), ended(5, "4", "read")},
	}
}

// written shows a report in lines.
func written(r *Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d operations, %d states, %d keys\n", r.Ops, r.States, r.Keys)
	for _, l := range r.Laws {
		if l.Breach != nil {
			fmt.Fprintf(&b, "broken: %s: %+v\n", l.Name, *l.Breach)
		}
	}
	fmt.Fprintf(&b, "%d laws tried\n", len(r.Laws))
	for _, w := range r.Refused {
		fmt.Fprintf(&b, "refused: %s: %s\n", w.Op, w.Why)
	}
	for _, w := range r.Suspicious {
		fmt.Fprintf(&b, "suspicious: %s: %s\n", w.Op, w.Why)
	}
	return b.String()
}

// testdata/laws.txt has what is found of each model, after a line "== mode".
func TestEveryBrokenLawIsFound(t *testing.T) {
	const file = "testdata/laws.txt"
	var got strings.Builder
	for _, name := range []string{"plain", "naps", "remembers", "tires", "keyed-answer", "keyed-turns", "writes-in-read", "reads-by-turns",
		"init-counts", "speechless", "babbles", "lossy", "hidden", "channel", "unreadable", "refuses", "checks", "panics", "unfit", "spins", "loops",
		"sleeps", "waits", "exits", "hoards", "asserts", "records", "returns", "native"} {
		r, err := Test(mode(t, name), counted())
		if err != nil {
			t.Fatal(name, err)
		}
		fmt.Fprintf(&got, "== %s\n%s", name, written(r))
	}
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}
