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

// farApart is how many sequence numbers must be missing for a break to be drawn.
const farApart = 32

// drawBreaks marks where much is left out between two calls or answers.
func (f *figure) drawBreaks(w *writer) {
	last := -1
	for i := range f.axis.slots {
		if f.axis.slots[i].fault {
			continue
		}
		if last >= 0 && f.axis.slots[i].seq-f.axis.slots[last].seq > farApart {
			x := (f.axis.x(last) + f.axis.x(i)) / 2
			w.put(`<path class="break" d="M% %l4 -10m4 0l-4 10"/>`+"\n", x-4, f.foot+5)
		}
		last = i
	}
}

// decimals is how many decimals of a second tell the slots apart: 3, 6 or 9.
func (a *axis) decimals() int {
	step := vtime.Second
	for i := 1; i < len(a.slots); i++ {
		if d := a.slots[i].at.Sub(a.slots[i-1].at); d > 0 {
			step = min(step, d)
		}
	}
	switch {
	case step >= vtime.Millisecond:
		return 3
	case step >= vtime.Microsecond:
		return 6
	}
	return 9
}

// precision is how many decimals of a second tables show.
func (f *figure) precision() int { return max(6, f.axis.decimals()) }

// clock shows an instant in seconds, rounded down.
func clock(t vtime.Instant, decimals int) string {
	if t == vtime.Never {
		return "never"
	}
	ns := int64(t)
	frac := fmt.Sprintf("%09d", ns%int64(vtime.Second))
	return fmt.Sprintf("%d.%ss", ns/int64(vtime.Second), frac[:decimals])
}
