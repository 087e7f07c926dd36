package shrink

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

const ms = vtime.Millisecond

func instant(d vtime.Duration) vtime.Instant { return vtime.Instant(d) }

// simplified shrinks faults that all happen, and all are needed; same says what
// else is.
func simplified(t *testing.T, faults []schedule.Fault, same func([]schedule.Fault) bool) []schedule.Fault {
	t.Helper()
	run := func(_ context.Context, s *schedule.Schedule) (Outcome, error) {
		out := Outcome{At: instant(vtime.Minute), Taken: s.Faults}
		if len(s.Faults) == len(faults) && same(s.Faults) {
			out.Same, out.Ends = true, "lost"
		}
		return out, nil
	}
	r := shrunk(t, &schedule.Schedule{Duration: vtime.Minute, Faults: faults}, Options{Try: run, Keep: run})
	if !r.Complete {
		t.Error("not complete")
	}
	return r.Schedule.Faults
}

// Times are found within two milliseconds.
func TestAFaultBecomesAsSimpleAsItCan(t *testing.T) {
	at := instant(10 * vtime.Second)
	crash := schedule.Fault{Kind: schedule.Crash, Node: "a", At: at, Until: at.Add(5 * vtime.Second)}
	within := schedule.Fault{Kind: schedule.CrashIO, Node: "a", At: at, Until: at, Op: 40, Point: schedule.Within, Bytes: 7, Corrupt: true}
	cut := schedule.Fault{Kind: schedule.Partition, Cut: []string{"a", "b", "c"}, Direction: schedule.In, At: at, Until: at.Add(vtime.Second)}
	restart := schedule.Fault{Kind: schedule.Restart, Node: "a", At: at, Until: at.Add(vtime.Second), Grace: 3 * vtime.Second}
	for _, c := range []struct {
		name  string
		given schedule.Fault
		same  func(schedule.Fault) bool
		want  func(*schedule.Fault) // done to what was given
	}{
		{"a crash of no length at the start", crash, func(schedule.Fault) bool { return true },
			func(f *schedule.Fault) { f.At, f.Until = instant(ms), instant(ms) }},
		{"a time at which it must happen", crash, func(f schedule.Fault) bool { return f.At >= instant(4*vtime.Second) },
			func(f *schedule.Fault) { f.At, f.Until = instant(4000*ms), instant(4000*ms) }},
		{"a time that it must last", crash, func(f schedule.Fault) bool { return f.Span() >= 1234*ms },
			func(f *schedule.Fault) { f.At, f.Until = instant(ms), instant(1236*ms) }},
		{"a pause without end", schedule.Fault{Kind: schedule.Pause, Node: "a", Until: vtime.Never}, func(f schedule.Fault) bool { return f.Span() >= 100*ms },
			func(f *schedule.Fault) { f.Until = instant(100 * ms) }},
		{"a grace", restart, func(f schedule.Fault) bool { return f.At == at && f.Span() == vtime.Second },
			func(f *schedule.Fault) { f.Grace = 0 }},
		{"a grace that is needed", restart, func(f schedule.Fault) bool { return f.At == at && f.Span() == vtime.Second && f.Grace > 2*vtime.Second },
			func(f *schedule.Fault) { f.Grace = 2002 * ms }},
		{"one node of a cut, and the direction", cut, func(f schedule.Fault) bool {
			return f.At == at && f.Span() == vtime.Second && slices.Contains(f.Cut, "b")
		},
			func(f *schedule.Fault) { f.Cut = []string{"b"} }},
		{"before instead of within", within, func(schedule.Fault) bool { return true },
			func(f *schedule.Fault) { f.Point, f.Bytes, f.Corrupt = schedule.Before, 0, false }},
		{"after instead of within", within, func(f schedule.Fault) bool { return f.Point != schedule.Before },
			func(f *schedule.Fault) { f.Point, f.Bytes, f.Corrupt = schedule.After, 0, false }},
		{"within, with its bytes", within, func(f schedule.Fault) bool { return f.Point == schedule.Within && f.Corrupt },
			func(*schedule.Fault) {}},
		{"the first page", schedule.Fault{Kind: schedule.MisdirectedWrite, Node: "a", Op: 3, Page: 9, PageTo: 4}, func(schedule.Fault) bool { return true },
			func(f *schedule.Fault) { f.Page, f.PageTo = 1, 0 }},
		{"the lowest bit", schedule.Fault{Kind: schedule.ReadCorrupt, Node: "a", Op: 3, Bit: 99}, func(schedule.Fault) bool { return true },
			func(f *schedule.Fault) { f.Bit = 0 }},
	} {
		want := c.given
		c.want(&want)
		got := simplified(t, []schedule.Fault{c.given}, func(f []schedule.Fault) bool { return c.same(f[0]) })
		if !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s:\n%+v, want\n%+v", c.name, got[0], want)
		}
	}
}

// crashes gives crashes of no length at instants in milliseconds.
func crashes(at ...int) (all []schedule.Fault) {
	for _, n := range at {
		t := instant(vtime.Duration(n) * ms)
		all = append(all, schedule.Fault{Kind: schedule.Crash, Node: "a", At: t, Until: t})
	}
	return all
}

func gap(f []schedule.Fault, i int) vtime.Duration { return f[i+1].At.Sub(f[i].At) }

func TestPlannedFaultsMoveTogether(t *testing.T) {
	got := simplified(t, crashes(5000, 5120, 9000), func(f []schedule.Fault) bool {
		return gap(f, 0) >= 100*ms && gap(f, 0) <= 125*ms
	})
	if want := crashes(0, 100, 100); !near(got, want) {
		t.Errorf("%+v, want\n%+v", got, want)
	}
}

func TestAPlannedFaultMovesAloneIfTheNextMustStay(t *testing.T) {
	got := simplified(t, crashes(5000, 9000), func(f []schedule.Fault) bool {
		return f[0].At >= instant(700*ms) && f[1].At == instant(9*vtime.Second)
	})
	if want := crashes(700, 9000); !near(got, want) {
		t.Errorf("%+v, want\n%+v", got, want)
	}
}

func TestPlannedFaultsKeepTheirOrder(t *testing.T) {
	given := crashes(3000, 5000)
	given[1].Node = "b"
	got := simplified(t, given, func(f []schedule.Fault) bool { return f[0].Node == "a" && f[0].At >= instant(vtime.Second) })
	if want := crashes(1000, 1000); !near(got, want) || got[1].Node != "b" {
		t.Errorf("%+v, want\n%+v", got, want)
	}
}

// near says that all times are within two milliseconds of what is wanted.
func near(got, want []schedule.Fault) bool {
	for i := range want {
		if d := got[i].At.Sub(want[i].At); d < 0 || d > within || got[i].Span() != 0 {
			return false
		}
	}
	return len(got) == len(want)
}
