package disk

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/rng"
)

// part is the share of one page in a pending change.
type part struct {
	page uint64

	// seq says that the file's size depends on it: a truncate, or a write at or
	// past the end. The file system keeps these in order.
	seq bool

	trunc bool
	off   int64  // of a truncate: the new size; of a write: where it begins
	data  []byte // of a write
	keep  bool
}

// parts splits the pending changes at page borders and at the end of the file.
func (n *inode) parts() []part {
	var out []part
	for _, p := range n.pend {
		if p.trunc {
			out = append(out, part{seq: true, trunc: true, off: p.off})
			continue
		}
		off, data, eof := p.off, p.data, p.eof
		for len(data) > 0 {
			size := min(PageSize-off%PageSize, int64(len(data)))
			if off < eof {
				size = min(size, eof-off)
			}
			out = append(out, part{page: uint64(off / PageSize), seq: off >= eof, off: off, data: data[:size]})
			off, data = off+size, data[size:]
		}
	}
	return out
}

// surviveOrdered keeps, of what the size depends on, a prefix, and of the
// overwrites of each page a prefix, every page by itself. Overwrites of bytes
// that no surviving change made part of the file are dropped.
func (n *inode) surviveOrdered(torn, unborn bool, draws *rng.Stream, key rng.Key, end *ending) {
	parts := n.parts()
	end.pending = len(parts)
	if !keepSeq(parts, unborn, draws) {
		end.gone = true
		return
	}
	pages := keepOverwrites(parts, key)
	if torn {
		cutLast(parts, draws, pages, end)
		slices.Sort(end.torn)
	}
	for _, p := range parts {
		switch {
		case !p.keep:
			continue
		case p.trunc:
			n.durable.setSize(n.gen, p.off)
		default:
			data := p.data
			if !p.seq {
				data = data[:max(0, min(int64(len(data)), n.durable.size-p.off))]
			}
			if len(data) > 0 {
				n.durable.writeAt(n.gen, data, p.off)
				end.writing = span{p.off, int64(len(data))}
			}
		}
		end.kept++
	}
}

// keepSeq chooses a prefix of the parts that are kept in order. The creation of
// a file that was never synced is the first of them; false if not even that
// survives.
func keepSeq(parts []part, unborn bool, draws *rng.Stream) bool {
	total := uint64(0)
	for _, p := range parts {
		if p.seq {
			total++
		}
	}
	if unborn {
		total++
	}
	kept := draws.N(total + 1)
	if unborn {
		if kept == 0 {
			return false
		}
		kept--
	}
	for k := range parts {
		if parts[k].seq && kept > 0 {
			parts[k].keep = true
			kept--
		}
	}
	return true
}

// keepOverwrites chooses a prefix of the overwrites of each page. It returns the
// streams of the pages, from which their cuts are drawn.
func keepOverwrites(parts []part, key rng.Key) map[uint64]*rng.Stream {
	count := map[uint64]uint64{}
	for _, p := range parts {
		if !p.seq {
			count[p.page]++
		}
	}
	streams, left := map[uint64]*rng.Stream{}, map[uint64]uint64{}
	for k := range parts {
		p := &parts[k]
		if p.seq {
			continue
		}
		if streams[p.page] == nil {
			s := key.At(p.page).Stream()
			streams[p.page] = &s
			left[p.page] = s.N(count[p.page] + 1)
		}
		if left[p.page] > 0 {
			p.keep = true
			left[p.page]--
		}
	}
	return streams
}

// cutLast may cut the last part kept of each page. Of the parts that are kept in
// order only the very last can be cut.
func cutLast(parts []part, draws *rng.Stream, pages map[uint64]*rng.Stream, end *ending) {
	seqDone := false
	done := map[uint64]bool{}
	for k := len(parts) - 1; k >= 0; k-- {
		p := &parts[k]
		if !p.keep {
			continue
		}
		if !p.trunc && !done[p.page] && !(p.seq && seqDone) {
			s := draws
			if !p.seq {
				s = pages[p.page]
			}
			p.data = end.tear(s, p.off, p.data)
		}
		seqDone = seqDone || p.seq
		if !p.trunc {
			done[p.page] = true
		}
	}
}
