package engine

import (
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/property"
)

// Passed counts the seeds without a failure that left nothing undecided.
func (s *Summary) Passed() uint64 { return s.Ran - s.Failed - s.Undecided }

// Clean says that every seed ran and passed, and that the sweep reached all that
// it should have: only then do its passes bound the rate of failures.
func (s *Summary) Clean() bool {
	return s.Ran > 0 && s.Complete() && s.Passed() == s.Ran && len(s.Unreached) == 0 && len(s.Unrecorded) == 0
}

// Behaviours is how many different things the seeds have shown, and how many of
// them a single seed has. One is a call site with a result and a kind of fault
// that had struck before, or a history with a verdict.
func (s *Summary) Behaviours() (all, once int) {
	all, once = s.Tally.Behaviours()
	for i := range s.Histories {
		h := &s.Histories[i]
		for _, seeds := range []uint64{h.passed(), h.Violations, h.Undecided} {
			if seeds > 0 {
				all++
			}
			if seeds == 1 {
				once++
			}
		}
	}
	return all, once
}

// FaultKinds names the circumstances in a Tally: kinds of faults that had struck
// before in the run, in the order of schedule.Kinds, and first "none" for
// evaluations before which none had.
func FaultKinds(u property.Under) []string { return fault.Kinds(u) }
