package tracefile

import (
	"context"
	"slices"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Ask says what to show of a window of time.
type Ask struct {
	// From and To are the first and the last instant of the window.
	From, To vtime.Instant
	// Filter chooses events; nil lets all of them pass.
	Filter *Filter
	// Limit is how many events are given at most. Of more than that, only how many
	// there are is told.
	Limit int
	// Buckets is into how many parts the window is cut to count events, from 1.
	Buckets int
}

// Window is what there is in a window of time.
type Window struct {
	// Total is how many events pass the filter.
	Total int
	// Events are those, in order; nil if they are more than the limit.
	Events []trace.Event
	// Buckets count them, in order, if they are more than the limit. Those without
	// events are left out.
	Buckets []Bucket
}

// Bucket counts events in a row. From and To are the instants of its first and its
// last event.
type Bucket struct {
	From   Nanos       `json:"from"`
	To     Nanos       `json:"to"`
	Counts []LaneCount `json:"counts"`
}

// LaneCount is how many events a lane has: a class of a node, in the order of the
// nodes' numbers. Node is -1 for what no node did.
type LaneCount struct {
	Node   int   `json:"node"`
	Class  Class `json:"class"`
	Events int   `json:"events"`
}

// Window shows a window of time. Blocks that have nothing in it are not read, and
// of those that lie in it as a whole only the index is, if there is no filter and
// they have more events than the limit. The error is ctx's if that ends.
func (f *File) Window(ctx context.Context, a Ask) (*Window, error) {
	a.To = min(a.To, vtime.Instant(f.End))
	a.Buckets = max(1, a.Buckets)
	if a.To < a.From || f.Events == 0 {
		return &Window{}, nil
	}
	h := &histogram{from: a.From, width: (a.To-a.From)/vtime.Instant(a.Buckets) + 1}
	w := &Window{}
	var err error
	if a.Filter == nil {
		err = f.unfiltered(ctx, a, w, h)
	} else {
		err = f.filtered(ctx, a, w, h)
	}
	if err != nil {
		return nil, err
	}
	if w.Total > a.Limit {
		w.Events, w.Buckets = nil, h.buckets
		h.sort()
	}
	return w, nil
}

// filtered looks at every event that may pass.
func (f *File) filtered(ctx context.Context, a Ask, w *Window, h *histogram) error {
	from, to := max(a.From, a.Filter.from), min(a.To, a.Filter.to)
	return f.each(ctx, from, to, &a.Filter.kinds, func(e *trace.Event) bool {
		if a.Filter.Match(e) {
			w.take(a.Limit, e)
			h.event(e)
		}
		return true
	})
}

// take counts an event and keeps it as long as there are not too many.
func (w *Window) take(limit int, e *trace.Event) {
	w.Total++
	if w.Total <= limit {
		w.Events = append(w.Events, *e)
	}
}

// unfiltered looks at the index first: either there are few events, or it knows
// enough of most.
func (f *File) unfiltered(ctx context.Context, a Ask, w *Window, h *histogram) error {
	blocks := f.index.blocks[f.from(a.From):]
	atLeast := 0
	for i := range blocks {
		if b := &blocks[i]; b.from >= a.From && b.to <= a.To {
			atLeast += b.n
		}
	}
	if atLeast <= a.Limit {
		return f.each(ctx, a.From, a.To, &everyKind, func(e *trace.Event) bool {
			w.take(a.Limit, e)
			h.event(e)
			return true
		})
	}
	for i := f.from(a.From); i < len(f.index.blocks) && f.index.blocks[i].from <= a.To; i++ {
		if err := f.count(i, a, w, h); err != nil {
			return err
		}
	}
	return nil
}

// everyKind is the set of all kinds.
var everyKind = kindSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

// count counts what a block has in the window, by its parts where they are short.
func (f *File) count(i int, a Ask, w *Window, h *histogram) error {
	b := &f.index.blocks[i]
	for n, p := range f.index.parts[b.parts[0]:b.parts[1]] {
		switch {
		case p.to < a.From || p.from > a.To:
		case p.from >= a.From && p.to <= a.To && p.to-p.from <= h.width:
			w.Total += p.n
			h.part(&p, f.index.counts[p.counts[0]:p.counts[1]])
		default:
			events, err := f.block(i)
			if err != nil {
				return err
			}
			for j := n * partSize; j < n*partSize+p.n; j++ {
				if e := &events[j]; e.At >= a.From && e.At <= a.To {
					w.Total++
					h.event(e)
				}
			}
		}
	}
	return nil
}

// histogram fills buckets. What it is given is in the order of time.
type histogram struct {
	from, width vtime.Instant
	buckets     []Bucket
	now         vtime.Instant // number of the last bucket
}

// at gives the bucket of an instant, with room for something that ends at another.
func (h *histogram) at(from, to vtime.Instant) *Bucket {
	if n := (from - h.from) / h.width; len(h.buckets) == 0 || n != h.now {
		h.now = n
		h.buckets = append(h.buckets, Bucket{From: Nanos(from)})
	}
	b := &h.buckets[len(h.buckets)-1]
	b.To = Nanos(to)
	return b
}

func (h *histogram) event(e *trace.Event) { h.at(e.At, e.At).add(laneOf(e), 1) }

// part takes a part of a block as a whole into the bucket in which it begins.
func (h *histogram) part(p *part, counts []count) {
	b := h.at(p.from, p.to)
	for _, c := range counts {
		b.add(c.lane, c.n)
	}
}

func (b *Bucket) add(l lane, n int) {
	for i := range b.Counts {
		if c := &b.Counts[i]; c.Node == l.node() && c.Class == l.class() {
			c.Events += n
			return
		}
	}
	b.Counts = append(b.Counts, LaneCount{l.node(), l.class(), n})
}

// sort puts the lanes of all buckets in order.
func (h *histogram) sort() {
	for i := range h.buckets {
		slices.SortFunc(h.buckets[i].Counts, func(a, b LaneCount) int {
			if a.Node != b.Node {
				return a.Node - b.Node
			}
			return int(a.Class) - int(b.Class)
		})
	}
}
