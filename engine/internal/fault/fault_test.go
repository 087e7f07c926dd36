package fault

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

func parse(t *testing.T, faults string) *config.Config {
	t.Helper()
	c, problems := config.Parse("test.json", fmt.Appendf(nil, `{"duration": "1m",
		"nodes": [{"name": "a", "package": "./a"}, {"name": "b", "package": "./b"}, {"name": "c", "package": "./c"}],
		"workload": {"package": "./w"}, "faults": %s}`, faults))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

const everything = `{"crash": {"every": "1s"}, "partition": {"every": "2s"}, "pause": {"every": "3s"}, "crash_on_io": {"chance": "1/10"}}`

// planned hands out everything that a seed plans.
func planned(o *Oracle) (all []schedule.Fault) {
	for o.NextAt() != vtime.Never {
		all = append(all, o.Next())
	}
	return all
}

func TestAPlanKeepsToTheConfig(t *testing.T) {
	counts := map[string]int{}
	directions := map[string]int{}
	for seed := range uint64(50) {
		last := vtime.Instant(0)
		for _, f := range planned(Draw(seed, parse(t, everything))) {
			counts[f.Kind]++
			if f.At < last || f.At >= vtime.Instant(vtime.Minute) || f.Until < f.At {
				t.Fatalf("seed %d: %+v after %v", seed, f, last)
			}
			last = f.At
			if f.Node == "workload" || slices.Contains(f.Cut, "workload") {
				t.Fatalf("seed %d: the workload is struck: %+v", seed, f)
			}
			if f.Kind == schedule.Partition {
				directions[f.Direction]++
				if len(f.Cut) < 1 || len(f.Cut) > 2 || !slices.IsSorted(f.Cut) {
					t.Fatalf("seed %d: one side of three nodes is %v", seed, f.Cut)
				}
			}
		}
	}
	for kind, mean := range map[string]int{schedule.Crash: 60, schedule.Partition: 30, schedule.Pause: 20} {
		if n := counts[kind] / 50; n < mean*9/10 || n > mean*11/10 {
			t.Errorf("%d of %s a minute, want about %d", n, kind, mean)
		}
	}
	if directions[schedule.Both] < 2*directions[schedule.In] || directions[schedule.In] == 0 || directions[schedule.Out] == 0 {
		t.Errorf("directions %v", directions)
	}
}

func TestKindsOfFaultAreDrawnApart(t *testing.T) {
	only := func(o *Oracle) []schedule.Fault {
		return slices.DeleteFunc(planned(o), func(f schedule.Fault) bool { return f.Kind != schedule.Crash })
	}
	all, few := only(Draw(3, parse(t, everything))), only(Draw(3, parse(t, `{"crash": {"every": "1s"}}`)))
	if !reflect.DeepEqual(all, few) {
		t.Error("other kinds of fault move the crashes")
	}
}

// fates asks about a hundred operations of node b.
func fates(o *Oracle) (all []disk.Fate) {
	d := &Disk{Oracle: o, Node: 1, Clock: &sched.Clock{}}
	for n := range uint64(100) {
		all = append(all, d.DiskOp(disk.Op{Num: n + 1, Kind: disk.OpWrite, Len: 1000, Now: vtime.Instant(n)}))
	}
	return all
}

func TestACrashAtAnOperationDependsOnNothingElse(t *testing.T) {
	a, b := Draw(1, parse(t, everything)), Draw(1, parse(t, everything))
	b.Latency(0, 1)
	d := &Disk{Oracle: b, Node: 0, Clock: &sched.Clock{}}
	for n := range uint64(37) {
		d.DiskOp(disk.Op{Num: n + 1, Kind: disk.OpSync})
	}
	x, y := fates(a), fates(b)
	if !reflect.DeepEqual(x, y) {
		t.Error("another node's operations move the draws")
	}
	points := map[disk.CrashPoint]int{}
	for _, f := range x {
		points[f.Crash]++
		if f.Crash == disk.CrashWithin && (f.Cut < 1 || f.Cut > 999) {
			t.Errorf("cut at %d of 1000 bytes", f.Cut)
		}
	}
	if points[disk.CrashNone] < 75 || points[disk.CrashNone] > 97 || len(points) != 4 {
		t.Errorf("points %v", points)
	}
	b.Stop()
	for i, f := range fates(b) {
		if f != (disk.Fate{}) {
			t.Errorf("operation %d is struck after the faults have stopped", i+1)
		}
	}
}

func TestReplayTakesWhatTheScheduleSaysAndTellsWhatWasLeft(t *testing.T) {
	s := &schedule.Schedule{Seed: 1, Faults: []schedule.Fault{
		{At: 5, Kind: schedule.Crash, Node: "a", Until: 9},
		{At: 2, Kind: schedule.Pause, Node: "c", Until: 3},
		{At: 7, Kind: schedule.CrashIO, Node: "b", Op: 40, Until: 107, Point: schedule.Within, Bytes: 12},
		{At: 8, Kind: schedule.CrashIO, Node: "b", Op: 400, Until: 108, Point: schedule.After},
		{At: 1, Kind: schedule.Crash, Node: "nobody", Until: 1},
	}}
	o, unknown := Replay(s, parse(t, everything))
	if !reflect.DeepEqual(unknown, []string{"crash of nobody"}) {
		t.Errorf("unknown %v", unknown)
	}
	if first := o.Next(); first.Kind != schedule.Pause || o.NextAt() != 5 {
		t.Errorf("first %+v, then at %v", first, o.NextAt())
	}
	got := fates(o)
	for i, f := range got {
		want := disk.Fate{}
		if i == 39 {
			want = disk.Fate{Crash: disk.CrashWithin, Cut: 12}
		}
		if f != want {
			t.Errorf("operation %d: %+v", i+1, f)
		}
	}
	o.Took(schedule.Fault{At: 39, Kind: schedule.CrashIO, Node: "b", Op: 40})
	if left := o.Unfired(); len(left) != 2 || left[0].Node != "a" || left[1].Op != 400 {
		t.Errorf("left %+v", left)
	}
}

func TestLatenciesOfOneLinkDoNotMoveThoseOfAnother(t *testing.T) {
	draws := func(others int) (all []vtime.Duration) {
		o := Draw(9, parse(t, everything))
		for range 20 {
			for range others {
				o.Latency(1, 0)
			}
			all = append(all, o.Latency(0, 1))
		}
		return all
	}
	a, b := draws(0), draws(3)
	if !reflect.DeepEqual(a, b) {
		t.Errorf("%v\n%v", a, b)
	}
	for _, d := range a {
		if d < 500*vtime.Microsecond || d > 5*vtime.Millisecond {
			t.Errorf("%v lies outside", d)
		}
	}
	var _ network.Oracle = &Oracle{}
}

func TestACloneDrawsOnByItself(t *testing.T) {
	a := Draw(4, parse(t, everything))
	a.Next()
	a.Latency(0, 1)
	b := a.Clone()
	for range 10 {
		if x, y := a.Latency(0, 1), b.Latency(0, 1); x != y {
			t.Fatalf("%v and %v", x, y)
		}
	}
	if !reflect.DeepEqual(planned(a), planned(b)) {
		t.Error("the plans go on differently")
	}
	a.Took(schedule.Fault{Kind: schedule.Crash})
	if len(b.Taken()) != 0 {
		t.Error("what one takes the other took")
	}
}
