package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

const statSize = 64

// stat writes a filestat.
func (p *Process) stat(ptr uint64, s disk.Stat, filetype byte) errno.Errno {
	b, e := p.bytes(ptr, statSize)
	if e != errno.OK {
		return e
	}
	clear(b)
	le.PutUint64(b, 1)
	le.PutUint64(b[8:], uint64(s.Ino))
	b[16] = filetype
	le.PutUint64(b[24:], uint64(s.Nlink))
	le.PutUint64(b[32:], uint64(s.Size))
	if filetype != typeDirectory {
		le.PutUint64(b[40:], wall(s.Atim))
		le.PutUint64(b[48:], wall(s.Mtim))
		le.PutUint64(b[56:], wall(s.Ctim))
	}
	return errno.OK
}

// wall turns a file's time, which Chtimes may set before the run's start, into
// nanoseconds since 1970; earlier ones show as 0.
func wall(t vtime.Instant) uint64 { return uint64(max(0, int64(t)+Epoch)) }

func typeOf(k disk.Kind) byte {
	switch k {
	case disk.KindDir:
		return typeDirectory
	case disk.KindSymlink:
		return typeSymlink
	}
	return typeRegular
}

func fdFilestatGet(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	if d.kind != file && d.kind != folder {
		return p.stat(a[1], disk.Stat{Nlink: 1}, d.filetype())
	}
	return p.statOf(a[1], p.opened(d).Ino())
}

func pathFilestatGet(p *Process, a []uint64) errno.Errno {
	w, e := p.path(a[0], a[2], a[3])
	if e != errno.OK {
		return e
	}
	if device(w) != free {
		return p.stat(a[4], disk.Stat{Nlink: 1}, typeCharacter)
	}
	ino, e := p.FS.Lookup(w.dir, w.path, a[1]&follow != 0)
	if e != errno.OK {
		return e
	}
	return p.statOf(a[4], ino)
}

// statOf writes the filestat of an inode.
func (p *Process) statOf(ptr uint64, ino disk.Ino) errno.Errno {
	s, e := p.FS.Stat(ino)
	if e != errno.OK {
		return e
	}
	return p.stat(ptr, s, typeOf(s.Kind))
}

// The bits of fstflags.
const (
	setAtime    = 1
	setAtimeNow = 2
	setMtime    = 4
	setMtimeNow = 8
)

// times reads what a call wants the times of a file to be; nil leaves one.
func (p *Process) times(atime, mtime, flags uint64) (a, m *vtime.Instant, e errno.Errno) {
	if flags&setAtime != 0 && flags&setAtimeNow != 0 || flags&setMtime != 0 && flags&setMtimeNow != 0 {
		return nil, nil, errno.EINVAL
	}
	pick := func(set, setNow, t uint64) *vtime.Instant {
		at := vtime.Instant(int64(t) - Epoch)
		switch {
		case flags&setNow != 0:
			at = p.Clock.Now()
		case flags&set == 0:
			return nil
		}
		return &at
	}
	return pick(setAtime, setAtimeNow, atime), pick(setMtime, setMtimeNow, mtime), errno.OK
}

func fdFilestatSetTimes(p *Process, a []uint64) errno.Errno {
	d, e := p.onDisk(a[0])
	if e != errno.OK {
		return e
	}
	at, mt, e := p.times(a[1], a[2], a[3])
	if e != errno.OK {
		return e
	}
	return p.FS.SetTimes(p.Clock.Now(), p.opened(d).Ino(), at, mt)
}

func pathFilestatSetTimes(p *Process, a []uint64) errno.Errno {
	w, e := p.path(a[0], a[2], a[3])
	if e != errno.OK {
		return e
	}
	at, mt, e := p.times(a[4], a[5], a[6])
	if e != errno.OK {
		return e
	}
	ino, e := p.FS.Lookup(w.dir, w.path, a[1]&follow != 0)
	if e != errno.OK {
		return e
	}
	return p.FS.SetTimes(p.Clock.Now(), ino, at, mt)
}
