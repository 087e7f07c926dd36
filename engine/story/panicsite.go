package story

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
)

// standardError is its descriptor.
const standardError = 2

// panicSite is where the user's code panicked, by the stack that the runtime
// printed; the zero Site if that cannot be read.
func (c *inquiry) panicSite() trace.Site {
	all, err := ParseDump(strings.Join(c.lastWords(), "\n"))
	if err != nil || len(all) == 0 {
		return trace.Site{}
	}
	for _, f := range all[0].Frames {
		if !folds(f.Function) {
			return trace.Site{File: f.File, Line: f.Line, Function: f.Function}
		}
	}
	return trace.Site{}
}

// lastWords are the lines that the failing incarnation printed from the panic on.
func (c *inquiry) lastWords() (lines []string) {
	for _, id := range slices.Backward(c.past.index.ofNodeBefore(c.failed.Node, c.failed.ID)) {
		e := c.event(id)
		if e.Inc != c.failed.Inc {
			return nil
		}
		if e.Kind != trace.Log || e.A != standardError {
			continue
		}
		lines = append(lines, e.S)
		if beginsLastWords(e.S) {
			slices.Reverse(lines)
			return lines
		}
	}
	return nil
}

// beginsLastWords says whether a line is the first that the runtime prints when it
// ends a program.
func beginsLastWords(line string) bool {
	return strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ")
}
