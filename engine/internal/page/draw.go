package page

import (
	"fmt"
	"slices"
)

// figure is one drawing: calls in lanes over an axis, with faults across them.
type figure struct {
	id     string
	calls  []call
	bands  []Band // those to draw, by their begin
	hidden int    // how many more faults there are
	axis   *axis
	lanes  []*lane
	// names is the width of the column of names, top the height above the lanes
	// and foot the y below them.
	names, top, foot int
	strips           []strip
	state            *mark
	nodes            bool // some call knows its node
}

// Heights and widths of a drawing.
const (
	timeRow   = 22 // instants, on top
	stateRow  = 20 // the state at the begin of the window
	stripRow  = 20 // a row of faults
	nodeRow   = 22 // the name of a node
	laneRow   = 42 // a lane: a label over a bar
	labelLine = 14 // of a lane's top
	barTop    = 19
	barHeight = 16
	seqRow    = 22   // sequence numbers, at the bottom
	beyond    = 4000 // of lines past the right edge, for frames that are wider
	letter    = 7    // no letter of a label is wider
	badge     = 15   // room for the mark before a label
)

// newFigure lays a drawing out.
func (w *writer) newFigure(calls []call, bands []Band, state *mark) *figure {
	w.figures++
	f := &figure{id: fmt.Sprintf("f%d", w.figures), calls: calls, state: state}
	f.axis = newAxis(calls, nil)
	f.bands, f.hidden = f.pick(bands)
	f.axis = newAxis(calls, f.bands)
	if state != nil {
		if _, drawn := f.axis.place[state.seq]; !drawn {
			f.state = nil
		}
	}
	f.lanes = lanesOf(calls, f.axis)
	f.names = f.nameWidth()
	f.axis.spread(f.wants(), f.has(func(c *call) bool { return c.open }), niceWidth-f.names)
	f.strips = f.packBands()
	f.place()
	return f
}

// wants is the room that labels and tags need.
func (f *figure) wants() (all []want) {
	most := 36
	switch n := len(f.calls); {
	case n > 80:
		most = 16
	case n > 30:
		most = 24
	}
	for _, l := range f.lanes {
		for i, c := range l.calls {
			from, to := f.axis.ofCall(c)
			next := len(f.axis.slots)
			if i+1 < len(l.calls) {
				next, _ = f.axis.ofCall(l.calls[i+1])
			}
			c.label = fit(c.label, most)
			room := columns(c.label)*letter + 8
			if c.role >= conflict {
				room += badge
			}
			all = append(all, want{from, next, room})
			if c.tag != "" && to > from {
				all = append(all, want{from, to, columns(c.tag)*letter + 10})
			}
		}
	}
	return append(all, f.bandWants()...)
}

// place gives every lane its y.
func (f *figure) place() {
	f.nodes = slices.ContainsFunc(f.lanes, func(l *lane) bool { return l.node != "" })
	f.top = f.stripTop() + stripRow*f.stripRows()
	if f.state != nil {
		f.top += stateRow
	}
	y := f.top
	for i, l := range f.lanes {
		if f.nodes && (i == 0 || l.node != f.lanes[i-1].node) {
			y += nodeRow
		}
		l.y, y = y, y+laneRow
	}
	f.foot = y
}

// stripTop is where the rows of the faults begin.
func (f *figure) stripTop() int {
	if f.axis.timed {
		return timeRow
	}
	return 4
}

// nameWidth is what the names of the lanes need.
func (f *figure) nameWidth() int {
	longest := len("sequence")
	for _, l := range f.lanes {
		longest = max(longest, columns(fit(l.name, nameColumns)), columns(fit(l.node, nameColumns)))
	}
	return 22 + longest*letter
}

// nameColumns is how much of a client's or node's name is shown.
const nameColumns = 14

// draw writes the drawing. Words say what it shows.
func (w *writer) draw(f *figure, words string) {
	height := f.foot + seqRow
	total := f.names + f.axis.width
	fmt.Fprintf(&w.print, "\n@media print{#%s .names{width:min(%dpx,%s)}#%s .plot{width:min(%dpx,%s)}}",
		f.id, f.names, share(f.names, total), f.id, f.axis.width, share(f.axis.width, total))
	w.put(`<div class="scroll" role="region" tabindex="0" aria-label="%">`, words)
	w.put("\n"+`<svg class="names" width="%" height="%" viewBox="0 0 % %" aria-hidden="true">`+"\n", f.names, height, f.names, height)
	f.drawNames(w)
	w.put(`</svg>`+"\n"+`<svg class="plot" width="%" height="%" viewBox="0 0 % %" preserveAspectRatio="xMinYMin" role="group" aria-label="%">`+"\n",
		f.axis.width, height, f.axis.width, height, words)
	w.put(`<defs><linearGradient id="%-g"><stop offset=".3" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>`+
		`<mask id="%-m" maskContentUnits="objectBoundingBox"><rect x="-1" y="-1" width="3" height="3" fill="url(#%-g)"/></mask>`+
		`<pattern id="%-h" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="hatch" d="M0 0V7"/></pattern></defs>`+"\n",
		f.id, f.id, f.id, f.id)
	f.drawShades(w)
	f.drawGround(w)
	f.drawState(w)
	f.drawTicks(w)
	for i := range f.calls {
		y, next := f.laneOf(&f.calls[i])
		f.drawCall(w, &f.calls[i], y, next)
	}
	f.drawStrips(w)
	w.put("</svg>\n</div>\n")
}

// share is part of all in hundredths of a percent.
func share(part, all int) string {
	n := part * 10000 / all
	return fmt.Sprintf("%d.%02d%%", n/100, n%100)
}

// laneOf finds the lane of a call and, of the next call there, the slot.
func (f *figure) laneOf(c *call) (y, next int) {
	for _, l := range f.lanes {
		i := slices.Index(l.calls, c)
		if i < 0 {
			continue
		}
		next = len(f.axis.slots)
		if i+1 < len(l.calls) {
			next, _ = f.axis.ofCall(l.calls[i+1])
		}
		return l.y, next
	}
	panic(fmt.Sprintf("page: call %d has no lane", c.index))
}

// drawCall writes one bar with its label.
func (f *figure) drawCall(w *writer, c *call, y, next int) {
	from, to := f.axis.ofCall(c)
	x, end := f.axis.x(from), f.axis.x(to)
	if end-x < 10 {
		x, end = x-5, x+5
	}
	class := roleClasses[c.role]
	if c.failed {
		class += " failed"
	}
	if c.open {
		class += " open"
	}
	w.put(`<g class="call %" data-row="%-r%" role="img"><title>%</title>`, class, markup(f.id), c.index, c.spoken())
	w.put(`<rect class="bar" x="%" y="%" width="%" height="%" rx="3"`, x, y+barTop, end-x, barHeight)
	if c.open {
		w.put(` mask="url(#%-m)"`, f.id)
	}
	w.put(`/>`)
	left := x
	switch c.role {
	case culprit:
		w.put(`<path class="mark" d="M% %l8 8m0 -8l-8 8"/>`, x+2, y+5)
		w.put(`<path class="cross" d="M% %l8 8m0 -8l-8 8"/>`, (x+end)/2-4, y+barTop+4)
		left += badge
	case conflict:
		w.put(`<path class="mark" d="M% %l4.5 4.5l-4.5 4.5l-4.5 -4.5z"/>`, x+5, y+5)
		left += badge
	}
	if c.tag != "" {
		at := (x + end) / 2
		if c.open {
			at = x + 5 + columns(c.tag)*letter/2
		}
		w.put(`<text class="tag" x="%" y="%">%</text>`, at, y+barTop+12, c.tag)
	}
	// A box of its own cuts off letters that are wider or higher than they should be.
	w.put(`<svg x="%" y="%" width="%" height="%"><text class="label" y="%">%</text></svg></g>`+"\n",
		left, y, max(f.axis.x(next)-left-2, 1), barTop-1, labelLine, c.label)
}

// spoken is what is read out for a bar, and shown if the pointer rests on it.
func (c *call) spoken() string {
	s := c.what
	if c.named() {
		s = c.tag + ": " + s
	}
	if c.answered != "" {
		s += " = " + c.answered
	}
	if c.client != "" {
		s += " by " + clip(c.client, shortText)
	}
	if c.place() != "" {
		s += " on " + c.place()
	}
	s += " [" + c.sequence() + "]"
	if st := c.standing(); st != "" {
		s += ": " + st
	}
	return s
}
