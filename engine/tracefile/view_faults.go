package tracefile

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// scheduled finds faults of the trace in the schedule of the header: the index of
// each there, -1 where it is not in it. Faults of operations are found by node,
// kind and number of the operation, others by instant, node, kind and links. Each
// entry of the schedule is one fault; of equal ones the first is taken first.
func (f *File) scheduled(faults []Fault) []int {
	places := map[struck][]int{}
	if f.Schedule != nil {
		for i := range f.Schedule.Faults {
			key := struckBy(&f.Schedule.Faults[i])
			places[key] = append(places[key], i)
		}
	}
	found := make([]int, len(faults))
	for i := range faults {
		found[i] = -1
		key := f.struck(&faults[i])
		if left := places[key]; len(left) > 0 {
			found[i], places[key] = left[0], left[1:]
		}
	}
	return found
}

// struck is what tells one fault from another.
type struck struct {
	kind, node string
	at         vtime.Instant // 0 for a fault of an operation
	op         uint64        // 0 for others
	cut        string
	direction  string
}

func struckBy(f *schedule.Fault) struck {
	s := struck{kind: f.Kind, node: f.Node, op: f.Op, cut: joined(f.Cut), direction: f.Direction}
	if f.Planned() {
		s.at, s.op = f.At, 0
	}
	return s
}

// struck is struckBy for a fault of the trace.
func (f *File) struck(t *Fault) struck {
	s := struck{kind: t.Kind[len("fault."):], cut: joined(t.Cut), direction: t.Direction}
	if t.Node >= 0 {
		s.node = f.Nodes[t.Node]
	}
	switch t.Kind {
	case trace.DiskFault.Name():
		s.kind, s.op = t.What, t.op
	case trace.CrashIO.Name():
		s.op = t.op
	default:
		s.at = vtime.Instant(t.At)
	}
	return s
}

// joined makes one text of names, whatever is in them and in which order they are.
func joined(names []string) (s string) {
	for _, name := range slices.Sorted(slices.Values(names)) {
		s += name + "\x00"
	}
	return s
}
