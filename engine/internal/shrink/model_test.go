package shrink

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// The synthetic failures know nothing but which faults happened. Fault i of n is
// on a node of its own, whose name is its number.

// many gives n crashes, one each 100ms, for 50ms.
func many(n int) *schedule.Schedule {
	s := &schedule.Schedule{Schema: schedule.Schema, Seed: 1, Duration: vtime.Minute}
	for i := range n {
		at := vtime.Instant(i+1) * vtime.Instant(100*vtime.Millisecond)
		s.Faults = append(s.Faults, schedule.Fault{At: at, Kind: schedule.Crash, Node: fmt.Sprint(i), Until: at.Add(50 * vtime.Millisecond)})
	}
	return s
}

// has says of a fault whether it happened.
type has func(i int) bool

// synthetic runs a schedule of many: it fails if fails says so of the faults
// that happened, and those are the ones for which fires says so too. Nil fires
// is all.
type synthetic struct {
	fails func(has) bool
	fires func(i int, in has) bool
	runs  atomic.Int64
}

func (y *synthetic) run(_ context.Context, s *schedule.Schedule) (Outcome, error) {
	y.runs.Add(1)
	var in, happened [of]bool
	for _, f := range s.Faults {
		in[number(f)] = true
	}
	out := Outcome{At: vtime.Instant(vtime.Minute)}
	for _, f := range s.Faults {
		if y.fires != nil && !y.fires(number(f), func(i int) bool { return in[i] }) {
			out.Unfired++
			continue
		}
		happened[number(f)] = true
		out.Taken = append(out.Taken, f)
	}
	if y.fails(func(i int) bool { return happened[i] }) {
		out.Same, out.Ends = true, "lost"
	}
	return out, nil
}

func number(f schedule.Fault) int {
	i, err := strconv.Atoi(f.Node)
	if err != nil {
		panic(err) // the schedule is not one of many
	}
	return i
}

func numbers(s *schedule.Schedule) (all []int) {
	for _, f := range s.Faults {
		all = append(all, number(f))
	}
	return all
}

func (y *synthetic) options() Options { return Options{Try: y.run, Keep: y.run} }

// needs fails if all of some faults happened.
func needs(all ...int) func(has) bool {
	return func(h has) bool {
		return !slices.ContainsFunc(all, func(i int) bool { return !h(i) })
	}
}

// removal runs only the passes that remove faults, and gives what is left and
// the runs that they took.
func removal(t *testing.T, s *schedule.Schedule, o Options) (left []int, runs int) {
	t.Helper()
	h := newShrinker(context.Background(), s, o)
	if err := h.first(); err != nil {
		t.Fatal(err)
	}
	for _, pass := range []func() (bool, error){h.trim, h.families, h.bisectFaults, h.removals} {
		if _, err := pass(); err != nil {
			t.Fatal(err)
		}
	}
	return numbers(h.kept.s), h.runs
}
