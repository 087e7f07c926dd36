package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// HandleID names an open file description of one disk. A clone of the disk has
// the same handles under the same ids. Ids of closed handles are used again.
type HandleID int32

// OpenFlag says how a path is opened.
type OpenFlag uint16

// The flags of Open. Read and Write may both be set; neither opens only for
// Stat, Sync and ReadDir.
const (
	Read      OpenFlag = 1 << iota // may read
	Write                          // may write and truncate
	Create                         // make a file if there is none
	Excl                           // with Create: fail if there is one
	Trunc                          // cut an existing file to length 0
	Directory                      // fail unless it is a directory
	NoFollow                       // fail if the last component is a symlink
	Append                         // every write goes to the end
	Sync                           // every write is synced
	DSync                          // the same
)

// changeable are the flags that SetFlags may change.
const changeable = Append | Sync | DSync

// Handle is an open file description. It is a plain value.
type Handle struct {
	ino   Ino
	pos   int64
	path  string
	flags OpenFlag
	open  bool
	lock  Lock
	seen  uint32 // the file's failed syncs that this handle has reported
}

// Ino is the inode that is open.
func (h Handle) Ino() Ino { return h.ino }

// Path is the name that the handle was opened by, from the root.
func (h Handle) Path() string { return h.path }

// Flags are the flags that it was opened with, as changed by SetFlags.
func (h Handle) Flags() OpenFlag { return h.flags }

// Pos is the offset of the next Read or Write.
func (h Handle) Pos() int64 { return h.pos }

// Handle returns a copy of an open handle, EBADF if it is not open.
func (fs *FS) Handle(h HandleID) (Handle, errno.Errno) {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return Handle{}, e
	}
	return *hd, errno.OK
}

func (fs *FS) handle(h HandleID) (*Handle, errno.Errno) {
	if h < 0 || int(h) >= len(fs.handles) || !fs.handles[h].open {
		return nil, errno.EBADF
	}
	return &fs.handles[h], errno.OK
}

// Open opens path, which starts at directory dir, or at the root if it begins
// with a slash. The errors are those of open(2) on Linux.
func (fs *FS) Open(now vtime.Instant, dir Ino, path string, flags OpenFlag) (HandleID, errno.Errno) {
	if flags&Create != 0 && flags&Directory != 0 {
		return 0, errno.EINVAL
	}
	p, i, e := fs.openPlace(dir, path, flags)
	if e != errno.OK {
		return 0, e
	}
	name := fs.pathOf(p)
	if i == 0 {
		if i, e = fs.create(now, p, name); e != errno.OK {
			return 0, e
		}
	} else if e = fs.openOld(now, i, name, flags); e != errno.OK {
		return 0, e
	}
	return fs.newHandle(i, name, flags&^(Create|Excl|Trunc|Directory|NoFollow)), errno.OK
}

// openPlace finds what an open is about: the place and the inode there, 0 if
// it has to be created.
func (fs *FS) openPlace(dir Ino, path string, flags OpenFlag) (place, Ino, errno.Errno) {
	hops := 0
	p, e := fs.parent(dir, path, &hops)
	for {
		if e != errno.OK {
			return p, 0, e
		}
		if flags&Create != 0 && p.slash && p.plain() {
			return p, 0, errno.EISDIR
		}
		i, e2 := fs.child(p)
		if e2 == errno.ENOENT && flags&Create != 0 && fs.node(p.dir).links > 0 {
			return p, 0, errno.OK
		}
		if e2 != errno.OK {
			return p, 0, e2
		}
		n := fs.node(i)
		switch {
		case flags&Create != 0 && flags&Excl != 0:
			return p, 0, errno.EEXIST
		case n.kind == KindSymlink && flags&NoFollow != 0 && !p.slash:
			if flags&Directory != 0 {
				return p, 0, errno.ENOTDIR
			}
			return p, 0, errno.ELOOP
		case n.kind == KindSymlink:
			p, e = fs.hop(p, n.target, &hops)
		case n.kind != KindDir && (p.slash || flags&Directory != 0):
			return p, 0, errno.ENOTDIR
		case n.kind == KindDir && flags&(Write|Create|Trunc) != 0:
			return p, 0, errno.EISDIR
		default:
			return p, i, errno.OK
		}
	}
}

// create makes an empty file.
func (fs *FS) create(now vtime.Instant, p place, name string) (Ino, errno.Errno) {
	fate, e := fs.ask(Op{Kind: OpCreate, Path: name, Now: now})
	if e != errno.OK {
		return 0, e
	}
	i := fs.add(newInode(KindFile, fs.stamp(now)))
	fs.link(p, i)
	fs.recordCreate(named{p.dir, p.name, i, KindFile})
	return i, fate.after()
}

// openOld does to an existing inode what opening it does.
func (fs *FS) openOld(now vtime.Instant, i Ino, name string, flags OpenFlag) errno.Errno {
	if flags&Trunc == 0 {
		return errno.OK
	}
	if n := fs.node(i); n.cached.size == 0 && n.next == 0 {
		fs.edit(i).changed(fs.stamp(now))
		return errno.OK
	}
	return fs.truncate(now, i, name, 0)
}

func (fs *FS) newHandle(i Ino, name string, flags OpenFlag) HandleID {
	n := fs.edit(i)
	n.opens++
	hd := Handle{ino: i, path: name, flags: flags, open: true, seen: n.failed}
	if n.failed > 0 && !n.reported {
		hd.seen-- // nobody has seen the latest error yet, so this handle will
	}
	if k := len(fs.free); k > 0 {
		h := fs.free[k-1]
		fs.free = fs.free[:k-1]
		fs.handles[h] = hd
		return h
	}
	fs.handles = append(fs.handles, hd)
	return HandleID(len(fs.handles) - 1)
}

// Close closes a handle. An unlinked file whose last handle it was is gone.
func (fs *FS) Close(h HandleID) errno.Errno {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return e
	}
	i := hd.ino
	*hd = Handle{}
	fs.free = append(fs.free, h)
	fs.edit(i).opens--
	fs.release(i)
	return errno.OK
}

// CloseAll closes every handle, as the end of a process does. What is in the
// page cache stays, as it does when only the process dies and not the machine.
func (fs *FS) CloseAll() {
	for h := range fs.handles {
		fs.Close(HandleID(h)) // EBADF for those that are not open
	}
	fs.handles, fs.free = nil, nil
}

// SetFlags sets the Append, Sync and DSync flags of a handle to those in flags;
// the other flags cannot be changed.
func (fs *FS) SetFlags(h HandleID, flags OpenFlag) errno.Errno {
	hd, e := fs.handle(h)
	if e == errno.OK {
		hd.flags = hd.flags&^changeable | flags&changeable
	}
	return e
}

// Whence says what an offset of Seek counts from.
type Whence uint8

// The values of whence, as in lseek(2).
const (
	SeekStart Whence = iota
	SeekCurrent
	SeekEnd
)

// Seek moves the offset of a handle and returns the new one. It may lie past
// the end of the file. EINVAL for an offset below zero or a bad whence,
// EOVERFLOW for one too large.
func (fs *FS) Seek(h HandleID, off int64, whence Whence) (int64, errno.Errno) {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return 0, e
	}
	var base int64
	switch whence {
	case SeekStart:
	case SeekCurrent:
		base = hd.pos
	case SeekEnd:
		base = fs.node(hd.ino).cached.size
	default:
		return 0, errno.EINVAL
	}
	to := base + off
	switch {
	case off > 0 && to < base:
		return 0, errno.EOVERFLOW
	case to < 0:
		return 0, errno.EINVAL
	}
	hd.pos = to
	return to, errno.OK
}
