package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// link gives an inode a name; what had the name before loses it.
func (fs *FS) link(p place, i Ino) {
	d := fs.editDir(p.dir)
	old := d.get(p.name).ino
	n := fs.edit(i)
	d.put(p.name, i, n.kind)
	n.links++
	if n.kind == KindDir {
		n.parent, n.name = p.dir, p.name
	}
	if old != 0 {
		fs.edit(old).links--
		fs.release(old)
	}
}

// unlink takes a name away.
func (fs *FS) unlink(p place, i Ino) {
	fs.editDir(p.dir).remove(p.name)
	fs.edit(i).links--
	fs.release(i)
}

// Mkdir makes a directory.
func (fs *FS) Mkdir(now vtime.Instant, dir Ino, path string) errno.Errno {
	p, e := fs.vacant(dir, path, true)
	if e != errno.OK {
		return e
	}
	fate, e := fs.ask(Op{Kind: OpMkdir, Path: fs.pathOf(p), Now: now})
	if e != errno.OK {
		return e
	}
	fs.makeNode(p, newInode(KindDir, 0))
	return fate.after()
}

// makeNode gives a new inode its number and its first name.
func (fs *FS) makeNode(p place, n *inode) {
	i := fs.add(n)
	fs.link(p, i)
	fs.record(dirOp{add: named{p.dir, p.name, i, n.kind}})
}

// Symlink makes a symlink that leads to target, which need not exist.
func (fs *FS) Symlink(now vtime.Instant, target string, dir Ino, path string) errno.Errno {
	switch {
	case target == "":
		return errno.ENOENT
	case len(target) >= pathMax:
		return errno.ENAMETOOLONG
	}
	p, e := fs.vacant(dir, path, false)
	if e != errno.OK {
		return e
	}
	fate, e := fs.ask(Op{Kind: OpSymlink, Path: fs.pathOf(p), To: target, Now: now})
	if e != errno.OK {
		return e
	}
	n := newInode(KindSymlink, fs.stamp(now))
	n.target = target
	fs.makeNode(p, n)
	return fate.after()
}

// Readlink returns the target of a symlink, EINVAL if path is something else.
func (fs *FS) Readlink(dir Ino, path string) (string, errno.Errno) {
	i, e := fs.Lookup(dir, path, false)
	switch {
	case e != errno.OK:
		return "", e
	case fs.node(i).kind != KindSymlink:
		return "", errno.EINVAL
	}
	return fs.node(i).target, errno.OK
}

// Link gives a file or symlink a second name. With follow a symlink at the end
// of old is followed, else it gets the name itself. EPERM for a directory.
func (fs *FS) Link(now vtime.Instant, oldDir Ino, old string, dir Ino, path string, follow bool) errno.Errno {
	hops := 0
	from, e := fs.parent(oldDir, old, &hops)
	if e != errno.OK {
		return e
	}
	i, e := fs.Lookup(oldDir, old, follow)
	if e != errno.OK {
		return e
	}
	p, e := fs.vacant(dir, path, false)
	switch n := fs.node(i); {
	case e != errno.OK:
		return e
	case n.kind == KindDir:
		return errno.EPERM
	case n.links >= linksMax:
		return errno.EMLINK
	}
	fate, e := fs.ask(Op{Kind: OpLink, Path: fs.pathOf(from), To: fs.pathOf(p), Now: now})
	if e != errno.OK {
		return e
	}
	fs.link(p, i)
	n := fs.edit(i)
	n.now.Ctim = fs.stamp(now)
	n.born = true
	fs.record(dirOp{add: named{p.dir, p.name, i, n.kind}})
	return fate.after()
}

// Unlink takes the name of a file or symlink away. What is still open stays
// readable until its last handle is closed, but not past a crash.
func (fs *FS) Unlink(now vtime.Instant, dir Ino, path string) errno.Errno {
	hops := 0
	p, e := fs.parent(dir, path, &hops)
	if e != errno.OK {
		return e
	}
	i, e := fs.child(p)
	switch {
	case !p.plain():
		return errno.EISDIR
	case e != errno.OK:
		return e
	case fs.node(i).kind == KindDir:
		return errno.EISDIR
	case p.slash:
		return errno.ENOTDIR
	}
	fate, e := fs.ask(Op{Kind: OpUnlink, Path: fs.pathOf(p), Now: now})
	if e != errno.OK {
		return e
	}
	fs.edit(i).now.Ctim = fs.stamp(now)
	kind := fs.node(i).kind
	fs.record(dirOp{del: named{p.dir, p.name, i, kind}})
	fs.unlink(p, i)
	return fate.after()
}

// Rmdir removes an empty directory.
func (fs *FS) Rmdir(now vtime.Instant, dir Ino, path string) errno.Errno {
	hops := 0
	p, e := fs.parent(dir, path, &hops)
	if e != errno.OK {
		return e
	}
	i, e := fs.child(p)
	switch {
	case p.name == "":
		return errno.EBUSY
	case p.name == ".":
		return errno.EINVAL
	case p.name == "..":
		return errno.ENOTEMPTY
	case e != errno.OK:
		return e
	case fs.node(i).kind != KindDir:
		return errno.ENOTDIR
	case len(fs.node(i).ents.ents) > 0:
		return errno.ENOTEMPTY
	}
	fate, e := fs.ask(Op{Kind: OpRmdir, Path: fs.pathOf(p), Now: now})
	if e != errno.OK {
		return e
	}
	fs.record(dirOp{del: named{p.dir, p.name, i, KindDir}})
	fs.unlink(p, i)
	return fate.after()
}
