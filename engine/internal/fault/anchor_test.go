package fault

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

// operationsOf are what a node's program does to its disk, each "do function".
type operationsOf []string

// replay lets faults strike the operations. It gives each that struck as
// "kind@number".
func (p operationsOf) replay(a *Anchored, s *Sites) []string { return p.replayFrom(0, a, s) }

// replayFrom leaves out the first n operations, which have been made.
func (p operationsOf) replayFrom(n int, a *Anchored, s *Sites) (struck []string) {
	made := map[bool]uint64{} // of reads and of changes
	for i, line := range p {
		do, in, _ := strings.Cut(line, " ")
		made[do == Read]++
		if i < n {
			continue
		}
		for _, f := range a.Strike(made[do == Read], s.Next(do, in)) {
			struck = append(struck, fmt.Sprintf("%s@%d", f.Kind, f.Op))
		}
	}
	return struck
}

var before = operationsOf{"create main.open", "write main.put", "sync main.put", "write main.put", "read main.get", "sync main.put", "rename main.swap"}

// recorded are faults of that program.
var recorded = []schedule.Fault{
	{Kind: schedule.FsyncEIO, Node: "a", Op: 5, Anchor: &schedule.Anchor{Do: "sync", In: "main.put", Nth: 2}},
	{Kind: schedule.LostWrite, Node: "a", Op: 5, Anchor: &schedule.Anchor{Do: "sync", In: "main.put", Nth: 2}},
	{Kind: schedule.CrashIO, Node: "a", Op: 6, Anchor: &schedule.Anchor{Do: "rename", In: "main.swap", Nth: 1}},
	{Kind: schedule.ReadEIO, Node: "a", Op: 1, Anchor: &schedule.Anchor{Do: "read", In: "main.get", Nth: 1}},
	{Kind: schedule.Crash, Node: "a", At: 7},
	{Kind: schedule.WriteEIO, Node: "b", Op: 2, Anchor: &schedule.Anchor{Do: "write", In: "main.put", Nth: 1}},
}

func TestAFaultStrikesTheOperationThatItsAnchorNames(t *testing.T) {
	edited := append(operationsOf{"create main.log", "write main.log", "sync main.log"}, before...)
	edited = slices.Insert(edited, 7, "write main.log")
	for _, c := range []struct {
		name    string
		program operationsOf
		struck  []string
		moved   []string // from number to number
		missing []string
	}{
		{"the same", before, []string{"read_eio@1", "fsync_eio@5", "lost_write@5", "crash_io@6"}, nil, nil},
		{"with operations added", edited, []string{"read_eio@1", "fsync_eio@9", "lost_write@9", "crash_io@10"}, []string{"5>9", "5>9", "6>10"}, nil},
		{"without its rename", before[:6], []string{"read_eio@1", "fsync_eio@5", "lost_write@5"}, nil, []string{"crash_io"}},
		{"with another function", operationsOf{"sync main.put", "sync main.get", "read main.put"}, nil, nil,
			[]string{"fsync_eio", "lost_write", "crash_io", "read_eio"}},
	} {
		a := NewAnchored(recorded, "a")
		if got := c.program.replay(a, &Sites{}); !slices.Equal(got, c.struck) {
			t.Errorf("%s: struck %q, want %q", c.name, got, c.struck)
		}
		var moved, missing []string
		for _, m := range a.Moved() {
			moved = append(moved, fmt.Sprintf("%d>%d", m.Fault.Op, m.Op))
		}
		for _, f := range a.Missing() {
			missing = append(missing, f.Kind)
		}
		if !slices.Equal(moved, c.moved) || !slices.Equal(missing, c.missing) {
			t.Errorf("%s: moved %q, want %q; missing %q, want %q", c.name, moved, c.moved, missing, c.missing)
		}
	}
}

func TestAFaultWithoutAnAnchorStrikesTheOperationWithItsNumber(t *testing.T) {
	a := NewAnchored([]schedule.Fault{
		{Kind: schedule.CrashIO, Node: "a", Op: 1},
		{Kind: schedule.ReadCorrupt, Node: "a", Op: 1},
		{Kind: schedule.FsyncEIO, Node: "a", Op: 5},
	}, "a")
	want := []string{"crash_io@1", "read_corrupt@1", "fsync_eio@5"}
	if got := before.replay(a, &Sites{}); !slices.Equal(got, want) {
		t.Errorf("struck %q, want %q", got, want)
	}
	if a.Moved() != nil || a.Missing() != nil {
		t.Errorf("moved %v, missing %v", a.Moved(), a.Missing())
	}
}

func TestOperationsAreCountedByWhatTheyDoAndWhere(t *testing.T) {
	var s Sites
	for _, c := range []struct {
		do, in string
		nth    uint64
	}{{"write", "main.put", 1}, {"sync", "main.put", 1}, {"write", "main.put", 2}, {"write", "", 1}, {"write", "main.log", 1}, {"write", "main.put", 3}} {
		if got, want := s.Next(c.do, c.in), (schedule.Anchor{Do: c.do, In: c.in, Nth: c.nth}); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A run that is copied in its middle goes on as the original does, and the two do
// not disturb each other.
func TestCopiesOfACountGoOnByThemselves(t *testing.T) {
	for at := range before {
		a, s := NewAnchored(recorded, "a"), Sites{}
		first := before[:at].replay(a, &s)
		b, c := a.Clone(), s.Clone()
		x, y := before.replayFrom(at, a, &s), before.replayFrom(at, b, &c)
		if !slices.Equal(x, y) || len(first)+len(x) != 4 || !reflect.DeepEqual(a, b) || !reflect.DeepEqual(s, c) {
			t.Errorf("copied after %d: %q and then %q, the copy %q", at, first, x, y)
		}
	}
}
