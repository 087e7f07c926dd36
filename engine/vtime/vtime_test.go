package vtime

import "testing"

func TestNeverIsTheEndOfAllSums(t *testing.T) {
	if Never.Add(5) != Never || Never.Add(-5) != Never || (Never-3).Add(10) != Never {
		t.Error("a sum passed Never")
	}
	if Instant(10).Add(-4) != 6 || Instant(10).Sub(4) != 6 {
		t.Error("plain sums are wrong")
	}
}

func TestTextForms(t *testing.T) {
	for at, want := range map[Instant]string{0: "0.000s", 1_999_999: "0.001s", 61_234_567_890: "61.234s", Never: "never"} {
		if got := at.Seconds(); got != want {
			t.Errorf("%d: %s, want %s", at, got, want)
		}
	}
	var at Instant
	for _, text := range []string{"427.268419ms", "never", "0s"} {
		if err := at.UnmarshalText([]byte(text)); err != nil || at.String() != text {
			t.Errorf("%s became %v, %v", text, at, err)
		}
	}
	for _, text := range []string{"-1s", "5", "", "soon"} {
		if err := at.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for an instant", text)
		}
	}
}
