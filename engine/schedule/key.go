package schedule

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Key is equal for two schedules that a run cannot tell apart. It leaves out the
// notes for the reader (program, config, what it was shrunk from, the instants
// of recorded faults) and the order of faults, except that of planned ones at
// one instant.
func (s *Schedule) Key() string {
	c := s.Clone()
	c.Schema, c.Program, c.Config, c.Fails, c.ShrunkFrom, c.ShrinkRuns, c.Corpus = Schema, "", "", "", nil, 0, nil
	c.ByAnchor = s.ByAnchor && slices.ContainsFunc(s.Faults, func(f Fault) bool { return !f.Planned() && f.Anchor != nil })
	for i := range c.Faults {
		c.Faults[i] = c.Faults[i].bare(c.ByAnchor)
	}
	slices.SortStableFunc(c.Faults, byTarget)
	slices.Sort(c.Plain)
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // plain data
	}
	return string(b)
}

// Planned says that the fault happens at an instant, not at an operation.
func (f *Fault) Planned() bool {
	k, _ := KindOf(f.Kind)
	return k.Planned
}

// bare is a fault with nothing but what decides when and how it strikes.
func (f Fault) bare(byAnchor bool) Fault {
	if f.Planned() {
		f.Anchor = nil
		return f
	}
	f.At, f.Until = 0, f.Until-f.At
	if byAnchor && f.Anchor != nil {
		f.Draw, f.Op = f.Draws(), 0
		if f.Kind != CrashIO {
			f.Draw = 0
		}
	} else {
		f.Anchor = nil
	}
	return f
}

// byTarget orders bare faults: by instant, and recorded ones, whose instant is
// 0, by what they strike.
func byTarget(a, b Fault) int {
	if a.Planned() || b.Planned() {
		return cmp.Or(cmp.Compare(order(&a), order(&b)), cmp.Compare(a.At, b.At))
	}
	return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Op, b.Op), byAnchor(a.Anchor, b.Anchor))
}

// order puts recorded faults before planned ones.
func order(f *Fault) int {
	if f.Planned() {
		return 1
	}
	return 0
}

func byAnchor(a, b *Anchor) int {
	if a == nil || b == nil {
		return 0
	}
	return cmp.Or(cmp.Compare(a.In, b.In), cmp.Compare(a.Do, b.Do), cmp.Compare(a.Nth, b.Nth))
}
