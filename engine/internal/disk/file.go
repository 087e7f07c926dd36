package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Read reads from the handle's offset on and moves it. 0 bytes without an
// error is the end of the file.
func (fs *FS) Read(now vtime.Instant, h HandleID, p []byte) (int, errno.Errno) {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return 0, e
	}
	n, e := fs.read(now, hd, p, hd.pos)
	hd.pos += int64(n)
	return n, e
}

// Pread reads at an offset and leaves the handle's own alone.
func (fs *FS) Pread(now vtime.Instant, h HandleID, p []byte, off int64) (int, errno.Errno) {
	hd, e := fs.handle(h)
	switch {
	case e != errno.OK:
		return 0, e
	case off < 0:
		return 0, errno.EINVAL
	}
	return fs.read(now, hd, p, off)
}

func (fs *FS) read(now vtime.Instant, hd *Handle, p []byte, off int64) (int, errno.Errno) {
	n := fs.node(hd.ino)
	switch {
	case hd.flags&Read == 0:
		return 0, errno.EBADF
	case n.kind == KindDir:
		return 0, errno.EISDIR
	case len(p) == 0:
		return 0, errno.OK
	}
	fs.accessed(now, hd.ino)
	n = fs.node(hd.ino)
	got := min(int64(len(p)), n.cached.size-off)
	if got <= 0 {
		return 0, errno.OK
	}
	fate := fs.askRead(ReadOp{Path: hd.path, Off: off, Len: got, Now: now})
	if fate.Err != errno.OK {
		return 0, fate.Err
	}
	n.cached.readAt(p, off)
	if fate.Flip {
		bit := fate.Bit % uint64(got*8)
		p[bit/8] ^= 1 << (bit % 8)
	}
	return int(got), errno.OK
}

func (fs *FS) askRead(op ReadOp) ReadFate {
	fs.reads++
	if fs.Oracle == nil {
		return ReadFate{}
	}
	op.Num = fs.reads
	return fs.Oracle.DiskRead(op)
}

// Write writes at the handle's offset, or with Append at the end of the file,
// and moves the offset behind what was written. It may write less than all of
// p: when the disk fills up, or when the oracle says so.
func (fs *FS) Write(now vtime.Instant, h HandleID, p []byte) (int, errno.Errno) {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return 0, e
	}
	off := hd.pos
	if hd.flags&Append != 0 {
		off = fs.node(hd.ino).cached.size
	}
	n, e := fs.write(now, hd, p, off)
	if n > 0 {
		hd.pos = off + int64(n)
	}
	return n, e
}

// Pwrite writes at an offset and leaves the handle's own alone. As on Linux, a
// handle with Append writes to the end all the same.
func (fs *FS) Pwrite(now vtime.Instant, h HandleID, p []byte, off int64) (int, errno.Errno) {
	hd, e := fs.handle(h)
	switch {
	case e != errno.OK:
		return 0, e
	case off < 0:
		return 0, errno.EINVAL
	}
	if hd.flags&Append != 0 {
		off = fs.node(hd.ino).cached.size
	}
	return fs.write(now, hd, p, off)
}

func (fs *FS) write(now vtime.Instant, hd *Handle, p []byte, off int64) (int, errno.Errno) {
	switch {
	case hd.flags&Write == 0:
		return 0, errno.EBADF
	case len(p) == 0:
		return 0, errno.OK
	case off >= maxSize:
		return 0, errno.EFBIG
	}
	p = p[:min(int64(len(p)), maxSize-off)]
	if p = p[:fs.room(fs.node(hd.ino), off, int64(len(p)))]; len(p) == 0 {
		return 0, errno.ENOSPC
	}
	fate, e := fs.ask(Op{Kind: OpWrite, Path: hd.path, Off: off, Len: int64(len(p)), Now: now})
	if e != errno.OK {
		return 0, e
	}
	if fate.Short > 0 {
		p = p[:min(int64(len(p)), fate.Short)]
	}
	if fate.Crash == CrashWithin {
		p = p[:min(int64(len(p)), max(fate.Cut, 0))]
	}
	if len(p) > 0 {
		fs.store(now, hd.ino, func(n *inode) { n.write(p, off, fs.model.logsWrites()) })
	}
	if fate.Crash != CrashNone {
		return 0, errno.Crashed
	}
	if hd.flags&(Sync|DSync) != 0 {
		if e := fs.sync(now, hd); e != errno.OK {
			return 0, e
		}
	}
	return len(p), errno.OK
}

// store changes the bytes of a file and keeps count of the space.
func (fs *FS) store(now vtime.Instant, i Ino, change func(*inode)) {
	n := fs.edit(i)
	before := n.cached.pages.count
	change(n)
	fs.used += n.cached.pages.count - before
	n.changed(fs.stamp(now))
}

// room is how many of size bytes at off fit on the disk: up to the first page
// that would have to be taken from space that is not there.
func (fs *FS) room(n *inode, off, size int64) int64 {
	if fs.model.Bytes <= 0 {
		return size
	}
	free := fs.model.Bytes/PageSize - fs.used
	if free >= size/PageSize+2 {
		return size
	}
	for at := off; at < off+size; at = (at/PageSize + 1) * PageSize {
		if n.cached.pages.at(uint64(at/PageSize)) != nil {
			continue
		}
		if free--; free < 0 {
			return at - off
		}
	}
	return size
}

// Truncate sets the size of a file. EINVAL for a negative size, a directory or
// a handle that may not write.
func (fs *FS) Truncate(now vtime.Instant, h HandleID, size int64) errno.Errno {
	hd, e := fs.handle(h)
	switch {
	case e != errno.OK:
		return e
	case size < 0, hd.flags&Write == 0:
		return errno.EINVAL
	case size > maxSize:
		return errno.EFBIG
	}
	return fs.truncate(now, hd.ino, hd.path, size)
}

func (fs *FS) truncate(now vtime.Instant, i Ino, name string, size int64) errno.Errno {
	fate, e := fs.ask(Op{Kind: OpTruncate, Path: name, Off: size, Now: now})
	if e != errno.OK {
		return e
	}
	fs.store(now, i, func(n *inode) { n.truncate(size, fs.model.logsWrites()) })
	return fate.after()
}

// Allocate takes space for size bytes at off, as posix_fallocate does: holes
// there become zeros and the file grows to cover them. ENOSPC without effect
// if they do not fit.
func (fs *FS) Allocate(now vtime.Instant, h HandleID, off, size int64) errno.Errno {
	hd, e := fs.handle(h)
	switch {
	case e != errno.OK:
		return e
	case hd.flags&Write == 0:
		return errno.EBADF
	case off < 0, size <= 0:
		return errno.EINVAL
	case off > maxSize-size:
		return errno.EFBIG
	case fs.room(fs.node(hd.ino), off, size) < size:
		return errno.ENOSPC
	}
	fate, e := fs.ask(Op{Kind: OpAllocate, Path: hd.path, Off: off, Len: size, Now: now})
	if e != errno.OK {
		return e
	}
	fs.store(now, hd.ino, func(n *inode) { n.allocate(off, size, fs.model.logsWrites()) })
	return fate.after()
}
