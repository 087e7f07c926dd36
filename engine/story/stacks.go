package story

import (
	"fmt"
	"strings"
)

// Stacks are the goroutines of one node at an instant.
type Stacks struct {
	Node        string `json:"node"`
	Incarnation int    `json:"incarnation"` // from 1; 0 before the first boot
	// State says why there are no goroutines to show, as a verb: "is down". It is
	// "" where there are.
	State      string      `json:"state,omitempty"`
	Goroutines []Goroutine `json:"goroutines,omitempty"`
}

// String shows the node with its goroutines in lines. Goroutines that do the same
// are shown once, where the first of them stands.
func (s *Stacks) String() string {
	who := s.Node
	if s.Incarnation > 0 {
		who = fmt.Sprintf("%s#%d", s.Node, s.Incarnation)
	}
	if s.State != "" {
		return who + " " + s.State + "\n"
	}
	var b strings.Builder
	b.WriteString(who + ":\n")
	for _, same := range alike(s.Goroutines) {
		for line := range strings.Lines(same[0].text(same[1:])) {
			b.WriteString("  " + line)
		}
	}
	return b.String()
}

// alike puts the goroutines together that do the same, in the order of the first
// of each kind.
func alike(all []Goroutine) (groups [][]Goroutine) {
	at := map[string]int{}
	for _, g := range all {
		key := g
		key.ID = 0
		what := key.String()
		i, known := at[what]
		if !known {
			i = len(groups)
			at[what] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], g)
	}
	return groups
}

// String shows a goroutine in lines, the innermost call first, each frame with
// its place and the folded function that it calls.
func (g *Goroutine) String() string { return g.text(nil) }

// maxNumbers is how many goroutines that do the same are listed by number.
const maxNumbers = 8

// text shows a goroutine and the numbers of those that do the same.
func (g *Goroutine) text(same []Goroutine) string {
	var b strings.Builder
	b.WriteString("goroutine")
	if len(same) > 0 {
		b.WriteString("s")
	}
	fmt.Fprintf(&b, " %d", g.ID)
	for i, other := range same {
		if i == maxNumbers {
			fmt.Fprintf(&b, " and %d more", len(same)-i)
			break
		}
		fmt.Fprintf(&b, ", %d", other.ID)
	}
	fmt.Fprintf(&b, " [%s", g.State)
	if g.Minutes > 0 {
		fmt.Fprintf(&b, ", %d min", g.Minutes)
	}
	b.WriteString("]")
	if g.CreatedBy != nil {
		fmt.Fprintf(&b, ", begun by %s", g.CreatedBy.Function)
	}
	b.WriteString("\n")
	for i := 0; i < len(g.Frames); {
		f := g.Frames[i]
		n := 1
		for i+n < len(g.Frames) && g.Frames[i+n] == f {
			n++
		}
		i += n
		f.write(&b, n)
	}
	return b.String()
}

// write shows a frame that stands times times in a row.
func (f *Frame) write(b *strings.Builder, times int) {
	fmt.Fprintf(b, "  %s at %s:%d", f.Function, f.File, f.Line)
	if f.In != "" {
		fmt.Fprintf(b, ", in %s", f.In)
	}
	if times > 1 {
		fmt.Fprintf(b, ", %d times", times)
	}
	b.WriteString("\n")
	if f.Elided > 0 {
		fmt.Fprintf(b, "  … %d left out\n", f.Elided)
	}
}
