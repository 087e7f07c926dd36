package disk

import (
	"bytes"
	"iter"
	"slices"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// file is the part of an inode that holds the bytes of a file.
type file struct {
	// gen is the generation in which cached may be changed in place. It moves
	// on whenever cached begins to share pages with something else.
	gen uint64

	cached  content // what reads see
	durable content // what a crash is sure to leave

	// pend is what happened since the last sync, oldest first; only kept in
	// the models where a crash may leave some of it.
	pend []piece

	// next is the size that the platter will have after the next sync. It
	// differs from the cached size only after a failed sync.
	next int64

	// latest is the latest write since the last sync.
	latest span

	// stale are the pages, in order, that a sync will not write although the
	// platter holds something else: a failed or misdirected sync, or rot, made
	// them so. A write or truncate of such a page makes it dirty again.
	stale []uint64

	// failed counts failed syncs; reported says that some handle has reported
	// the latest, with error why.
	failed   uint32
	reported bool
	why      errno.Errno
}

// piece is one write or truncate since the last sync.
type piece struct {
	trunc bool
	off   int64  // of a truncate: the new size
	eof   int64  // the size before
	data  []byte // of a write; never changed
}

// span is a range of bytes of a file.
type span struct{ off, size int64 }

// write puts p at off in the page cache.
func (n *inode) write(p []byte, off int64, log bool) {
	eof, before := n.next, n.cached.size
	n.cached.writeAt(n.gen, p, off)
	lo, hi := off, off+int64(len(p))
	if len(n.stale) > 0 || before > n.next {
		lo, hi = n.freshen(lo, hi, before > n.next)
	}
	n.next = max(n.next, hi)
	n.latest = span{off, int64(len(p))}
	if !log {
		return
	}
	data := bytes.Clone(p)
	if int(hi-lo) != len(p) {
		data = make([]byte, hi-lo)
		n.cached.readAt(data, lo)
	}
	n.pend = append(n.pend, piece{off: lo, eof: eof, data: data})
}

// freshen makes the stale pages in a written range dirty. It returns the range
// that this makes dirty: a page is written out as a whole, which matters if it
// is stale, or if a failed sync has lost the size (short).
func (n *inode) freshen(lo, hi int64, short bool) (int64, int64) {
	first, last := uint64(lo/PageSize), uint64((hi-1)/PageSize)
	if _, stale := slices.BinarySearch(n.stale, first); stale {
		lo = int64(first) * PageSize
	}
	if _, stale := slices.BinarySearch(n.stale, last); stale || short {
		hi = max(hi, min(n.cached.size, int64(last+1)*PageSize))
	}
	n.stale = slices.DeleteFunc(n.stale, func(p uint64) bool { return first <= p && p <= last })
	return lo, hi
}

// truncate sets the size in the page cache. A stale page that the end comes to
// lie in becomes dirty.
func (n *inode) truncate(size int64, log bool) {
	if log {
		n.pend = append(n.pend, piece{trunc: true, off: size, eof: n.next})
	}
	lo, from := size, uint64(pageCount(size))
	if size < n.cached.size {
		from = uint64(size / PageSize)
		if _, stale := slices.BinarySearch(n.stale, from); stale {
			lo = int64(from) * PageSize
		}
	}
	n.stale = slices.DeleteFunc(n.stale, func(p uint64) bool { return p >= from })
	n.cached.setSize(n.gen, size)
	n.next = size
	if log && lo < size {
		data := make([]byte, size-lo)
		n.cached.readAt(data, lo)
		n.pend = append(n.pend, piece{off: lo, eof: size, data: data})
	}
}

// allocate fills the holes of a range with zeros and grows the file to its end.
func (n *inode) allocate(off, size int64, log bool) {
	if off+size > n.cached.size {
		n.truncate(off+size, log)
	}
	for p := off / PageSize; p < pageCount(off+size); p++ {
		if n.cached.pages.at(uint64(p)) == nil {
			n.cached.pages.edit(n.gen, uint64(p), true)
		}
	}
}

// unsynced yields the pages, in order, that a sync would bring to what the page
// cache holds: written, or taken away.
func (n *inode) unsynced() iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		for p := range n.cached.pages.diff(&n.durable.pages) {
			if _, ok := slices.BinarySearch(n.stale, p); !ok && !yield(p) {
				return
			}
		}
	}
}

// dirty are the pages, in order, that a sync would write out.
func (n *inode) dirty() []uint64 {
	return slices.DeleteFunc(slices.Collect(n.unsynced()), func(p uint64) bool { return n.cached.pages.at(p) == nil })
}

// commit makes the file durable as it is in the page cache, except for stale
// pages.
func (n *inode) commit() {
	if len(n.stale) == 0 && n.next == n.cached.size {
		n.durable = n.cached
	} else {
		n.gen++
		for p := range n.unsynced() {
			n.durable.pages.set(n.gen, p, n.cached.pages.at(p))
		}
		n.durable.setSize(n.gen, n.next)
	}
	n.gen++
	n.next, n.pend, n.latest = n.durable.size, nil, span{}
	n.synced, n.born = n.now, true
}

// fail is what a failed sync does: what was dirty stays readable, counts as
// clean and is not durable.
func (n *inode) fail(why errno.Errno) {
	n.stale = slices.Collect(n.cached.pages.diff(&n.durable.pages))
	n.next, n.pend, n.latest = n.durable.size, nil, span{}
	n.failed++
	n.reported, n.why = false, why
}

// markStale says that the platter holds something else than the cache for a
// page that is clean.
func (n *inode) markStale(p uint64) {
	if i, ok := slices.BinarySearch(n.stale, p); !ok {
		n.stale = slices.Insert(n.stale, i, p)
	}
}

// misdirect puts the durable bytes that belong to page from into page to.
func (n *inode) misdirect(from, to uint64) {
	pg := *n.cached.pages.at(from)
	if room := n.durable.size - int64(to)*PageSize; room < PageSize {
		clear(pg[room:])
	}
	n.gen++
	n.durable.pages.set(n.gen, to, &pg)
	n.gen++
	n.markStale(to)
}
