package shrink

import (
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

func TestAStepSaysWhatItMadeSmaller(t *testing.T) {
	at := instant(vtime.Second)
	given := func() *schedule.Schedule {
		return &schedule.Schedule{Duration: vtime.Minute, Faults: []schedule.Fault{
			{Kind: schedule.Crash, Node: "a", At: at, Until: at.Add(2 * vtime.Second)},
			{Kind: schedule.CrashIO, Node: "a", At: at, Until: at, Op: 4, Point: schedule.Within, Corrupt: true},
			{Kind: schedule.Partition, Cut: []string{"a", "b"}, At: at, Until: at},
			{Kind: schedule.Restart, Node: "b", At: at, Until: at, Grace: vtime.Second},
			{Kind: schedule.WriteEIO, Node: "b", Op: 1},
			{Kind: schedule.MisdirectedWrite, Node: "b", Op: 2, Page: 4, PageTo: 5},
			{Kind: schedule.ReadCorrupt, Node: "b", Op: 2, Bit: 8},
		}}
	}
	from := state{newVariant(given()), Outcome{Ops: 200}}
	change := func(do func(*schedule.Schedule)) state { return state{from.changed(do), Outcome{}} }
	for want, to := range map[string]state{
		"removed 1 of 7 faults":                         {from.without(4), Outcome{}},
		"removed 2 of 7 faults":                         {from.without(2, 4), Outcome{}},
		"no network faults":                             {from.without(2), Outcome{}},
		"no network faults, no disk faults":             {from.without(2, 4, 5, 6), Outcome{}},
		"no faults at all":                              {from.without(0, 1, 2, 3, 4, 5, 6), Outcome{}},
		"latency at its least, crashes tear nothing":    change(func(s *schedule.Schedule) { s.Plain = []string{schedule.Latency, schedule.Tearing} }),
		"sim.Budget capped at 107 of 200 operations":    change(func(s *schedule.Schedule) { s.Ops = 107 }),
		"duration 1.965s instead of 1m0s":               change(func(s *schedule.Schedule) { s.Duration = 1965 * ms }),
		"crash of a at 802ms instead of 1s":             {oneTo(from.variant, 0, instant(802*ms)), Outcome{}},
		"crash of a for 0s instead of 2s":               change(func(s *schedule.Schedule) { s.Faults[0].Until = at }),
		"restart of b with a grace of 0s instead of 1s": change(func(s *schedule.Schedule) { s.Faults[3].Grace = 0 }),
		"partition of a,b of b alone":                   {from.with(2, func(f *schedule.Fault) { cutOff(f, "a") }), Outcome{}},
		"crash_io of a without a flipped bit and after its operation": change(func(s *schedule.Schedule) {
			s.Faults[1].Corrupt, s.Faults[1].Point = false, schedule.After
		}),
		"misdirected_write of b on page 1, read_corrupt of b in bit 0": change(func(s *schedule.Schedule) {
			s.Faults[5].Page, s.Faults[6].Bit = 1, 0
		}),
		"crash of a at 900ms instead of 1s, partition of a,b at 900ms instead of 1s, restart of b at 900ms instead of 1s": {
			allFrom(from.variant, 0, instant(900*ms)), Outcome{}},
	} {
		if got := describe(from, to); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestADurationThatWasNotKnownIsNotCompared(t *testing.T) {
	from := state{newVariant(&schedule.Schedule{}), Outcome{}}
	to := state{from.changed(func(s *schedule.Schedule) { s.Duration = 991 * ms }), Outcome{}}
	if got, want := describe(from, to), "duration 991ms"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestOnlyThreeFaultsAreNamed(t *testing.T) {
	v := newVariant(&schedule.Schedule{Faults: crashes(100, 200, 300, 400, 500)})
	to := allFrom(v, 0, instant(50*ms))
	want := "crash of a at 50ms instead of 100ms, crash of a at 150ms instead of 200ms, crash of a at 250ms instead of 300ms, 2 more simplified"
	if got := describe(state{v, Outcome{}}, state{to, Outcome{}}); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
