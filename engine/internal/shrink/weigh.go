package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// weigh gives what the search makes less, what matters most first. Everything
// that is kept weighs less than what was kept before, so the search ends.
// Times of faults are in milliseconds, rounded up.
func weigh(s *schedule.Schedule) []uint64 {
	ops, duration := uint64(s.Ops), uint64(s.Duration)
	// None means no limit: 0 becomes the greatest number.
	w := []uint64{uint64(len(s.Faults)), 0, ops - 1, duration - 1, 0, 0, 0, 0}
	drawn, details, spans, instants, anchored := &w[1], &w[4], &w[5], &w[6], &w[7]
	for _, stream := range schedule.Streams {
		if !slices.Contains(s.Plain, stream.Name) {
			*drawn++
		}
	}
	for i := range s.Faults {
		f := &s.Faults[i]
		*details += uint64(len(f.Cut))
		for _, detail := range []bool{f.Corrupt, f.Point == schedule.Within, f.Page > 1, f.PageTo > 0, f.Bit > 0} {
			if detail {
				*details++
			}
		}
		*spans += milliseconds(f.Span()) + milliseconds(f.Grace)
		if f.Planned() {
			*instants += milliseconds(vtime.Duration(f.At))
		}
	}
	if s.ByAnchor {
		*anchored = 1
	}
	return w
}

func milliseconds(d vtime.Duration) uint64 {
	return uint64(d)/uint64(vtime.Millisecond) + min(1, uint64(d)%uint64(vtime.Millisecond))
}
