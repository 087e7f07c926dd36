package disk

import "github.com/seedfall/seedfall/engine/internal/rng"

// ending is what a crash made of one file that had something pending.
type ending struct {
	ino  Ino
	gone bool // the file does not exist any more

	// pending is how many changes no sync had covered, kept how many of them
	// survived. See FileLoss.
	pending, kept int
	stale         int // pages that reads showed but the platter never got

	torn   []int64 // where kept writes end of which only a part survived
	was    int64   // size in the page cache
	size   int64   // size after the crash
	zeroed bool    // the length is that of before, what was lost reads as zeros

	writing span // the bytes that were being written
	flipped int64
}

// settled says that nothing of the file is pending: a crash changes nothing.
func (n *inode) settled() bool {
	return n.born && len(n.pend) == 0 && n.cached == n.durable
}

// rest makes the platter's bytes the only ones.
func (n *inode) rest() {
	n.gen++
	n.cached = n.durable
	n.next, n.pend, n.stale, n.latest = n.durable.size, nil, nil, span{}
	n.failed, n.reported, n.why = 0, false, 0
}

// survive lets a crash decide what the file holds.
func (n *inode) survive(m Model, key rng.Key) ending {
	end := ending{was: n.cached.size, stale: len(n.stale), writing: n.latest, flipped: -1}
	draws := key.Stream()
	unborn := !n.born && m.names() == namesAtOnce
	n.gen++
	switch {
	case !m.logsWrites():
		end.gone = unborn
		for range n.unsynced() {
			end.pending++
		}
	case !m.ReorderWrites:
		n.surviveTorn(&draws, unborn, &end)
	case m.pagesAlone():
		end.gone = unborn && draws.N(2) == 0
		n.survivePages(m.TornWrites, key, &end)
	default:
		n.surviveOrdered(m.TornWrites, unborn, &draws, key, &end)
	}
	if m.Zeroed && draws.N(2) == 0 && n.durable.size < end.was {
		n.durable.setSize(n.gen, end.was)
		end.zeroed = true
	}
	end.size = n.durable.size
	n.rest()
	return end
}

// surviveTorn keeps a prefix of the pending changes, the last one possibly cut.
// The creation of a file that was never synced is the first of them.
func (n *inode) surviveTorn(draws *rng.Stream, unborn bool, end *ending) {
	first := 0
	if unborn {
		first = 1
	}
	kept := int(draws.N(uint64(len(n.pend)+first+1))) - first
	end.pending = len(n.pend)
	if kept < 0 {
		end.gone = true
		return
	}
	end.kept = kept
	for k, p := range n.pend[:kept] {
		if p.trunc {
			n.durable.setSize(n.gen, p.off)
			continue
		}
		data := p.data
		if k == kept-1 {
			data = end.tear(draws, p.off, data)
			end.writing = span{p.off, int64(len(data))}
		}
		n.durable.writeAt(n.gen, data, p.off)
	}
}

// tear may cut data, the last write at off that a crash lets through.
func (e *ending) tear(draws *rng.Stream, off int64, data []byte) []byte {
	size := keepOrCut(draws, off, int64(len(data)))
	if size < int64(len(data)) {
		e.torn = append(e.torn, off+size)
	}
	return data[:size]
}

// keepOrCut is how much of the last write that a crash lets through survives:
// all of it in half of the cases.
func keepOrCut(draws *rng.Stream, off, size int64) int64 {
	if draws.N(2) == 0 {
		return size
	}
	return TornCut(draws, off, size)
}

// TornCut draws where a write of size bytes at off is torn: how many of its
// bytes get through, at least one. In seven of eight cases it is torn on a
// 512-byte border of the file, which leaves a write that crosses none whole; in
// the eighth after any byte but the last.
func TornCut(draws *rng.Stream, off, size int64) int64 {
	anywhere, at := draws.N(8) == 0, draws.Uint64()
	first, last := (off/sectorSize+1)*sectorSize, off+size-1
	borders := max(0, last-first+sectorSize) / sectorSize
	switch {
	case size < 2:
		return size
	case anywhere:
		return 1 + int64(at%uint64(size-1))
	case borders > 0:
		return first - off + int64(at%uint64(borders))*sectorSize
	}
	return size
}
