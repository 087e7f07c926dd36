package page

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/vtime"
)

// tickLetter is the width of a digit on the axis.
const tickLetter = 6

// drawTicks writes instants above and sequence numbers below, as many as have
// room. Those of the call that cannot be placed come first.
func (f *figure) drawTicks(w *writer) {
	first := f.ticksFirst()
	if f.axis.timed {
		decimals := f.axis.decimals()
		f.ticks(w, first, 14, func(s *slot) string { return clock(s.at, decimals) })
	}
	f.ticks(w, first, f.foot+15, func(s *slot) string { return fmt.Sprint(s.seq) })
}

// ticksFirst gives slots in the order in which they get a label.
func (f *figure) ticksFirst() (slots []int) {
	for i := range f.calls {
		if c := &f.calls[i]; c.role == culprit {
			from, to := f.axis.ofCall(c)
			slots = append(slots, from, to)
		}
	}
	for i := range f.axis.slots {
		if !f.axis.slots[i].fault {
			slots = append(slots, i)
		}
	}
	return slots
}

func (f *figure) ticks(w *writer, order []int, y int, text func(s *slot) string) {
	type taken struct{ from, to int }
	var done []taken
	seen := map[int]bool{}
next:
	for _, i := range order {
		if i == len(f.axis.slots) || seen[i] {
			continue
		}
		s := &f.axis.slots[i]
		label := text(s)
		half := len(label)*tickLetter/2 + 4
		x := min(max(s.x, half), f.axis.width-half)
		for _, d := range done {
			if x-half < d.to && x+half > d.from {
				continue next
			}
		}
		done, seen[i] = append(done, taken{x - half, x + half}), true
		w.put(`<text class="tick" x="%" y="%">%</text>`, x, y, label)
	}
	w.put("\n")
}

// decimals is how many decimals of a second tell the slots apart: 3, 6 or 9.
func (a *axis) decimals() int {
	switch step := a.end().Sub(a.begin()) / vtime.Duration(len(a.slots)); {
	case step >= vtime.Millisecond:
		return 3
	case step >= vtime.Microsecond:
		return 6
	}
	return 9
}

// clock shows an instant in seconds, rounded down.
func clock(t vtime.Instant, decimals int) string {
	if t == vtime.Never {
		return "never"
	}
	ns := int64(t)
	frac := fmt.Sprintf("%09d", ns%int64(vtime.Second))
	return fmt.Sprintf("%d.%ss", ns/int64(vtime.Second), frac[:decimals])
}
