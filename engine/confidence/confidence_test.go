package confidence

import (
	"math"
	"testing"
)

// What any textbook has: how far N passes reach, and how many seeds a bug needs.
func TestPassesBoundTheRate(t *testing.T) {
	for _, c := range []struct {
		seeds      uint64
		at95, at99 string
	}{{20, "14%", "21%"}, {100, "3.0%", "4.6%"}, {300, "1.0%", "1.6%"}, {1000, "0.30%", "0.46%"}, {10_000, "0.030%", "0.047%"}, {1, "95%", "99%"}, {0, "100%", "100%"}} {
		if a, b := Above(Bound(c.seeds, At95)), Above(Bound(c.seeds, At99)); a != c.at95 || b != c.at99 {
			t.Errorf("%d seeds: below %s at 95%%, %s at 99%%; want %s and %s", c.seeds, a, b, c.at95, c.at99)
		}
	}
	for seeds, want := range map[uint64][2]float64{20: {13.9, 20.6}, 100: {3.0, 4.5}, 300: {1.0, 1.5}, 1000: {0.30, 0.46}, 10_000: {0.030, 0.046}} {
		for i, risk := range []Risk{At95, At99} {
			if got := 100 * Bound(seeds, risk); math.Abs(got-want[i])/want[i] > 0.017 {
				t.Errorf("%d seeds at %v: %v%%, want %v%%", seeds, risk, got, want[i])
			}
		}
	}
}

func TestSeedsNeededForARate(t *testing.T) {
	for rate, want := range map[float64][2]uint64{0.5: {5, 7}, 0.1: {29, 44}, 0.05: {59, 90}, 0.01: {299, 459}, 0.003: {998, 1533}, 0.001: {2995, 4603}, 1: {1, 1}} {
		if a, b := Needed(rate, At95), Needed(rate, At99); a != want[0] || b != want[1] {
			t.Errorf("a rate of %v: %d and %d seeds, want %d", rate, a, b, want)
		}
	}
}

// probability is that of exactly k of n.
func probability(k, n int, p float64) float64 {
	ways := func(n int) float64 { v, _ := math.Lgamma(float64(n + 1)); return v }
	return math.Exp(ways(n) - ways(k) - ways(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

// At the bound, no failure at all among n seeds has exactly the chance that the
// risk says; a seed fewer than needed has more.
func TestTheBoundIsExact(t *testing.T) {
	for n := 1; n <= 400; n++ {
		for _, risk := range []Risk{At95, At99} {
			p := Bound(uint64(n), risk)
			if got := probability(0, n, p); math.Abs(got-float64(risk)) > 1e-12 {
				t.Errorf("%d seeds: at a rate of %v none fails with probability %v", n, p, got)
			}
			more := p * 1.0001
			if needed := int(Needed(more, risk)); needed != n || probability(0, needed, more) > float64(risk) || n > 1 && probability(0, needed-1, more) <= float64(risk) {
				t.Errorf("a rate of %v needs %d seeds, want %d", more, needed, n)
			}
		}
	}
}

// Figures that were published: Newcombe, Statistics in Medicine 17 (1998).
func TestWilsonsIntervalIsThePublishedOne(t *testing.T) {
	for _, c := range []struct {
		failed, seeds uint64
		low, high     float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		low, high := Wilson(c.failed, c.seeds)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f to %.4f, want %v to %v", c.failed, c.seeds, low, high, c.low, c.high)
		}
	}
	if low, high := Wilson(7, 7); high != 1 || low < 0.6 {
		t.Errorf("all of 7: %v to %v", low, high)
	}
}

// Whatever the rate, about 95 of 100 sweeps have an interval that contains it:
// added up over every outcome that a sweep may have.
func TestWilsonsIntervalContainsTheRate(t *testing.T) {
	for _, n := range []int{10, 30, 100, 300} {
		sum, worst := 0.0, 1.0
		const steps = 199
		for i := 1; i <= steps; i++ {
			p, covered := float64(i)/(steps+1), 0.0
			for k := range n + 1 {
				if low, high := Wilson(uint64(k), uint64(n)); low <= p && p <= high {
					covered += probability(k, n, p)
				}
			}
			sum, worst = sum+covered, min(worst, covered)
		}
		if mean := sum / steps; mean < 0.945 || mean > 0.96 || worst < 0.83 {
			t.Errorf("%d seeds: contained in %.4f of sweeps, at worst %.4f", n, mean, worst)
		}
	}
}

func TestDiscovery(t *testing.T) {
	for _, c := range []struct {
		once, seeds uint64
		want        string
	}{{9, 1000, "1 in 111"}, {0, 998, "1 in 1000"}, {0, 0, "1 in 2"}, {5, 5, "1 in 1"}, {9, 3, "1 in 1"}, {3, 100, "1 in 33"}} {
		if got := OneIn(Discovery(c.once, c.seeds)); got != c.want {
			t.Errorf("%d of %d seeds: %s, want %s", c.once, c.seeds, got, c.want)
		}
	}
}
