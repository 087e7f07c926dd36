package page

import (
	"slices"
	"strings"
)

// controls writes the switches above a drawing, of which none needs the script.
func (w *writer) controls(f *figure) {
	w.put(`<div class="controls">`)
	if len(f.bands) > 0 {
		w.put(`<label><input type="checkbox" class="show-faults" checked="" /> faults</label>`)
	}
	if f.has(func(c *call) bool { return c.role == overlaps }) {
		w.put(`<label><input type="checkbox" class="show-overlaps" checked="" /> what only overlaps</label>`)
	}
	w.put(`<span class="hint" hidden="">Point at a bar, or tab to the drawing and use the arrow keys.</span></div>` + "\n")
}

func (f *figure) has(what func(c *call) bool) bool {
	return slices.ContainsFunc(f.calls, func(c call) bool { return what(&c) })
}

// sign is one entry of a legend: a bar of a class with a tag, and what it means.
type sign struct {
	class, tag markup
	text       string
	shown      func(c *call) bool
}

var signs = []sign{
	{"culprit", "", "cannot be placed", func(c *call) bool { return c.role == culprit }},
	{"conflict", "", "conflicts with it", func(c *call) bool { return c.role == conflict }},
	{"member", "1", "matters, with its place in the longest legal order", func(c *call) bool { return c.tag != "" && !c.named() }},
	{"member", "", "matters", func(c *call) bool { return c.role == member && c.tag == "" }},
	{"member", "T1", "part of an anomaly", func(c *call) bool { return c.role == member && c.named() }},
	{"overlaps", "", "only overlaps", func(c *call) bool { return c.role == overlaps && !c.failed }},
	{"member open", "", "of unknown end", func(c *call) bool { return c.open }},
	{"overlaps failed", "", "failed, without effect", func(c *call) bool { return c.failed && !c.named() }},
	{"member failed", "", "aborted", func(c *call) bool { return c.failed && c.named() }},
}

// legend explains the signs that the drawing has.
func (f *figure) legend(w *writer) {
	w.put(`<ul class="legend">` + "\n")
	for _, s := range signs {
		if !f.has(s.shown) {
			continue
		}
		w.put(`<li><svg width="34" height="16" viewBox="0 0 34 16" aria-hidden="true"><g class="call %"><rect class="bar" x="1" y="1" width="32" height="14" rx="3"`, s.class)
		if s.class == "member open" {
			w.put(` mask="url(#%-m)"`, f.id)
		}
		w.put(`/>`)
		switch {
		case s.class == "culprit":
			w.put(`<path class="cross" d="M13 4l8 8m0 -8l-8 8"/>`)
		case s.class == "conflict":
			w.put(`<path class="mark" d="M17 3.5l4.5 4.5l-4.5 4.5l-4.5 -4.5z"/>`)
		case s.tag != "":
			w.put(`<text class="tag" x="17" y="12">%</text>`, s.tag)
		}
		w.put("</g></svg>%</li>\n", s.text)
	}
	if len(f.bands) > 0 {
		w.put(`<li class="fault"><svg width="34" height="16" viewBox="0 0 34 16" aria-hidden="true"><rect class="shade" width="34" height="16"/>`+
			`<rect width="34" height="16" fill="url(#%-h)"/><path class="edge" d="M.5 0V16"/></svg>a fault; hatched over the lanes of its node</li>`+"\n", f.id)
	}
	w.put("</ul>\n")
}

// leftOut says what the drawing does not show.
func (w *writer) leftOut(c *cut, f *figure, one, many string) {
	var all []string
	when := " at other times"
	if !f.axis.timed {
		when = ", as the calls have no instants"
	}
	for _, part := range []struct {
		n                int
		one, many, which string
	}{
		{c.more, one, many, " that matter"},
		{c.meanwhile, one, many, " that only overlap"},
		{c.elsewhere, one, many, " on other keys meanwhile"},
		{f.hidden, "fault", "faults", when},
	} {
		if part.n > 0 {
			all = append(all, several(part.n, part.one, part.many)+part.which)
		}
	}
	if len(all) > 0 {
		w.put(" Not drawn: %.", strings.Join(all, ", "))
	}
}

// column is one column of a table.
type column struct {
	head, class markup
	cell        func(c *call) string
}

// table writes the calls of a drawing, without columns that have nothing in them.
// Tag is what the tags of the bars are.
func (w *writer) table(f *figure, caption string, tag markup) {
	columns := slices.DeleteFunc([]column{
		{tag, "num", func(c *call) string { return c.tag }},
		{"call", "code", func(c *call) string { return c.what }},
		{"answer", "code", func(c *call) string { return c.answered }},
		{"", "role", func(c *call) string { return c.standing() }},
		{"client", "", func(c *call) string { return fit(c.client, 40) }},
		{"node", "", (*call).place},
		{"sequence", "num", (*call).sequence},
		{"called at", "num", func(c *call) string { return f.instant(c, false) }},
		{"ended at", "num", func(c *call) string { return f.instant(c, true) }},
		{"site", "code", func(c *call) string { return c.site }},
		{"events", "num", func(c *call) string { return c.events }},
	}, func(col column) bool { return !f.has(func(c *call) bool { return col.cell(c) != "" }) })
	w.put(`<div class="scroll sheet" role="region" tabindex="0" aria-label="%"><table>`+"\n<caption>%</caption>\n<thead><tr>", caption, caption)
	for _, col := range columns {
		if col.head == "" {
			col.head = `<span class="unseen">standing</span>`
		}
		w.put(`<th scope="col">%</th>`, col.head)
	}
	w.put("</tr></thead>\n<tbody>\n")
	for i := range f.calls {
		c := &f.calls[i]
		class := roleClasses[c.role]
		if c.failed {
			class += " failed"
		}
		w.put(`<tr id="%-r%" class="%">`, f.id, c.index, class)
		for _, col := range columns {
			if col.class == "" {
				w.put("<td>%</td>", col.cell(c))
				continue
			}
			w.put(`<td class="%">%</td>`, col.class, col.cell(c))
		}
		w.put("</tr>\n")
	}
	w.put("</tbody>\n</table></div>\n")
}

// instant is when a call began or ended; "" if that is not known.
func (f *figure) instant(c *call, end bool) string {
	switch {
	case !f.axis.timed:
		return ""
	case !end:
		return clock(c.from, f.precision())
	case c.open:
		return "unknown"
	}
	return clock(c.to, f.precision())
}
