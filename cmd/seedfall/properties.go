package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/property"
)

// table prints every property and every history with what happened to it.
func (h *humanReporter) table(s swept) {
	rows := s.Tally.Table(s.program.Catalogue)
	t := columns{head: []string{"true", "false", "seeds"}, title: "property"}
	for i := range rows {
		t.add(h.propertyText(&rows[i]), rows[i].True, rows[i].False, rows[i].Seeds)
	}
	h.columns(&t, "no property: the programs call no check of package sim")
	fmt.Fprintln(h.w)
	t = columns{head: []string{"calls", "seeds", "violations", "undecided"}, title: "history"}
	for _, c := range s.Judgements(s.program.Config) {
		text := cmp.Or(c.History, "(without a name)")
		if c.By != "" {
			text += ", judged as " + c.By
		}
		if c.Seeds == 0 {
			text += ", never recorded"
		}
		t.add([]string{text}, c.Calls, c.Seeds, c.Violations, c.Undecided)
	}
	h.columns(&t, "no history: the programs record no calls")
	fmt.Fprintln(h.w)
}

// propertyText is the name of a property, and below it where it is and how it
// went.
func (h *humanReporter) propertyText(r *property.Row) []string {
	name := r.Kind.String() + " (named at run time)"
	if r.Name != "" {
		name = fmt.Sprintf("%s %q", r.Kind, r.Name)
	}
	where := fmt.Sprintf("%s:%d", h.files.file(r.File), r.Line)
	if r.Seeds == 0 {
		return []string{name, where + ", never evaluated"}
	}
	where += fmt.Sprintf(", seeds %d to %d", r.First, r.Last)
	if r.False > 0 {
		where += fmt.Sprintf(", false in %d, first in %d", r.FalseSeeds, r.Failed)
	}
	lines := []string{name, where}
	for _, under := range []struct {
		result string
		set    property.Under
	}{{"true", r.TrueUnder}, {"false", r.FalseUnder}} {
		if under.set != 0 {
			kinds := strings.Replace(strings.Join(engine.FaultKinds(under.set), ", "), "none", "no fault", 1)
			lines = append(lines, under.result+" after "+kinds)
		}
	}
	return lines
}

// columns is a table: numbers, and a text whose further lines stand below.
type columns struct {
	head  []string
	title string
	cells [][]string
	texts [][]string
}

func (c *columns) add(text []string, numbers ...uint64) {
	var cells []string
	for _, n := range numbers {
		cells = append(cells, strconv.FormatUint(n, 10))
	}
	c.cells, c.texts = append(c.cells, cells), append(c.texts, text)
}

// columns prints a table, or none.
func (h *humanReporter) columns(c *columns, none string) {
	if len(c.texts) == 0 {
		fmt.Fprintln(h.w, none)
		return
	}
	widths := make([]int, len(c.head))
	for _, cells := range append(c.cells, c.head) {
		for i, cell := range cells {
			widths[i] = max(widths[i], len(cell))
		}
	}
	line := func(cells []string, text string) {
		for i, cell := range cells {
			fmt.Fprintf(h.w, "%*s  ", widths[i], cell)
		}
		fmt.Fprintln(h.w, text)
	}
	line(c.head, c.title)
	for i, text := range c.texts {
		line(c.cells[i], text[0])
		for _, more := range text[1:] {
			h.wrapped("      ", more)
		}
	}
}
