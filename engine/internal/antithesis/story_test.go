package antithesis

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
)

// told is a message as the stories write it.
func told(m Message, err error) string {
	switch {
	case err != nil:
		return "error: " + err.Error()
	case m.Assertion == nil && m.Text == "":
		return "nothing"
	case m.Assertion == nil:
		return "text: " + m.Text
	}
	a := m.Assertion
	s := fmt.Sprintf("%s %q %t", a.Kind, a.Name, a.OK)
	if !a.Hit {
		s += " declared"
	}
	if a.MustHit {
		s += " must be hit"
	}
	return s + fmt.Sprintf(" at %s:%d in %q: %s", a.File, a.Line, a.Function, a.Details)
}

// The stories are lines that the SDK wrote, or did not, and what they mean.
func TestLinesMeanWhatTheStoriesSay(t *testing.T) {
	for _, name := range []string{"sdk", "foreign"} {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open("testdata/" + name + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			line := ""
			for s := bufio.NewScanner(f); s.Scan(); {
				text, want := strings.CutPrefix(s.Text(), "    ")
				switch {
				case strings.HasPrefix(text, "#"):
				case !want:
					line = text
				case told(Parse([]byte(line))) != text:
					t.Errorf("%s\n got: %s\nwant: %s", line, told(Parse([]byte(line))), text)
				}
			}
		})
	}
}

func TestAnOverlongLineIsRefused(t *testing.T) {
	const want = "error: a line longer than 16777216 bytes"
	if got := told(Parse(make([]byte, MaxLine+1))); got != want {
		t.Errorf("%s", got)
	}
}

func TestLongDetailsAreCutBetweenCharacters(t *testing.T) {
	m, err := Parse([]byte(`{"e":{"k":"` + strings.Repeat("é", maxText) + `"}}`))
	want := `antithesis: event "e": k=`
	want += strings.Repeat("é", (maxText-len(want))/2) + "…"
	if err != nil || m.Text != want {
		t.Errorf("%d bytes, want %d; %v", len(m.Text), len(want), err)
	}
}

// Whatever a program writes, reading it neither panics nor gives more than one line.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"sdk", "foreign"} {
		text, err := os.ReadFile("testdata/" + name + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			f.Add([]byte(strings.TrimSuffix(line, "\n")))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m, err := Parse(line)
		if again, err2 := Parse(line); told(again, err2) != told(m, err) {
			t.Errorf("%q means %s, then %s", line, told(m, err), told(again, err2))
		}
		if err != nil {
			return
		}
		if m.Assertion != nil && (!m.Assertion.Kind.Catalogued() && m.Assertion.MustHit || m.Assertion.Line < 0) {
			t.Errorf("%q is %s", line, told(m, err))
		}
		if m.Assertion != nil {
			m.Text = m.Assertion.Details
		}
		if strings.ContainsAny(m.Text, "\r\n") {
			t.Errorf("%q makes several lines: %q", line, m.Text)
		}
	})
}
