package disk

import "github.com/seedfall/seedfall/engine/internal/rng"

// corrupt flips a bit of one file in the bytes that were being written.
func (fs *FS) corrupt(key rng.Key, ends []ending) {
	var hit []int
	for k, e := range ends {
		if fs.node(e.ino) != nil && min(e.writing.off+e.writing.size, e.size) > e.writing.off {
			hit = append(hit, k)
		}
	}
	if len(hit) == 0 {
		return
	}
	s := key.Stream()
	e := &ends[hit[s.N(uint64(len(hit)))]]
	last := min(e.writing.off+e.writing.size, e.size) - 1
	e.flipped = s.Between(e.writing.off, last)
	n := fs.edit(e.ino)
	fs.used -= n.durable.pages.count
	n.durable.flip(n.gen, e.flipped, uint(s.N(8)))
	fs.used += n.durable.pages.count // a hole may have become a page
	n.rest()
}

// Rotten says where a bit of the platter has flipped.
type Rotten struct {
	// Path is a name of the file, the first in order of paths.
	Path string
	Ino  Ino

	// Off is the byte that changed.
	Off int64
}

// Rot flips one bit of a durable page, each with the same chance, which the
// draws choose. The page cache hides it from programs until a crash, and a
// later sync of that page heals it. Nil if the disk holds no bytes.
func (fs *FS) Rot(draws *rng.Stream) *Rotten {
	var pages int64
	for _, n := range fs.inodes.all() {
		if n.links > 0 {
			pages += n.durable.pages.count
		}
	}
	if pages == 0 {
		return nil
	}
	at := int64(draws.N(uint64(pages)))
	bit := draws.N(PageSize * 8)
	for i, n := range fs.inodes.all() {
		if n.links == 0 {
			continue
		}
		if at >= n.durable.pages.count {
			at -= n.durable.pages.count
			continue
		}
		return fs.rot(Ino(i), at, int64(bit))
	}
	return nil
}

// rot flips a bit of the at-th durable page of a file.
func (fs *FS) rot(i Ino, at, bit int64) *Rotten {
	n := fs.edit(i)
	for p := range n.durable.pages.all() {
		if at > 0 {
			at--
			continue
		}
		clean := n.cached.pages.at(p) == n.durable.pages.at(p)
		off := int64(p)*PageSize + bit/8
		if off >= n.durable.size { // past the end, where bytes have to be zero
			off = int64(p) * PageSize
		}
		n.gen++
		n.durable.flip(n.gen, off, uint(bit%8))
		n.gen++
		if clean {
			n.markStale(p)
		}
		for _, e := range fs.list() {
			if e.ino == i {
				return &Rotten{e.path, i, off}
			}
		}
	}
	return nil
}
