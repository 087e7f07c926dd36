package page

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/vtime"
)

// slot is a place on the axis: the call or answer of one sequence number, or the
// begin or end of a fault between two of them.
type slot struct {
	seq   uint64
	fault bool // no sequence number; at is the instant of the fault
	at    vtime.Instant
	x     int
}

// axis is the order of events, left to right and not to scale.
type axis struct {
	slots []slot
	place map[uint64]int // of a sequence number
	timed bool           // the calls have instants
	width int
}

// Widths on the axis.
const (
	margin    = 14  // before the first and after the last slot
	minStep   = 22  // from one slot to the next
	openTail  = 56  // after the last slot if a call of unknown end fades out
	niceWidth = 940 // to which a small drawing is spread, with its names
	maxStep   = 260 // to which a step is spread at most
)

// newAxis puts the calls, and the instants at which faults begin and end among
// them, in their order.
func newAxis(calls []call, bands []Band) *axis {
	a := &axis{place: map[uint64]int{}}
	for i := range calls {
		c := &calls[i]
		a.slots = append(a.slots, slot{seq: c.first, at: c.from})
		if !c.open {
			a.slots = append(a.slots, slot{seq: c.last, at: c.to})
		}
		a.timed = a.timed || c.from != 0 || !c.open && c.to != 0
	}
	slices.SortStableFunc(a.slots, func(s, t slot) int { return cmp.Or(cmp.Compare(s.seq, t.seq), cmp.Compare(s.at, t.at)) })
	a.slots = slices.CompactFunc(a.slots, func(s, t slot) bool { return s.seq == t.seq })
	if a.timed {
		a.addFaults(bands)
	}
	for i := range a.slots {
		if !a.slots[i].fault {
			a.place[a.slots[i].seq] = i
		}
	}
	return a
}

// begin and end are the first and last instant that is drawn.
func (a *axis) begin() vtime.Instant { return a.slots[0].at }
func (a *axis) end() vtime.Instant   { return a.slots[len(a.slots)-1].at }

// addFaults adds a slot for each begin and end of a fault up to the last call. At
// equal instants a fault begins after the calls and answers, and ends before them:
// what a node did in the instant of its crash it did before, and it does nothing
// before it is up again.
func (a *axis) addFaults(bands []Band) {
	events := a.slots
	// Instants need not grow with the sequence numbers where clocks are real.
	for i := 1; i < len(events); i++ {
		events[i].at = max(events[i].at, events[i-1].at)
	}
	begin, end := a.begin(), a.end()
	for i := range bands {
		// What was over before the first call is drawn before it.
		if bands[i].To < a.begin() {
			begin = min(begin, bands[i].From)
		}
	}
	for i := range bands {
		b := &bands[i]
		if b.From >= begin && b.From <= end {
			a.slots = append(a.slots, slot{fault: true, at: b.From, x: 2})
		}
		if b.To > b.From && b.To >= begin && b.To <= end {
			a.slots = append(a.slots, slot{fault: true, at: b.To})
		}
	}
	// x is the order at equal instants here: ends, events, begins.
	for i := range events {
		a.slots[i].x = 1
	}
	slices.SortStableFunc(a.slots, func(s, t slot) int { return cmp.Or(cmp.Compare(s.at, t.at), cmp.Compare(s.x, t.x)) })
	a.slots = slices.CompactFunc(a.slots, func(s, t slot) bool { return s.fault && t.fault && s.at == t.at && s.x == t.x })
}

// want is room that something needs between two slots; to may be one past the
// last, which stands for the right edge.
type want struct{ from, to, width int }

// spread gives every slot its x, so that all wants are met.
func (a *axis) spread(wants []want, open bool, nice int) {
	n := len(a.slots)
	step := make([]int, n+1) // before each slot, and after the last
	for i := range step {
		step[i] = minStep
	}
	step[0], step[n] = margin, margin
	if open {
		step[n] = openTail
	}
	slices.SortStableFunc(wants, func(v, w want) int { return cmp.Or(v.to-w.to, w.from-v.from) })
	for _, w := range wants {
		have := 0
		for _, s := range step[w.from+1 : w.to+1] {
			have += s
		}
		step[w.to] += max(0, w.width-have)
	}
	total := 0
	for _, s := range step {
		total += s
	}
	for i := 1; i < n && total < nice; i++ {
		more := min((nice-total)/(n-i), max(0, maxStep-step[i]))
		step[i] += more
		total += more
	}
	a.width = 0
	for i := range a.slots {
		a.width += step[i]
		a.slots[i].x = a.width
	}
	a.width += step[n]
}

// ofCall gives where a call begins and ends: slot numbers, the second one past the
// last for a call of unknown end.
func (a *axis) ofCall(c *call) (from, to int) {
	if c.open {
		return a.place[c.first], len(a.slots)
	}
	return a.place[c.first], a.place[c.last]
}

// x gives the place of a slot, or of the right edge.
func (a *axis) x(slot int) int {
	if slot == len(a.slots) {
		return a.width
	}
	return a.slots[slot].x
}

// faultSlot finds the slot of the begin or end of a fault; ok is false if it lies
// outside.
func (a *axis) faultSlot(at vtime.Instant, begin bool) (slot int, ok bool) {
	for i := range a.slots {
		if s := &a.slots[i]; !s.fault || s.at != at {
			continue
		}
		// Of two slots at one instant the first is an end and the last a begin.
		if slot, ok = i, true; !begin {
			break
		}
	}
	return slot, ok
}
