package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Rename moves a name, over what is at the new one if that is of the same sort:
// a file over a file, a directory over an empty directory. Two names of one
// file: nothing happens, as on Linux. EINVAL for a directory into itself.
func (fs *FS) Rename(now vtime.Instant, fromDir Ino, from string, toDir Ino, to string) errno.Errno {
	hops := 0
	src, e := fs.parent(fromDir, from, &hops)
	if e != errno.OK {
		return e
	}
	hops = 0
	dst, e := fs.parent(toDir, to, &hops)
	if e != errno.OK {
		return e
	}
	i, old, e := fs.renamed(src, dst)
	if e != errno.OK || i == old {
		return e
	}
	fate, e := fs.ask(Op{Kind: OpRename, Path: fs.pathOf(src), To: fs.pathOf(dst), Now: now})
	if e != errno.OK {
		return e
	}
	n := fs.edit(i)
	n.now.Ctim = n.ctime(fs.stamp(now))
	n.born = true
	if old != 0 {
		o := fs.edit(old)
		o.now.Ctim = o.ctime(fs.stamp(now))
	}
	fs.record(dirOp{
		add: named{dst.dir, dst.name, i, n.kind},
		del: named{src.dir, src.name, i, n.kind},
	})
	fs.link(dst, i)
	fs.unlink(src, i)
	return fate.after()
}

// ctime is a change time for what may be a directory, which has none.
func (n *inode) ctime(at vtime.Instant) vtime.Instant {
	if n.kind == KindDir {
		return 0
	}
	return at
}

// renamed checks a rename. It returns the inode that moves and the one that is
// at the new name, 0 if none is.
func (fs *FS) renamed(src, dst place) (i, old Ino, e errno.Errno) {
	if !src.plain() || !dst.plain() {
		return 0, 0, errno.EBUSY
	}
	if i, e = fs.child(src); e != errno.OK {
		return 0, 0, e
	}
	if old, e = fs.child(dst); e != errno.OK && e != errno.ENOENT {
		return 0, 0, e
	}
	isDir := fs.node(i).kind == KindDir
	switch {
	case !isDir && (src.slash || dst.slash):
		return 0, 0, errno.ENOTDIR
	case isDir && fs.above(i, dst.dir):
		return 0, 0, errno.EINVAL
	case old != 0 && fs.above(old, src.dir):
		return 0, 0, errno.ENOTEMPTY
	case fs.node(dst.dir).links == 0:
		return 0, 0, errno.ENOENT
	case old == 0 || old == i:
		return i, old, errno.OK
	}
	o := fs.node(old)
	switch {
	case isDir && o.kind != KindDir:
		return 0, 0, errno.ENOTDIR
	case !isDir && o.kind == KindDir:
		return 0, 0, errno.EISDIR
	case isDir && len(o.ents.ents) > 0:
		return 0, 0, errno.ENOTEMPTY
	}
	return i, old, errno.OK
}

// above says that i is dir or a directory that dir lies in.
func (fs *FS) above(i, dir Ino) bool {
	for n := fs.node(dir); n != nil; n = fs.node(dir) {
		if dir == i {
			return true
		}
		if dir == RootIno {
			break
		}
		dir = n.parent
	}
	return false
}
