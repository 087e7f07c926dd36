package main

import "testing"

// passes says whether h finds no fault with what key 1 holds.
func passes(h history, got int) (ok bool) {
	defer func() { ok = recover() == nil }()
	h.check(1, got)
	return true
}

func TestHistoryAcceptsTheLastAcknowledgedWriteAndThoseWithoutAnswer(t *testing.T) {
	h := history{}
	h.wrote(1, 1, false)
	h.wrote(2, 2, true)
	for number, want := range []bool{true, true, false} {
		if passes(h, number) != want {
			t.Errorf("nothing acknowledged, %d is read: want %v", number, want)
		}
	}
	h.wrote(1, 3, true)
	h.wrote(1, 4, true)
	h.wrote(1, 5, false)
	for number, want := range []bool{false, true, false, false, true, true, false} {
		if passes(h, number) != want {
			t.Errorf("4 acknowledged, %d is read: want %v", number, want)
		}
	}
}

func TestValuesAreLongerThanASectorAndAllDiffer(t *testing.T) {
	seen := map[string]bool{}
	for n := range writes {
		v := value(n + 1)
		if len(v) <= 512 || seen[v] {
			t.Errorf("value %d has %d bytes", n+1, len(v))
		}
		seen[v] = true
	}
}
