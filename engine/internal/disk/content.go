package disk

// PageSize is the unit of the page cache in bytes: writes are split at its
// multiples, and a page is what survives, is lost or is misdirected.
const PageSize = 4096

// sectorSize is what a drive writes in one go; torn writes mostly end at its
// multiples.
const sectorSize = 512

// maxSize bounds a file, as ext4 does with 4 KiB blocks: 16 TiB.
const maxSize = 1 << 44

type page [PageSize]byte

// content is the bytes of a file in one of its states: in the page cache, or
// on the platter. Absent pages are holes and read as zeros. Bytes of the last
// page that lie past size are zero.
type content struct {
	pages table[page]
	size  int64
}

// readAt copies the bytes from off on into p and returns how many there were.
func (c *content) readAt(p []byte, off int64) int {
	if off >= c.size {
		return 0
	}
	n := int(min(int64(len(p)), c.size-off))
	for done := 0; done < n; {
		at := off + int64(done)
		lo := int(at % PageSize)
		step := min(PageSize-lo, n-done)
		if pg := c.pages.at(uint64(at / PageSize)); pg != nil {
			copy(p[done:done+step], pg[lo:])
		} else {
			clear(p[done : done+step])
		}
		done += step
	}
	return n
}

// writeAt puts p at off; a gap before it is a hole.
func (c *content) writeAt(gen uint64, p []byte, off int64) {
	for done := 0; done < len(p); {
		at := off + int64(done)
		lo := int(at % PageSize)
		step := min(PageSize-lo, len(p)-done)
		pg := c.pages.edit(gen, uint64(at/PageSize), step == PageSize)
		copy(pg[lo:], p[done:done+step])
		done += step
	}
	c.size = max(c.size, off+int64(len(p)))
}

// setSize cuts or extends to n bytes; what is added reads as zeros.
func (c *content) setSize(gen uint64, n int64) {
	if n < c.size {
		c.pages.cut(gen, uint64(pageCount(n)), uint64(pageCount(c.size)))
		if lo := n % PageSize; lo > 0 && c.pages.at(uint64(n/PageSize)) != nil {
			clear(c.pages.edit(gen, uint64(n/PageSize), false)[lo:])
		}
	}
	c.size = n
}

// flip inverts one bit of the byte at off.
func (c *content) flip(gen uint64, off int64, bit uint) {
	c.pages.edit(gen, uint64(off/PageSize), false)[off%PageSize] ^= 1 << (bit % 8)
}

// pageCount is the number of pages that n bytes take.
func pageCount(n int64) int64 { return (n + PageSize - 1) / PageSize }
