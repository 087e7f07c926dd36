package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
)

const direntSize = 24

// fdReaddir fills a buffer with entries from cookie on. An entry that does not
// fit is cut; the reader sees that from a full buffer and asks again.
func fdReaddir(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	if d.kind != folder {
		return errno.ENOTDIR
	}
	buf, e := p.bytes(a[1], a[2])
	if e != errno.OK {
		return e
	}
	list, e := p.FS.ReadDir(d.handle, a[3], len(buf)/direntSize+1)
	if e != errno.OK {
		return e
	}
	used := 0
	for i := 0; i < len(list) && used < len(buf); i++ {
		var head [direntSize]byte
		le.PutUint64(head[:], list[i].Next)
		le.PutUint64(head[8:], uint64(list[i].Ino))
		le.PutUint32(head[16:], uint32(len(list[i].Name)))
		head[20] = typeOf(list[i].Kind)
		used += copy(buf[used:], head[:])
		used += copy(buf[used:], list[i].Name)
	}
	return p.put32(a[4], uint32(used))
}
