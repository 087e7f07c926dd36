package config

import "testing"

func TestNearestGuessesOnlyWhatIsLikely(t *testing.T) {
	names := []string{"duration", "torn_writes", "fs_model", "nodes", "name", "a", "server-1", "server-2"}
	for word, want := range map[string]string{
		"duraiton":    "duration", // two letters swapped
		"Torn-Writes": "torn_writes",
		"tornwrites":  "torn_writes",
		"fsmodle":     "fs_model",
		"node":        "nodes",
		"server-3":    "server-1", // of equals the first
		"nmae":        "name",
		"b":           "",
		"pack":        "",
		"zzzz":        "",
		"":            "",
		"writes":      "",
		"x234567890123456789012345678901234567890123456789012345678901234567890": "",
	} {
		if got := Nearest(word, names); got != want {
			t.Errorf("%q: got %q, want %q", word, got, want)
		}
	}
}

func TestSlipsCountsEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "ab", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}} {
		if got := slips(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: got %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestSizesReadBackAsTheyPrint(t *testing.T) {
	for size, text := range map[Size]string{0: "0", 1: "1", 1023: "1023", KiB: "1KiB", 1536: "1536", 64 * MiB: "64MiB",
		GiB + MiB: "1025MiB", 4 * GiB: "4GiB", 3 * TiB: "3TiB", 1<<64 - 1: "18446744073709551615"} {
		got, err := ParseSize(text)
		if size.String() != text || got != size || err != nil {
			t.Errorf("%d prints as %v and %s reads as %d, %v", size, size, text, got, err)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "+1", "1 MiB", "1MB", "1.5GiB", "0x10", "1_000", "18446744073709551616", "16777216TiB"} {
		if got, err := ParseSize(text); err == nil {
			t.Errorf("%q reads as %d", text, got)
		}
	}
}
