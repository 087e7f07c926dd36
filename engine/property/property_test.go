package property

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/internal/abi"
)

func TestKindsHaveTheNumbersOfTheABI(t *testing.T) {
	for kind, number := range map[Kind]int{Assert: abi.KindAssert, Always: abi.KindAlways, Sometimes: abi.KindSometimes,
		Reachable: abi.KindReachable, Unreachable: abi.KindUnreachable, Eventually: abi.KindEventually, Fail: abi.KindFail,
		Invoke: abi.KindInvoke, Txn: abi.KindTxn, AlwaysOrUnreachable: abi.KindAlwaysOrUnreachable} {
		if int(kind) != number {
			t.Errorf("%v is %d here and %d in package sim", kind, kind, number)
		}
	}
}

func TestMergingCountsSeeds(t *testing.T) {
	key := Key{Kind: Always, Name: "kept", File: "a.go", Line: 1}
	run := func(results ...bool) Tally {
		t := Tally{}
		for _, ok := range results {
			t.Add(key, ok, 1)
		}
		return t
	}
	for _, order := range [][]uint64{{2, 9, 5}, {9, 5, 2}, {5, 2, 9}} {
		sum := Tally{}
		runs := map[uint64]Tally{2: run(true, true), 5: run(true, false), 9: run(false)}
		for _, seed := range order {
			sum.Merge(runs[seed], seed)
		}
		if want := (Count{True: 3, False: 2, TrueUnder: 1, FalseUnder: 1, TrueAgain: 1, FalseAgain: 1, Seeds: 3, FalseSeeds: 2, First: 2, Last: 9, Failed: 5}); sum[key] != want {
			t.Errorf("merged in the order %v: %+v, want %+v", order, sum[key], want)
		}
	}
}

func TestUnreachedNamesWhatASweepSaysNothingAbout(t *testing.T) {
	sum := Tally{}
	sum.Add(Key{Kind: Always, Name: "kept", File: "elsewhere.go"}, true, 0)
	sum.Add(Key{Kind: Sometimes, Name: "hit"}, true, 0)
	sum.Add(Key{Kind: Sometimes, Name: "hit"}, false, 0)
	sum.Add(Key{Kind: Sometimes, Name: "missed"}, false, 0)
	catalogue := []Site{
		{Kind: Always, Name: "kept", File: "a.go"},
		{Kind: Always, Name: "", File: "a.go"}, // a name made at run time
		{Kind: Sometimes, Name: "hit"},
		{Kind: Sometimes, Name: "missed", Line: 4},
		{Kind: Reachable, Name: "end", Line: 5},
		{Kind: Reachable, Name: "end", Line: 6},   // the same property at another place
		{Kind: Eventually, Name: "kept", Line: 7}, // the same name, another kind
		{Kind: Unreachable, Name: "never"},
		{Kind: AlwaysOrUnreachable, Name: "if reached"},
		{Kind: Assert},
	}
	want := []Missing{
		{Site: catalogue[3], NeverTrue: true},
		{Site: catalogue[4]},
		{Site: catalogue[6]},
	}
	if got := sum.Unreached(catalogue); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

func TestUnreachedNamesWhatOnlyTheProgramsListed(t *testing.T) {
	listed := func(name string, line int) Key { return Key{Kind: Sometimes, Name: name, File: "b.go", Line: line} }
	sum := Tally{}
	for seed := range uint64(2) {
		run := Tally{}
		for _, name := range []string{"never evaluated", "never true", "true once", "known before"} {
			run.Declare(listed(name, len(name)))
		}
		run.Declare(Key{Kind: AlwaysOrUnreachable, Name: "optional"})
		run.Add(listed("never true", 1), false, 0)
		run.Add(listed("true once", 1), seed == 1, 0)
		sum.Merge(run, seed+5)
	}
	catalogue := []Site{{Kind: Sometimes, Name: "known before", File: "z.go", Line: 1}}
	want := []Missing{
		{Site: catalogue[0]},
		{Site: Site{Kind: Sometimes, Name: "never true", File: "b.go", Line: len("never true")}, NeverTrue: true},
		{Site: Site{Kind: Sometimes, Name: "never evaluated", File: "b.go", Line: len("never evaluated")}},
	}
	if got := sum.Unreached(catalogue); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if c := sum[listed("never evaluated", len("never evaluated"))]; c != (Count{Declared: true}) {
		t.Errorf("a listed property counts as %+v", c)
	}
	if c := sum[listed("true once", 1)]; c != (Count{True: 1, False: 1, Seeds: 2, FalseSeeds: 1, First: 5, Last: 6, Failed: 5}) {
		t.Errorf("%+v", c)
	}
}
