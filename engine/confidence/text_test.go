package confidence

import (
	"math"
	"testing"
)

func TestRatesHaveTwoDigits(t *testing.T) {
	for rate, want := range map[float64][2]string{
		0: {"0%", "0%"}, 1: {"100%", "100%"}, 0.17: {"17%", "17%"}, 0.174: {"17%", "18%"}, 0.175: {"18%", "18%"}, 0.0299: {"3.0%", "3.0%"},
		0.9951: {"100%", "100%"}, 0.0996: {"10%", "10%"}, 0.00994: {"0.99%", "1.0%"}, 0.0003: {"0.030%", "0.030%"}, 1.234e-7: {"0.000012%", "0.000013%"},
		0.08: {"8.0%", "8.0%"}, 0.29: {"29%", "29%"}, 0.57: {"57%", "57%"}, 0.035: {"3.5%", "3.5%"},
	} {
		if a, b := Percent(rate), Above(rate); a != want[0] || b != want[1] {
			t.Errorf("%v: %s, rounded up %s; want %s", rate, a, b, want)
		}
	}
	for x, want := range map[float64]float64{0.0295123: 0.02951, 1: 1, 0: 0, 0.00029956: 0.0002996} {
		if got := Rounded(x); got != want {
			t.Errorf("%v is rounded to %v", x, got)
		}
	}
}

// Machines compute the same up to a few of the last bits. They print the same.
func TestLastBitsDoNotShow(t *testing.T) {
	check := func(x float64) {
		t.Helper()
		up, down := x, x
		for range 8 {
			up, down = math.Nextafter(up, 2), math.Nextafter(down, 0)
		}
		for _, y := range []float64{up, down} {
			if Percent(x) != Percent(y) || Above(x) != Above(y) || OneIn(x) != OneIn(y) || Rounded(x) != Rounded(y) {
				t.Errorf("%v: %s, %s, %s, %v; a bit away %s, %s, %s, %v", x, Percent(x), Above(x), OneIn(x), Rounded(x), Percent(y), Above(y), OneIn(y), Rounded(y))
			}
		}
	}
	for n := uint64(1); n <= 3000; n++ {
		check(Bound(n, At95))
		check(Discovery(n/7, n))
	}
	for n := uint64(1); n <= 60; n++ {
		for k := uint64(1); k < n; k++ {
			low, high := Wilson(k, n)
			check(low)
			check(high)
			check(float64(k) / float64(n))
		}
	}
}
