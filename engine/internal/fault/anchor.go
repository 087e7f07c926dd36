package fault

import (
	"maps"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// Read is what an anchor says that a read does. Changes have the names of
// disk.OpKind.
const Read = "read"

// Sites counts the operations of one node's disk by what they do and by the
// function that makes them, over all incarnations. The zero value has counted
// none. It is plain data; Clone copies it.
type Sites struct {
	counts map[site]uint64
}

// site is where a program makes operations of one kind.
type site struct{ do, in string }

// Next counts one operation and names it. Every operation has to be counted,
// whether anything strikes it or not. in is "" if the function is not known,
// which is counted like one of that name.
func (s *Sites) Next(do, in string) schedule.Anchor {
	if s.counts == nil {
		s.counts = map[site]uint64{}
	}
	at := site{do, in}
	s.counts[at]++
	return schedule.Anchor{Do: do, In: in, Nth: s.counts[at]}
}

// Clone gives a count that goes on by itself from the same place.
func (s *Sites) Clone() Sites { return Sites{maps.Clone(s.counts)} }

// Anchored finds the operations that the recorded faults of one node strike: by
// the anchor where a fault has one, else by its number. It is plain data; Clone
// copies it.
type Anchored struct {
	faults []schedule.Fault // of recorded kinds, in the schedule's order; not changed
	struck []uint64         // of each fault the number of the operation; 0 for none yet
}

// NewAnchored takes the recorded faults of a node out of a schedule's.
func NewAnchored(faults []schedule.Fault, node string) *Anchored {
	a := &Anchored{faults: recordedOf(faults, node)}
	a.struck = make([]uint64, len(a.faults))
	return a
}

// recordedOf gives the recorded faults of a node, in the schedule's order.
func recordedOf(faults []schedule.Fault, node string) (all []schedule.Fault) {
	for _, f := range faults {
		if f.Node == node && !f.Planned() {
			all = append(all, f)
		}
	}
	return all
}

// Strike gives the faults that strike an operation, in the schedule's order, with
// the operation's number as Op. num counts changes and reads apart, as Fault.Op
// does; at is what Sites.Next said of the operation. Each fault strikes once.
func (a *Anchored) Strike(num uint64, at schedule.Anchor) (all []schedule.Fault) {
	for i, f := range a.faults {
		if a.struck[i] != 0 || !meant(&f, num, at) {
			continue
		}
		if f.Op != num {
			f.Draw = f.Draws()
		}
		a.struck[i], f.Op = num, num
		all = append(all, f)
	}
	return all
}

// meant says whether a fault is recorded for an operation.
func meant(f *schedule.Fault, num uint64, at schedule.Anchor) bool {
	if f.Anchor != nil {
		return *f.Anchor == at
	}
	return f.Op == num && ofRead(f.Kind) == (at.Do == Read)
}

// ofRead says whether a kind of fault strikes reads.
func ofRead(kind string) bool {
	for _, r := range reads {
		if r.kind == kind {
			return true
		}
	}
	return false
}

// Moved is a fault that struck an operation with another number than the one it
// was recorded at.
type Moved struct {
	Fault schedule.Fault // as it was recorded
	Op    uint64         // the number of the operation that it struck
}

// Moved gives the faults that found their operation at another number, in the
// schedule's order.
func (a *Anchored) Moved() (all []Moved) {
	for i, f := range a.faults {
		if a.struck[i] != 0 && a.struck[i] != f.Op {
			all = append(all, Moved{f, a.struck[i]})
		}
	}
	return all
}

// Missing gives the faults whose operation has not been made, in the schedule's
// order.
func (a *Anchored) Missing() (all []schedule.Fault) {
	for i, f := range a.faults {
		if a.struck[i] == 0 {
			all = append(all, f)
		}
	}
	return all
}

// Clone gives a copy that goes on by itself from the same place.
func (a *Anchored) Clone() *Anchored {
	return &Anchored{a.faults, slices.Clone(a.struck)}
}
