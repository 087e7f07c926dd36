package engine

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/internal/judge"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// fails makes an answer of a set of values that fail, and notes what was asked.
func fails(when func(int64) bool, asked map[int64]bool) func(int64) (Ending, error) {
	return func(v int64) (Ending, error) {
		asked[v] = true
		if when(v) {
			return Ending{How: FailsSo}, nil
		}
		return Ending{How: RunPasses}, nil
	}
}

func TestAWalkEndsBetweenAValueThatFailsAndOneThatDoesNot(t *testing.T) {
	const ms, us = 1_000_000, 1000
	for name, c := range map[string]struct {
		walk  walk
		fails func(int64) bool
		want  foundEdge
	}{
		"later": {walk{from: 50, bound: 1000, stride: 1, grain: 1}, func(v int64) bool { return v <= 63 },
			foundEdge{last: 63, first: 64, ending: Ending{How: RunPasses}, tried: 7}},
		"earlier": {walk{from: 50, bound: 1, stride: 1, grain: 1}, func(v int64) bool { return v >= 49 },
			foundEdge{last: 49, first: 48, ending: Ending{How: RunPasses}, tried: 3}},
		"not at all":          {walk{from: 50, bound: 1, stride: 1, grain: 1}, func(v int64) bool { return v == 50 }, foundEdge{last: 50, first: 49, ending: Ending{How: RunPasses}, tried: 1}},
		"up to the bound":     {walk{from: 50, bound: 1, stride: 1, grain: 1}, func(int64) bool { return true }, foundEdge{last: 1, open: true, tried: 6}},
		"already there":       {walk{from: 1, bound: 1, stride: 1, grain: 1}, func(int64) bool { return true }, foundEdge{last: 1, open: true}},
		"within the first ms": {walk{from: 0, bound: 60_000 * ms, stride: ms, grain: us}, func(v int64) bool { return v < 1500 }, foundEdge{last: 976, first: 1953, ending: Ending{How: RunPasses}, tried: 11}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := c.walk.edge(fails(c.fails, map[int64]bool{}))
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, %v\nwant %+v", got, err, c.want)
			}
		})
	}
}

// Whatever fails, both sides of an edge were asked and lie side by side, and no
// value that was asked on the way to it passed.
func TestAWalkSaysOnlyWhatItAsked(t *testing.T) {
	const values = 12
	for pattern := range 1 << values {
		when := func(v int64) bool { return v == 0 || pattern>>(v-1)&1 == 1 }
		asked := map[int64]bool{}
		f, err := walk{bound: values, stride: 1, grain: 1}.edge(fails(when, asked))
		if err != nil || len(asked) != f.tried {
			t.Fatalf("pattern %b: %v, %d asked, %d counted", pattern, err, len(asked), f.tried)
		}
		if f.open != (f.last == values) || !f.open && (f.first != f.last+1 || when(f.first) || !asked[f.first]) || !when(f.last) || f.last > 0 && !asked[f.last] {
			t.Fatalf("pattern %b: %+v", pattern, f)
		}
		for v := range f.last {
			if asked[v] && !when(v) {
				t.Fatalf("pattern %b: %d passes, inside %+v", pattern, v, f)
			}
		}
	}
}

func TestFaultsThatDidNotHappenAreFoundByWhatTheyDo(t *testing.T) {
	crash := func(at int64, node string) schedule.Fault {
		return schedule.Fault{Kind: schedule.Crash, Node: node, At: vtime.Instant(at)}
	}
	io := schedule.Fault{Kind: schedule.CrashIO, Node: "a", Op: 7}
	s := &schedule.Schedule{Faults: []schedule.Fault{crash(30, "a"), io, crash(10, "a"), crash(20, "b"), crash(40, "a")}}
	o := &world.Outcome{ // instants are some nanoseconds later than planned
		Faults:  []schedule.Fault{crash(11, "a"), crash(20, "b")},
		Unfired: []schedule.Fault{crash(32, "a"), crash(40, "a"), io},
	}
	if got, want := lacking(s, o), []int{0, 1, 4}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	o.Faults, o.Unfired = append(o.Faults, io, crash(42, "a")), []schedule.Fault{crash(32, "a")}
	if got, want := lacking(s, o), []int{0}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestAnUndecidedRunIsNoPassForItsCause(t *testing.T) {
	h := &causing{signature: "panic|server||boom", base: &schedule.Schedule{Faults: []schedule.Fault{{Kind: schedule.Crash, Node: "server", Op: 7}, {Kind: schedule.Crash, Node: "server", Op: 9}}}}
	v := &variant{Schedule: &schedule.Schedule{Faults: []schedule.Fault{{Kind: schedule.Crash, Node: "server", Op: 7}}}}
	open := &world.Outcome{Verdicts: []judge.Verdict{{Verdict: check.Undecided}}, Faults: v.Faults}
	e := h.ending(v, open)
	if want := (Ending{How: RunUndecided}); !reflect.DeepEqual(e, want) || ending(&e) != "the run is undecided: a history has no verdict" {
		t.Errorf("%+v, %q", e, ending(&e))
	}
	v.gone, open.Faults = true, nil
	e = h.ending(v, open)
	if want := (Ending{How: RunUndecided, Lacks: []int{2}}); !reflect.DeepEqual(e, want) || ending(&e) != "the run is undecided: a history has no verdict, but fault 2 does not happen then either" {
		t.Errorf("%+v, %q", e, ending(&e))
	}
	if all := h.passing(0, &FaultCause{Without: &e}); len(all) > 0 {
		t.Errorf("%+v is the nearest passing run", all)
	}

	var n SeedCount
	n.add(&Result{Histories: []Judged{{Verdict: check.Undecided}}}, h.signature)
	n.add(&Result{}, h.signature)
	if want := (SeedCount{Ran: 2, Undecided: 1}); n != want || others(&n) != "; 1 undecided" {
		t.Errorf("%+v, %q", n, others(&n))
	}
}
