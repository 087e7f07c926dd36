// Package confidence says how far a sweep of seeds can be trusted: how often a
// random seed may still fail, how exactly a rate of failures is known, and
// whether more seeds would show anything new. Its numbers are for people to read
// and decide nothing.
//
// All of it is about fresh, independent seeds of one program and config, and
// about the simulator's distribution of faults and schedules, not production's.
package confidence

import "math"

// Risk is the chance at which a statement may be wrong.
type Risk float64

// The risks of statements at 95% and at 99%.
const (
	At95 Risk = 0.05
	At99 Risk = 0.01
)

// Bound is the failure rate that is ruled out, up to the risk, when that many
// seeds have run and none failed: exactly 1 - risk^(1/seeds). Without a seed it
// is 1.
func Bound(seeds uint64, risk Risk) float64 {
	if seeds == 0 {
		return 1
	}
	return -math.Expm1(math.Log(float64(risk)) / float64(seeds))
}

// Needed is how many seeds show a failure of the given rate at least once, up to
// the risk. The rate lies above 0 and is at most 1.
func Needed(rate float64, risk Risk) uint64 {
	if rate >= 1 {
		return 1
	}
	return uint64(math.Ceil(math.Log(float64(risk)) / math.Log1p(-rate)))
}

// z is the quantile of the normal distribution that leaves 2.5% above it.
const z = 1.959963984540054

// Wilson is Wilson's interval at 95% of the rate of which failed of seeds, at
// least one, is a sample.
func Wilson(failed, seeds uint64) (low, high float64) {
	n := float64(seeds)
	p := float64(failed) / n
	middle := p + z*z/(2*n)
	half := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	scale := 1 + z*z/n
	low, high = (middle-half)/scale, (middle+half)/scale
	if failed == 0 {
		low = 0
	}
	if failed == seeds {
		high = 1
	}
	return low, high
}

// Discovery is an estimate of the chance that a new seed shows what none of
// seeds has, when once of what they showed was seen in a single seed: Good and
// Turing's once/seeds, and Laplace's 1/(seeds+2) where nothing was.
func Discovery(once, seeds uint64) float64 {
	switch {
	case once == 0:
		return 1 / float64(seeds+2)
	case once >= seeds:
		return 1
	}
	return float64(once) / float64(seeds)
}
