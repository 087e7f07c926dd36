package work

import "github.com/seedfall/seedfall/engine/schedule"

// Verdict is what a single run came to, seen from the failure that its schedule was
// about.
type Verdict struct {
	Outcome Outcome `json:"outcome"`
	// Text says it in a sentence without a full stop.
	Text string `json:"text"`
	// Fingerprint and Title are those of the failure; "" without one.
	Fingerprint string `json:"fingerprint,omitempty"`
	Title       string `json:"title,omitempty"`
	// Unfired are the faults of the schedule that did not happen.
	Unfired []schedule.Fault `json:"unfired,omitempty"`
}

// Outcome is how a run ends.
type Outcome string

// The outcomes.
const (
	Passes    Outcome = "passes"
	Fails     Outcome = "fails"     // in the way that is known, or in any if none is
	Differs   Outcome = "differs"   // fails in another way
	Undecided Outcome = "undecided" // no failure, but a history about which nothing is known
)

// Near is how a passing run differs from the failing one that it is near to.
type Near struct {
	How NearHow `json:"how"`
	// Text says it in a sentence without a full stop.
	Text string `json:"text"`
	// Number is that of the fault which was left out, from 1, in the schedule as the
	// failing run took it, and Fault that fault, for LessOne.
	Number int             `json:"number,omitempty"`
	Fault  *schedule.Fault `json:"fault,omitempty"`
	// Seed is that of the passing run.
	Seed uint64 `json:"seed"`
}

// NearHow is a kind of difference.
type NearHow string

// The differences, the nearest first.
const (
	LessOne   NearHow = "fault"  // one fault is left out
	NoFaults  NearHow = "faults" // all are
	OtherSeed NearHow = "seed"   // it is another seed, with the faults that it draws
)
