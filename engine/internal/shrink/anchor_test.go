package shrink

import (
	"context"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

// server fails if it crashes in main.g. That is its operation 20 after a crash
// in main.f, and shifted without.
type server struct {
	shifted uint64
	anchors bool // can be found
}

func (y server) run(_ context.Context, s *schedule.Schedule) (Outcome, error) {
	out := Outcome{At: 3e6}
	num := y.shifted
	for _, f := range s.Faults {
		found := true
		switch {
		case f.Anchor.In == "main.f":
			num = 20
		case s.ByAnchor:
			found = y.anchors
		default:
			found = f.Op == num
		}
		if !found {
			out.Unfired++
			continue
		}
		if f.Anchor.In == "main.g" {
			f.Op = num
			out.Same, out.Ends = true, "lost"
		}
		out.Taken = append(out.Taken, f)
	}
	return out, nil
}

func shrunkServer(t *testing.T, y server) *Result {
	t.Helper()
	at := func(op uint64, in string) schedule.Fault {
		return schedule.Fault{At: 1e6, Until: 1e6, Kind: schedule.CrashIO, Node: "s", Op: op, Point: schedule.Before,
			Anchor: &schedule.Anchor{Do: "sync", In: in, Nth: 1}}
	}
	s := &schedule.Schedule{Duration: 5e6, Faults: []schedule.Fault{at(10, "main.f"), at(20, "main.g")}}
	r := shrunk(t, s, Options{Try: y.run, Keep: y.run})
	if !r.Complete || r.Schedule.ByAnchor {
		t.Errorf("complete %v, by anchor %v", r.Complete, r.Schedule.ByAnchor)
	}
	return r
}

func ops(r *Result) (all []uint64) {
	for _, f := range r.Schedule.Faults {
		all = append(all, f.Op)
	}
	return all
}

func TestAFaultWhoseNumberShiftsIsFoundByItsAnchor(t *testing.T) {
	r := shrunkServer(t, server{shifted: 17, anchors: true})
	if got := ops(r); !slices.Equal(got, []uint64{17}) {
		t.Errorf("left are operations %v", got)
	}
}

func TestAFaultWhoseAnchorIsNotFoundIsFoundByItsNumber(t *testing.T) {
	r := shrunkServer(t, server{shifted: 20})
	if got := ops(r); !slices.Equal(got, []uint64{20}) {
		t.Errorf("left are operations %v", got)
	}
}

func TestARunThatLostAFaultIsNoEvidence(t *testing.T) {
	r := shrunkServer(t, server{shifted: 17})
	if got := ops(r); !slices.Equal(got, []uint64{10, 20}) {
		t.Fatalf("left are operations %v", got)
	}
	if a, b := r.Needed[0].Without, r.Needed[1].Without; a != Unresolved || b != Passes {
		t.Errorf("without the first %v, without the second %v", a, b)
	}
}

func TestAScheduleByAnchorIsKeptByNumber(t *testing.T) {
	y := server{shifted: 17, anchors: true}
	s := &schedule.Schedule{Duration: 5e6, ByAnchor: true, Faults: []schedule.Fault{{At: 1e6, Until: 1e6, Kind: schedule.CrashIO,
		Node: "s", Op: 99, Point: schedule.Before, Anchor: &schedule.Anchor{Do: "sync", In: "main.g", Nth: 1}}}}
	r := shrunk(t, s, Options{Try: y.run, Keep: y.run})
	if got := ops(r); r.Schedule.ByAnchor || !slices.Equal(got, []uint64{17}) {
		t.Errorf("by anchor %v, operations %v", r.Schedule.ByAnchor, got)
	}
}
