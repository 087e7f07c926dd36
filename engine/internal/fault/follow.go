package fault

import (
	"reflect"
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Asked is how many questions the disk of a node has asked: changes and reads.
type Asked struct{ Ops, Reads uint64 }

// of is the number of the last question that a kind of fault answers.
func (a Asked) of(kind string) uint64 {
	if slices.ContainsFunc(reads[:], func(r onRead) bool { return r.kind == kind }) {
		return a.Reads
	}
	return a.Ops
}

// Follow turns an oracle that has replayed a schedule until now into one that has
// replayed s until now. It says no, and changes nothing, if a run of s might not
// have come to the same state: if what struck before now differs.
func (o *Oracle) Follow(s *schedule.Schedule, c *config.Config, now vtime.Instant, asked []Asked) bool {
	if o.recorded == nil || len(o.missed) > 0 || s.ByAnchor || !o.drewSame(s.Plain) {
		return false
	}
	n, unknown := Replay(s, c)
	if len(unknown) > 0 || !o.struckSame(n, now) || !o.askedSame(n, asked) {
		return false
	}
	o.planned, o.recorded, o.plain = n.planned, n.recorded, n.plain
	return true
}

// drewSame says whether all draws until now were the same with other plain
// streams. Tearing is drawn by crashes only; the others from the beginning.
func (o *Oracle) drewSame(plain []string) bool {
	drawn := func(s string) bool { return s != schedule.Tearing || slices.ContainsFunc(o.taken, crashes) }
	some := func(all []string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(s string) bool { return !drawn(s) })
	}
	return slices.Equal(some(o.plain), some(plain))
}

func crashes(f schedule.Fault) bool { return f.Kind == schedule.Crash || f.Kind == schedule.CrashIO }

// struckSame says whether the planned faults until now are the same.
func (o *Oracle) struckSame(n *Oracle, now vtime.Instant) bool {
	if len(n.planned) < o.next || !reflect.DeepEqual(o.planned[:o.next], n.planned[:o.next]) {
		return false
	}
	left, other := o.planned[o.next:], n.planned[o.next:]
	return len(other) == 0 || other[0].At > now || len(left) > 0 && reflect.DeepEqual(left[0], other[0])
}

// askedSame says whether all questions asked so far had the same answers.
func (o *Oracle) askedSame(n *Oracle, asked []Asked) bool {
	covers := func(a, b map[op]schedule.Fault) bool {
		for k, f := range a {
			if k.num > asked[k.node].of(k.kind) {
				continue
			}
			g, ok := b[k]
			f.At, f.Until, g.At, g.Until = 0, f.Until-f.At, 0, g.Until-g.At
			f.Anchor, g.Anchor = nil, nil
			if !ok || !reflect.DeepEqual(f, g) {
				return false
			}
		}
		return true
	}
	return covers(o.recorded, n.recorded) && covers(n.recorded, o.recorded)
}
