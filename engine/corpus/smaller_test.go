package corpus

import (
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

func TestSchedulesAreOrderedBySize(t *testing.T) {
	with := func(change func(*schedule.Schedule)) *schedule.Schedule {
		s := failing(twice, 2)
		change(s)
		return s
	}
	// Each is smaller than all that follow.
	order := []*schedule.Schedule{
		failing(twice, 1),
		with(func(s *schedule.Schedule) { s.Plain = []string{schedule.Latency, schedule.Ties} }),
		with(func(s *schedule.Schedule) { s.Plain = []string{schedule.Random} }),
		with(func(s *schedule.Schedule) { s.Ops, s.Duration = 9, vtime.Second }),
		with(func(s *schedule.Schedule) { s.Ops = 9 }),
		with(func(s *schedule.Schedule) { s.Ops = 10 }),
		with(func(s *schedule.Schedule) { s.Duration = vtime.Second }),
		with(func(s *schedule.Schedule) { s.Duration = 2 * vtime.Second }),
		failing(twice, 2),
	}
	for i, a := range order {
		for j, b := range order {
			if Smaller(a, b) != (i < j) {
				t.Errorf("%d smaller than %d: %v", i, j, Smaller(a, b))
			}
		}
	}
}
