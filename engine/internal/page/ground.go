package page

// drawNames writes the column that stays while the drawing scrolls.
func (f *figure) drawNames(w *writer) {
	right := f.names - 10
	if f.axis.timed {
		w.put(`<text class="dim" x="%" y="14">time</text>`+"\n", right)
	}
	if len(f.strips) > 0 {
		w.put(`<text class="dim fault" x="%" y="%">faults</text>`+"\n", right, f.stripTop()+14)
	}
	if f.state != nil {
		w.put(`<text class="dim" x="%" y="%">state</text>`+"\n", right, f.top-stateRow+labelLine)
	}
	for i, l := range f.lanes {
		if f.nodes && (i == 0 || l.node != f.lanes[i-1].node) {
			name := fit(l.node, nameColumns)
			if name == "" {
				name = "no node"
			}
			w.put(`<path class="rule" d="M0 %H%"/><text class="node" x="8" y="%">%</text>`+"\n", l.y-nodeRow, f.names, l.y-nodeRow+16, name)
		}
		w.put(`<text x="%" y="%">%</text>`+"\n", right, l.y+barTop+12, fit(l.name, nameColumns))
	}
	w.put(`<path class="rule" d="M0 %H%"/><text class="dim" x="%" y="%">sequence</text>`+"\n", f.foot, f.names, right, f.foot+15)
}

// drawGround writes what lies below the bars: rules between nodes, a line for
// each lane, and the interval of the call that cannot be placed.
func (f *figure) drawGround(w *writer) {
	for i := range f.calls {
		if c := &f.calls[i]; c.role == culprit {
			from, to := f.axis.ofCall(c)
			x := f.axis.x(from)
			w.put(`<rect class="interval" x="%" y="%" width="%" height="%"/>`+"\n", x, f.top, max(f.axis.x(to)-x, 2), f.foot-f.top)
		}
	}
	for i, l := range f.lanes {
		if f.nodes && (i == 0 || l.node != f.lanes[i-1].node) {
			w.put(`<path class="rule" d="M0 %H%"/>`, l.y-nodeRow, f.axis.width+beyond)
		}
		w.put(`<path class="lane" d="M0 %H%"/>`+"\n", l.y+barTop+barHeight/2, f.axis.width+beyond)
	}
	w.put(`<path class="rule" d="M0 %H%"/>`+"\n", f.foot, f.axis.width+beyond)
	f.drawBreaks(w)
}

// mark is a state that is certain just before a call.
type mark struct {
	state string
	seq   uint64 // of the call
}

// drawState writes the state at the begin of the window and a line there.
func (f *figure) drawState(w *writer) {
	if f.state == nil {
		return
	}
	x := f.axis.x(f.axis.place[f.state.seq]) - 7
	label := fit(f.state.state, 48)
	left := max(2, min(x+6, f.axis.width-columns(label)*letter-4))
	y := f.top - stateRow
	w.put(`<path class="start" d="M% %V%"/><svg x="%" y="%" width="%" height="%"><text class="label" y="%">%</text></svg>`+"\n",
		x, y+3, f.foot, left, y, f.axis.width-left, stateRow, labelLine, label)
}
