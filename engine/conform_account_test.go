package engine_test

import (
	"fmt"
	"strings"
	"testing"
)

// An account has a line for each check that a guest made, in order.
type account []result

type result struct{ check, text string }

// accountOf reads lines of the form "check: result".
func accountOf(t *testing.T, p process) (a account) {
	t.Helper()
	seen := map[string]bool{}
	for _, line := range p.stdout {
		check, text, ok := strings.Cut(line, ": ")
		if !ok || seen[check] {
			t.Errorf("not a check of its own: %q", line)
		}
		seen[check] = true
		a = append(a, result{check, text})
	}
	return a
}

// of is what a check came to; "" if it was not made.
func (a account) of(check string) string {
	for _, r := range a {
		if r.check == check {
			return r.text
		}
	}
	return ""
}

// contrast is one check that comes out differently. mode is that of the guest,
// "exit" for a way to end, or "end" for how a mode ends.
type contrast struct {
	mode, check       string
	native, simulated string // "" where the check is not made
}

func (c contrast) key() string { return c.mode + ": " + c.check }

// compare reports the differences between two accounts that are not listed, and
// adds those that are to found.
func compare(t *testing.T, mode string, native, simulated account, found map[string]contrast) {
	t.Helper()
	one := func(check string) {
		c := contrast{mode, check, native.of(check), simulated.of(check)}
		if c.native == c.simulated {
			return
		}
		for _, l := range listed() {
			if l == c {
				found[c.key()] = c
				return
			}
		}
		t.Errorf("not listed:\n\t{%q, %s, %s, %s},", c.mode, quote(c.check), quote(c.native), quote(c.simulated))
	}
	for _, r := range native {
		one(r.check)
	}
	for _, r := range simulated {
		if native.of(r.check) == "" {
			one(r.check)
		}
	}
}

// quote writes a text as Go source that is easy to read.
func quote(s string) string {
	if strings.ContainsAny(s, "\"\\") && !strings.Contains(s, "`") {
		return "`" + s + "`"
	}
	return fmt.Sprintf("%q", s)
}
