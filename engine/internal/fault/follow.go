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

// Follow turns an oracle that has replayed a schedule until now into one that has
// replayed s until now. It says no, and changes nothing, if a run of s might not
// have come to the same state: if what struck before now differs. asked has the
// nodes in their order.
func (o *Oracle) Follow(s *schedule.Schedule, c *config.Config, now vtime.Instant, asked []Asked) bool {
	if o.recorded == nil || o.anchored != nil || len(o.missed) > 0 || !o.drewSame(s.Plain) {
		return false
	}
	n, unknown := Replay(s, c)
	if len(unknown) > 0 || !o.struckSame(n, now) || !o.askedSame(n, s, asked) {
		return false
	}
	o.planned, o.recorded, o.plain, o.anchored = n.planned, n.recorded, n.plain, n.anchored
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

// askedSame says whether all questions asked so far have the same answers in s,
// of which n is the oracle. Faults of n that have struck by their anchors are
// marked so.
func (o *Oracle) askedSame(n *Oracle, s *schedule.Schedule, asked []Asked) bool {
	past, ok := o.pastRecorded(asked)
	if !ok {
		return false
	}
	for node, name := range o.names {
		for i, f := range recordedOf(s.Faults, name) {
			byAnchor := s.ByAnchor && f.Anchor != nil
			if !o.struckBy(node, &f, byAnchor, asked) {
				continue
			}
			j := slices.IndexFunc(past, func(p schedule.Fault) bool { return sameAnswer(p, f, byAnchor) })
			if j < 0 {
				return false
			}
			if n.anchored != nil {
				n.anchored[node].struck[i] = past[j].Op
			}
			past = slices.Delete(past, j, j+1)
		}
	}
	return len(past) == 0
}

// pastRecorded gives the recorded faults that have struck. It is false if one
// waits for a send: what it waits for is not known here.
func (o *Oracle) pastRecorded(asked []Asked) (past []schedule.Fault, ok bool) {
	for _, f := range o.taken {
		if !f.Planned() {
			past = append(past, f)
		}
	}
	due := 0
	for k, f := range o.recorded {
		if k.num <= asked[k.node].of(f.Kind) {
			due++
		}
	}
	return past, due == len(past)
}

// of is the number of the last question that a kind of fault answers.
func (a Asked) of(kind string) uint64 {
	if ofRead(kind) {
		return a.Reads
	}
	return a.Ops
}

// struckBy says whether the operation that a fault is meant for has been made.
func (o *Oracle) struckBy(node int, f *schedule.Fault, byAnchor bool, asked []Asked) bool {
	if byAnchor {
		return o.sites[node].counts[site{f.Anchor.Do, f.Anchor.In}] >= f.Anchor.Nth
	}
	return f.Op <= asked[node].of(f.Kind)
}

// sameAnswer says whether a fault that has struck is the one that f would have
// been.
func sameAnswer(struck, f schedule.Fault, byAnchor bool) bool {
	if byAnchor && (struck.Anchor == nil || *struck.Anchor != *f.Anchor) {
		return false
	}
	if byAnchor {
		struck.Draw, f.Draw = struck.Draws(), f.Draws()
		struck.Op, f.Op = 0, 0
	}
	struck.At, struck.Until, f.At, f.Until = 0, struck.Until-struck.At, 0, f.Until-f.At
	struck.Anchor, f.Anchor = nil, nil
	return reflect.DeepEqual(struck, f)
}
