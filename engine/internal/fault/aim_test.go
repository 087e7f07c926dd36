package fault

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/schedule"
)

// points asks about many operations of a kind and counts where crashes fall.
func points(o *Oracle, kind disk.OpKind, recovering bool) (all int, at map[string]int) {
	d := &Disk{Oracle: o, Node: 0, Clock: &sched.Clock{}}
	at = map[string]int{}
	for n := range uint64(8000) {
		d.Booted(recovering)
		fate := d.DiskOp(disk.Op{Num: n + 1, Kind: kind, Off: 100, Len: 1000})
		switch {
		case d.armed != nil:
			at[schedule.Ack]++
		case fate.Crash == disk.CrashNone:
			continue
		default:
			at[d.Pending.Point]++
			d.Pending = nil
		}
		all++
	}
	return all, at
}

// near says whether n is within a sixth of want, which 8000 draws are.
func near(n, want int) bool { return 6*n > 5*want && 6*n < 7*want }

func TestCrashesFavourWhatPersistsAndRecovery(t *testing.T) {
	c := parse(t, `{"crash_on_io": {"chance": "1/10"}}`) // 800 if they were uniform
	for _, k := range []struct {
		kind       disk.OpKind
		recovering bool
		all        int
		at         map[string]int
	}{
		{disk.OpSync, false, 1200, map[string]int{"before": 450, "after": 450, "ack": 300}},
		{disk.OpRename, true, 2400, map[string]int{"before": 900, "after": 900, "ack": 600}},
		{disk.OpDirSync, false, 1200, map[string]int{"before": 450, "after": 450, "ack": 300}},
		{disk.OpWrite, false, 600, map[string]int{"before": 75, "within": 300, "after": 150, "ack": 75}},
		{disk.OpCreate, true, 800, map[string]int{"before": 267, "after": 400, "ack": 133}},
	} {
		all, at := points(Draw(1, c), k.kind, k.recovering)
		if !near(all, k.all) {
			t.Errorf("%v: %d crashes, want about %d", k.kind, all, k.all)
		}
		for p, n := range at {
			if !near(n, k.at[p]) && k.at[p] > 100 || k.at[p] == 0 {
				t.Errorf("%v: %d crashes %s it, want about %d", k.kind, n, p, k.at[p])
			}
		}
	}
}

func TestUniformCrashesFavourNothing(t *testing.T) {
	c := parse(t, `{"crash_on_io": {"chance": "1/10", "aim": "uniform", "points": ["before", "after"]}}`)
	for _, kind := range []disk.OpKind{disk.OpSync, disk.OpWrite} {
		all, at := points(Draw(1, c), kind, true)
		if !near(all, 800) || !near(at["before"], 400) || !near(at["after"], 400) || len(at) != 2 {
			t.Errorf("%v: %d crashes, %v", kind, all, at)
		}
	}
}

func TestOnlyAllowedPointsAreDrawn(t *testing.T) {
	c := parse(t, `{"crash_on_io": {"chance": "1/10", "points": ["within", "ack"]}}`)
	for kind, want := range map[disk.OpKind]string{disk.OpSync: "ack", disk.OpUnlink: "ack", disk.OpWrite: "within"} {
		all, at := points(Draw(1, c), kind, false)
		if all == 0 || at[want] == 0 || len(at) > 2 || at["after"] > 0 || at["before"] > 0 {
			t.Errorf("%v: %d crashes, %v", kind, all, at)
		}
	}
}

func TestRecoveryEndsAfterSomeOperations(t *testing.T) {
	o := Draw(1, parse(t, `{"crash_on_io": {"chance": "1/10"}}`))
	d := &Disk{Oracle: o, Clock: &sched.Clock{}}
	d.Booted(true)
	for n := range uint64(recoveryOps) {
		if d.recovery == 0 {
			t.Fatalf("it ended before operation %d", n+1)
		}
		d.DiskOp(disk.Op{Num: n + 1, Kind: disk.OpCreate})
	}
	if d.recovery != 0 {
		t.Errorf("%d operations are left", d.recovery)
	}
}

func TestACrashBeforeAnAcknowledgementWaitsForASend(t *testing.T) {
	s := &schedule.Schedule{Faults: []schedule.Fault{{At: 5, Kind: schedule.CrashIO, Node: "a", Op: 2, Until: 15, Point: schedule.Ack}}}
	c := parse(t, `{}`)
	fresh := func() *Disk {
		o, _ := Replay(s, c)
		d := &Disk{Oracle: o, Clock: &sched.Clock{}}
		for n := range uint64(3) {
			if fate := d.DiskOp(disk.Op{Num: n + 1, Kind: disk.OpSync}); fate != (disk.Fate{}) {
				t.Fatalf("operation %d: %+v", n+1, fate)
			}
			if early := n == 0 && d.Acknowledges(); early {
				t.Fatal("it struck before its operation")
			}
		}
		return d
	}
	d := fresh()
	d.Clock.Advance(100)
	e := d.Clone(d.Oracle, d.Clock)
	for _, d := range []*Disk{d, e} {
		if !d.Acknowledges() || d.Pending == nil || d.Pending.At < 100 || d.Pending.Span() != 10 {
			t.Fatalf("%+v", d.Pending)
		}
		if d.Acknowledges() {
			t.Error("it struck twice")
		}
	}
	d = fresh()
	d.Booted(true) // crashed for another reason in between
	if d.Acknowledges() {
		t.Error("it struck another incarnation")
	}
	d = fresh()
	d.Oracle.Stop()
	if d.Acknowledges() {
		t.Error("it struck after the faults had stopped")
	}
}
