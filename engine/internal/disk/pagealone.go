package disk

import (
	"maps"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/rng"
)

// event is what one pending change means to one page.
type event struct {
	off  int    // where in the page a write begins
	data []byte // nil if it is not a write
	cut  bool   // the page ends at size, or goes if that is 0
	size int    // where the page ends at the latest (cut) or at the least
}

// manyPages bounds how many holes a truncate cuts off one by one. Past it only
// the pages that hold bytes and the first and last one are told apart, and the
// holes between them go for sure.
const manyPages = 1 << 16

// events tells for each page what the pending changes mean to it, and from which
// page on the holes without events are gone.
func (n *inode) events() (map[uint64][]event, int64) {
	out := map[uint64][]event{}
	top := pageCount(n.durable.size)
	for _, p := range n.pend {
		switch {
		case !p.trunc:
			for done := int64(0); done < int64(len(p.data)); {
				at := p.off + done
				step := min(PageSize-at%PageSize, int64(len(p.data))-done)
				page := uint64(at / PageSize)
				out[page] = append(out[page], event{off: int(at % PageSize), data: p.data[done : done+step]})
				done += step
			}
		case p.off < p.eof:
			if from := p.off / PageSize; pageCount(p.eof)-from > manyPages {
				top = min(top, from)
			}
			for _, page := range n.cutPages(p, out) {
				size := max(0, p.off-int64(page)*PageSize)
				out[page] = append(out[page], event{cut: true, size: int(size)})
			}
		case p.off > p.eof:
			page := uint64(p.off-1) / PageSize
			out[page] = append(out[page], event{size: int((p.off-1)%PageSize) + 1})
		}
	}
	return out, top
}

// cutPages are the pages that a shrinking truncate takes bytes from.
func (n *inode) cutPages(p piece, events map[uint64][]event) []uint64 {
	from, to := uint64(p.off/PageSize), uint64(pageCount(p.eof))
	var pages []uint64
	if to-from <= manyPages {
		for page := from; page < to; page++ {
			pages = append(pages, page)
		}
		return pages
	}
	for page := range events {
		pages = append(pages, page)
	}
	for page := range n.durable.pages.all() {
		pages = append(pages, page)
	}
	pages = append(pages, from, to-1)
	pages = slices.DeleteFunc(pages, func(page uint64) bool { return page < from || page >= to })
	slices.Sort(pages)
	return slices.Compact(pages)
}

// survivePages keeps a prefix of the events of each page, every page by itself.
// The file ends where its last page does.
func (n *inode) survivePages(torn bool, key rng.Key, end *ending) {
	events, top := n.events()
	size := n.untouchedEnd(events, top)
	for _, page := range slices.Sorted(maps.Keys(events)) {
		s := key.At(page).Stream()
		list := events[page]
		kept := list[:s.N(uint64(len(list))+1)]
		end.pending += len(list)
		end.kept += len(kept)
		base := int64(page) * PageSize
		var buf page4k
		if list[0].cut || int64(page) < top || n.durable.pages.at(page) != nil {
			buf.size = n.durable.readAt(buf.bytes[:], base)
		}
		for k, e := range kept {
			if e.data != nil && k == len(kept)-1 {
				if torn {
					e.data = end.tear(&s, base+int64(e.off), e.data)
				}
				end.writing = span{base + int64(e.off), int64(len(e.data))}
			}
			buf.apply(e)
		}
		if buf.size == 0 {
			n.durable.pages.set(n.gen, page, nil)
			continue
		}
		*n.durable.pages.edit(n.gen, page, true) = buf.bytes
		size = max(size, base+int64(buf.size))
	}
	n.durable.size = size
}

// untouchedEnd is where the last durable page before page top ends that nothing
// pending touches.
func (n *inode) untouchedEnd(events map[uint64][]event, top int64) int64 {
	for page := top - 1; page >= 0; page-- {
		if _, ok := events[uint64(page)]; !ok {
			return min(n.durable.size, (page+1)*PageSize)
		}
	}
	return 0
}

// page4k is one page and how many bytes of it belong to the file.
type page4k struct {
	bytes page
	size  int
}

func (b *page4k) apply(e event) {
	switch {
	case e.data != nil:
		copy(b.bytes[e.off:], e.data)
		b.size = max(b.size, e.off+len(e.data))
	case e.cut:
		if e.size < b.size {
			clear(b.bytes[e.size:])
			b.size = e.size
		}
	default:
		b.size = max(b.size, e.size)
	}
}
