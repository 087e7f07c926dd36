package confidence

import (
	"math"
	"strconv"
)

// Machines differ in the last bits of what they compute. So every number is
// brought to figures digits before it is rounded for display: what lies on the
// border between two texts then falls on the same side everywhere.
const figures = 11

func settle(x float64) float64 {
	s, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', figures, 64), 64) // its own output is a number
	return s
}

// Percent writes a rate with two digits: "17%", "3.0%", "0.030%".
func Percent(rate float64) string { return percent(settle(rate), math.Round) }

// Above writes a rate as Percent does, rounded up: what holds above the rate
// holds above what is written.
func Above(rate float64) string { return percent(settle(rate), math.Ceil) }

func percent(rate float64, round func(float64) float64) string {
	if rate <= 0 {
		return "0%"
	}
	exponent := exponentOf(rate) + 2 // of the rate in percent
	decimals := 1 - exponent
	digits := round(settle(rate * math.Pow10(2+decimals)))
	if digits == 100 { // 9.96 has become 10
		digits, decimals = 10, decimals-1
	}
	if decimals <= 0 {
		return strconv.FormatFloat(digits*math.Pow10(-decimals), 'f', 0, 64) + "%"
	}
	return strconv.FormatFloat(digits/math.Pow10(decimals), 'f', decimals, 64) + "%"
}

// exponentOf is the power of ten of a number's first digit.
func exponentOf(x float64) int {
	text := strconv.FormatFloat(x, 'e', figures, 64)
	exponent, _ := strconv.Atoi(text[len("1.")+figures+len("e"):])
	return exponent
}

// OneIn writes a rate as how many seeds there are for one: "1 in 33". The rate
// is above 0 and at most 1.
func OneIn(rate float64) string {
	return "1 in " + strconv.FormatFloat(math.Round(settle(1/rate)), 'f', 0, 64)
}

// Rounded brings a number to four digits, for files that are compared.
func Rounded(x float64) float64 {
	s, _ := strconv.ParseFloat(strconv.FormatFloat(settle(x), 'e', 3, 64), 64) // its own output is a number
	return s
}
