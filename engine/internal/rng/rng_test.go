package rng

import (
	"encoding/hex"
	"testing"
)

// The derivation is part of every seed's trace: these values must not change.
func TestKeysAndDrawsArePinned(t *testing.T) {
	k := Seed(42).Derive(Latency).Derive("0>1")
	if got := hex.EncodeToString(k[:8]); got != "f7b3049a735cb2db" {
		t.Errorf("derived key begins with %s", got)
	}
	s := k.Stream()
	if got := s.Uint64(); got != 13763727114334496525 {
		t.Errorf("first draw %d", got)
	}
}

func TestNamesAreNotPrefixesOfEachOther(t *testing.T) {
	seen := map[Key]string{}
	for _, name := range []string{"", "a", "aa", "0123456789abcdef", "0123456789abcdef\x00", "0123456789abcdefg", "a\x00", "\x00"} {
		k := Seed(1).Derive(name)
		if other, twice := seen[k]; twice {
			t.Errorf("%q and %q share a key", name, other)
		}
		seen[k] = name
	}
	if Seed(1).At(7) == Seed(1).Derive("\x07") {
		t.Error("a number and a name share a key")
	}
}

func TestACopyOfAStreamGoesOnByItself(t *testing.T) {
	a := Seed(1).Stream()
	a.Uint64()
	b := a
	var x, y [5]uint64
	for i := range x {
		x[i] = a.Uint64()
	}
	for i := range y {
		y[i] = b.Uint64()
	}
	if x != y {
		t.Errorf("%v and %v", x, y)
	}
}

func TestDrawsStayInTheirRangeAndReachItsEnds(t *testing.T) {
	s := Seed(1).Stream()
	low, high := false, false
	for range 1000 {
		switch n := s.Between(-2, 3); {
		case n < -2 || n > 3:
			t.Fatalf("%d lies outside", n)
		case n == -2:
			low = true
		case n == 3:
			high = true
		}
	}
	if !low || !high {
		t.Error("an end was never drawn")
	}
	if s.Between(5, 4) != 5 {
		t.Error("an empty range is not its lower end")
	}
}

func TestChancesAreExactAtTheirEnds(t *testing.T) {
	s := Seed(1).Stream()
	hits := 0
	for i := range 30000 {
		if s.Chance(Ratio{}) || s.Chance(Ratio{0, 5}) || !s.Chance(Ratio{3, 3}) {
			t.Fatal("a chance of 0 or 1 was a matter of chance")
		}
		if Seed(2).At(uint64(i)).Chance(Ratio{1, 3}) {
			hits++
		}
	}
	if hits < 9700 || hits > 10300 {
		t.Errorf("%d of 30000 for a chance of 1/3", hits)
	}
}

func TestRatiosAreReadExactly(t *testing.T) {
	for text, want := range map[string]Ratio{"0": {0, 1}, "1": {1, 1}, "0.05": {5, 100}, "1/20": {1, 20}, "0.000000001": {1, 1e9}} {
		if got, err := ParseRatio(text); err != nil || got != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "2", "1.1", "-1", "1/0", "3/2", "1e-3", "0.0000000001", "a", "/", "1/", " 1"} {
		if got, err := ParseRatio(text); err == nil {
			t.Errorf("%q is taken as %v", text, got)
		}
	}
}
