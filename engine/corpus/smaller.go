package corpus

import (
	"cmp"

	"github.com/seedfall/seedfall/engine/schedule"
)

// Smaller says whether one schedule has less to it than another: fewer faults;
// of as many, more plain streams, then a lower cap on the workload's operations,
// then a shorter duration. Two that compare equal so are not smaller.
func Smaller(a, b *schedule.Schedule) bool {
	return cmp.Or(
		cmp.Compare(len(a.Faults), len(b.Faults)),
		cmp.Compare(len(b.Plain), len(a.Plain)),
		limit(a.Ops, b.Ops),
		limit(int64(a.Duration), int64(b.Duration)),
	) < 0
}

// limit compares two limits, of which 0 is none, the highest.
func limit(a, b int64) int { return cmp.Compare(uint64(a)-1, uint64(b)-1) }
