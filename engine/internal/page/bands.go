package page

import (
	"cmp"
	"slices"

	"github.com/seedfall/seedfall/engine/vtime"
)

// strip is a fault in the rows above the lanes.
type strip struct {
	band        *Band
	x, end      int  // of the fault
	begins      bool // the begin is inside of the drawing
	ends        bool
	label       string
	left, right int // of fault and label
	row         int
}

// pick gives the faults to draw, by their begin, and how many there are beside
// them: those that touch the axis, of too many the ones nearest to the call that
// cannot be placed, and the last few before: a crash may show only afterwards.
func (f *figure) pick(all []Band) (bands []Band, more int) {
	if !f.axis.timed {
		return nil, len(all)
	}
	begin, end := f.axis.begin(), f.axis.end()
	var before []Band
	for _, b := range all {
		switch {
		case b.From > end:
		case b.To < begin:
			before = append(before, b)
		default:
			bands = append(bands, b)
		}
	}
	from, to := begin, end
	for i := range f.calls {
		if c := &f.calls[i]; c.role == culprit {
			from, to = c.from, max(c.from, c.to)
		}
	}
	bands = append(nearest(bands, from, to, maxBands), nearest(before, begin, begin, maxBefore)...)
	slices.SortFunc(bands, byBegin)
	return bands, len(all) - len(bands)
}

// nearest gives at most most faults, those nearest to a span.
func nearest(bands []Band, from, to vtime.Instant, most int) []Band {
	slices.SortStableFunc(bands, func(b, c Band) int {
		return cmp.Or(cmp.Compare(b.apart(from, to), c.apart(from, to)), -byBegin(b, c))
	})
	return bands[:min(len(bands), most)]
}

func byBegin(b, c Band) int {
	return cmp.Or(cmp.Compare(b.From, c.From), cmp.Compare(b.To, c.To), cmp.Compare(b.Kind, c.Kind), natural(b.Node, c.Node), cmp.Compare(b.Text, c.Text))
}

// apart is how much time lies between a fault and a span.
func (b *Band) apart(from, to vtime.Instant) vtime.Duration {
	return max(0, b.From.Sub(to), from.Sub(b.To))
}

// packBands lays the faults out in rows, none over another.
func (f *figure) packBands() (strips []strip) {
	var ends []int // of each row
	for i := range f.bands {
		s := f.strip(&f.bands[i])
		s.row = slices.IndexFunc(ends, func(end int) bool { return end+8 <= s.left })
		if s.row < 0 {
			s.row = len(ends)
			ends = append(ends, 0)
		}
		ends[s.row] = s.right
		strips = append(strips, s)
	}
	return strips
}

func (f *figure) stripRows() (n int) {
	for _, s := range f.strips {
		n = max(n, s.row+1)
	}
	return n
}

// strip places one fault and its label.
func (f *figure) strip(b *Band) strip {
	a := f.axis
	s := strip{band: b, x: 0, end: a.width, label: b.label(a.decimals())}
	if i, ok := a.faultSlot(b.From, true); ok {
		s.x, s.begins = a.x(i), true
	}
	if b.To == b.From {
		s.end, s.ends = s.x, true
	} else if i, ok := a.faultSlot(b.To, false); ok {
		s.end, s.ends = a.x(i), true
	}
	s.left, s.right = s.x, max(s.end, s.x+labelRoom(s.label))
	return s
}

// labelRoom is what the label of a fault needs from its begin on.
func labelRoom(label string) int { return columns(label)*letter + 16 }

// bandWants is the room that the labels of the faults need up to the right edge.
func (f *figure) bandWants() (all []want) {
	for i := range f.bands {
		slot, ok := f.axis.faultSlot(f.bands[i].From, true)
		if !ok {
			slot = 0
		}
		all = append(all, want{slot, len(f.axis.slots), labelRoom(f.bands[i].label(f.axis.decimals()))})
	}
	return all
}

// wide is the width of what is drawn of a fault; one that goes on leaves the
// drawing.
func (s *strip) wide() int {
	if s.ends {
		return s.end - s.x
	}
	return s.end - s.x + beyond
}

// label says what a fault is and when.
func (b *Band) label(decimals int) string {
	s := fit(b.Kind, 24)
	if b.Node != "" {
		s += " " + fit(b.Node, nameColumns)
	}
	s += " " + clock(b.From, decimals)
	switch b.To {
	case b.From:
		return s
	case vtime.Never:
		return s + " on"
	}
	return s + " to " + clock(b.To, decimals)
}

// drawStrips writes the faults above the lanes.
func (f *figure) drawStrips(w *writer) {
	for _, s := range f.strips {
		y := f.stripTop() + s.row*stripRow
		w.put(`<g class="fault" role="img"><title>%</title>`, s.band.spoken(f.precision()))
		w.put(`<rect class="under" x="%" y="%" width="%" height="14"/>`, s.left, y+3, s.right-s.left)
		if s.end > s.x {
			w.put(`<rect class="strip" x="%" y="%" width="%" height="14" rx="3"/>`, s.x, y+3, s.wide())
		} else {
			w.put(`<path class="strike" d="M% %l5 7l-5 7l-5 -7z"/>`, s.x, y+3)
		}
		left := s.left + 6
		if s.end == s.x {
			left += 4
		}
		w.put(`<svg x="%" y="%" width="%" height="%"><text class="label" y="%">%</text></svg></g>`+"\n",
			left, y, max(s.right-left, 1), stripRow, labelLine, s.label)
	}
}

// spoken tells a fault in full.
func (b *Band) spoken(decimals int) string {
	s := clip(b.Kind, shortText)
	if b.Node != "" {
		s += " of " + clip(b.Node, shortText)
	}
	switch {
	case b.To == b.From:
		s += " at " + clock(b.From, decimals)
	case b.To == vtime.Never:
		s += " from " + clock(b.From, decimals) + " on"
	default:
		s += " from " + clock(b.From, decimals) + " to " + clock(b.To, decimals)
	}
	if b.Text != "" {
		s += ": " + clip(b.Text, shortText)
	}
	return s
}

// faults writes the faults of the drawing as a list.
func (f *figure) faults(w *writer) {
	if len(f.bands) == 0 {
		return
	}
	w.put("<h3>Faults of the drawing</h3>\n<ul class=\"list\">\n")
	for i := range f.bands {
		w.put("<li>%</li>\n", f.bands[i].spoken(f.precision()))
	}
	w.put("</ul>\n")
}

// drawShades writes what the faults lay over the lanes: those of their node, or
// all if it has none here.
func (f *figure) drawShades(w *writer) {
	for _, s := range f.strips {
		top, foot := f.top, f.foot
		own := false
		for i, l := range f.lanes {
			if s.band.Node == "" || l.node != s.band.Node {
				continue
			}
			if !own {
				top = l.y
				if f.nodes && (i == 0 || f.lanes[i-1].node != l.node) {
					top -= nodeRow
				}
			}
			own, foot = true, l.y+laneRow
		}
		w.put(`<g class="fault">`)
		if s.end > s.x {
			w.put(`<rect class="shade" x="%" y="%" width="%" height="%"/>`, s.x, top, s.wide(), foot-top)
			if own {
				w.put(`<rect x="%" y="%" width="%" height="%" fill="url(#%-h)"/>`, s.x, top, s.wide(), foot-top, f.id)
			}
		}
		if s.begins {
			w.put(`<path class="edge" d="M% %V%"/>`, s.x, f.stripTop()+s.row*stripRow+17, foot)
		}
		if s.ends && s.end > s.x {
			w.put(`<path class="edge end" d="M% %V%"/>`, s.end, f.stripTop()+s.row*stripRow+17, foot)
		}
		w.put("</g>\n")
	}
}
