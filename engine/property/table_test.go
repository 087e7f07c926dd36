package property

import (
	"fmt"
	"reflect"
	"testing"
)

func TestACircumstanceCountsOnceForASeed(t *testing.T) {
	key := Key{Kind: Always, Name: "kept"}
	sum := Tally{}
	for seed, unders := range map[uint64][]Under{1: {1, 2, 2}, 2: {2, 4}, 3: {1}} {
		run := Tally{}
		for _, u := range unders {
			run.Add(key, u != 4, u)
		}
		sum.Merge(run, seed)
	}
	c := sum[key]
	if c.TrueUnder != 3 || c.TrueAgain != 3 || c.FalseUnder != 4 || c.FalseAgain != 0 || c.Evaluations() != 6 {
		t.Errorf("%+v", c)
	}
	if all, once := sum.Behaviours(); all != 3 || once != 1 {
		t.Errorf("%d behaviours, %d in one seed", all, once)
	}
}

func TestTheTableHasEverySite(t *testing.T) {
	sum := Tally{}
	for _, k := range []Key{{Always, "kept", "b.go", 7}, {Always, "made 2", "a.go", 3}, {Always, "made 1", "a.go", 3}, {Assert, "", "a.go", 5}, {Fail, "", "a.go", 6}} {
		run := Tally{}
		run.Add(k, true, 0)
		sum.Merge(run, 5)
	}
	rows := sum.Table([]Site{
		{Kind: Always, File: "a.go", Line: 3},               // the names made at run time
		{Kind: Always, Name: "kept", File: "b.go", Line: 7}, // evaluated
		{Kind: Always, Name: "kept", File: "b.go", Line: 9}, // another place of it, never reached
		{Kind: Sometimes, Name: "full", File: "a.go", Line: 9},
		{Kind: Sometimes, Name: "full", File: "a.go", Line: 9, Col: 50}, // a second call in the line
		{Kind: Fail, File: "a.go", Line: 1},
		{Kind: Assert, Name: "%d is odd", File: "a.go", Line: 5}, // evaluated without its format
	})
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s:%d %v %q %d", r.File, r.Line, r.Kind, r.Name, r.Evaluations()))
	}
	want := []string{`a.go:1 fail "" 0`, `a.go:3 always "made 1" 1`, `a.go:3 always "made 2" 1`, `a.go:5 assert "%d is odd" 1`, `a.go:6 fail "" 1`, `a.go:9 sometimes "full" 0`, `b.go:7 always "kept" 1`, `b.go:9 always "kept" 0`}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

func TestCountingAnEvaluationAllocatesNothing(t *testing.T) {
	sum, key := Tally{}, Key{Kind: Always, Name: "kept"}
	sum.Add(key, true, 1)
	if n := testing.AllocsPerRun(100, func() { sum.Add(key, false, 2) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
