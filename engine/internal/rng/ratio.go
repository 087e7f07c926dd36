package rng

import (
	"fmt"
	"strings"
)

// Ratio is a chance as two integers, Num in Den. The zero Ratio never happens.
type Ratio struct{ Num, Den uint64 }

// Zero says that r never happens.
func (r Ratio) Zero() bool { return r.Num == 0 || r.Den == 0 }

// ParseRatio reads "0.05", "1e-3" is not taken, "1/20" is. The value must lie
// between 0 and 1 and have at most 9 decimals, so that it is exact.
func ParseRatio(s string) (Ratio, error) {
	bad := fmt.Errorf("%q is not a chance; write a number from 0 to 1 with at most 9 decimals, or a fraction such as \"1/20\"", s)
	if num, den, ok := strings.Cut(s, "/"); ok {
		n, ok1 := digits(num)
		d, ok2 := digits(den)
		if !ok1 || !ok2 || d == 0 || n > d {
			return Ratio{}, bad
		}
		return Ratio{n, d}, nil
	}
	whole, frac, _ := strings.Cut(s, ".")
	n, ok := digits(whole)
	if !ok || n > 1 || len(frac) > 9 {
		return Ratio{}, bad
	}
	r := Ratio{n, 1}
	for i := range len(frac) {
		if frac[i] < '0' || frac[i] > '9' {
			return Ratio{}, bad
		}
		r = Ratio{r.Num*10 + uint64(frac[i]-'0'), r.Den * 10}
	}
	if r.Num > r.Den {
		return Ratio{}, bad
	}
	return r, nil
}

func digits(s string) (n uint64, ok bool) {
	if s == "" || len(s) > 18 {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return n, true
}

// String gives r as a fraction; ParseRatio reads it back.
func (r Ratio) String() string { return fmt.Sprintf("%d/%d", r.Num, r.Den) }
