package story

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
)

// A failure's message often names values: a key, the number of a write. A line
// that a program printed before and that has the same values tells what the
// failure is about: it is the witness.

// findWitness is the line that shares most with the failure's message, rare words
// counting more, of equals the latest; nil if no line shares two, or one that is no
// mere digit and that hardly any line has.
func (c *inquiry) findWitness() (best *trace.Event) {
	spoken := values(c.failed.T)
	if len(spoken) == 0 || waiting[verdict.Class(c.failed.S)] {
		return nil
	}
	seen := make(map[string]int, len(spoken)) // in how many lines
	lines := c.spoken()
	for _, e := range lines {
		for _, v := range values(said(e)) {
			if slices.Contains(spoken, v) {
				seen[v]++
			}
		}
	}
	most := 0
	for _, e := range lines {
		score, shared, rare := 0, 0, false
		for _, v := range values(said(e)) {
			if slices.Contains(spoken, v) {
				shared++
				score += bits.Len(uint(len(lines) / seen[v]))
				rare = rare || len(v) > 2 && seen[v] <= 2
			}
		}
		if (shared > 1 || rare) && score >= most {
			most, best = score, e
		}
	}
	return best
}

// spoken are the lines that could be a witness: what programs printed, and the
// details of checks, before the failing program learned what it failed over.
func (c *inquiry) spoken() (lines []*trace.Event) {
	for i := range c.Events[:c.failed.ID-1] {
		e := &c.Events[i]
		same := e.Node == c.failed.Node && e.Inc == c.failed.Inc && e.Cause == c.failed.Cause
		if (e.Kind == trace.Log || e.Kind == trace.Check && e.A != 0) && !same {
			lines = append(lines, e)
		}
	}
	return lines
}

// said is the text of a line.
func said(e *trace.Event) string {
	if e.Kind == trace.Check {
		return e.T
	}
	return e.S
}

// values are the words of a text that have a digit, each once.
func values(text string) (all []string) {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for _, w := range words {
		if strings.ContainsFunc(w, unicode.IsDigit) && !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return all
}
