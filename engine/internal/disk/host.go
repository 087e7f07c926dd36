package disk

import (
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// MakeDir places a durable directory, with those that lead to it, as WriteFile
// places a file. One that is there already stays. ENOTDIR if a part of the way
// is no directory.
func (fs *FS) MakeDir(path string) errno.Errno {
	_, e := fs.plantDirs(strings.Trim(path, "/"))
	return e
}

// plantDirs makes the directories of a path as far as they are missing. ""
// means the root.
func (fs *FS) plantDirs(path string) (Ino, errno.Errno) {
	dir := RootIno
	for name := range strings.SplitSeq(path, "/") {
		p := place{dir: dir, name: name}
		i, e := fs.child(p)
		switch {
		case e == errno.ENOENT:
			i = fs.plant(p, newInode(KindDir, 0))
		case e != errno.OK:
			return 0, e
		case fs.node(i).kind != KindDir:
			return 0, errno.ENOTDIR
		}
		dir = i
	}
	return dir, errno.OK
}

// WriteFile places a durable file, with the directories that lead to it, the
// way an installer does: no operation is counted, no oracle is asked and no
// limit is kept. It has the times of a file made at the start of the run. What
// was at path is replaced. ENOTDIR if a part of the way is no directory, EISDIR
// if path is one, ELOOP if it is a symlink.
func (fs *FS) WriteFile(path string, data []byte) errno.Errno {
	path = strings.Trim(path, "/")
	way, name := "", path
	if k := strings.LastIndexByte(path, '/'); k >= 0 {
		way, name = path[:k], path[k+1:]
	}
	dir, e := fs.plantDirs(way)
	if e != errno.OK {
		return e
	}
	p := place{dir: dir, name: name}
	i, e := fs.child(p)
	switch {
	case e == errno.ENOENT:
		i = fs.plant(p, newInode(KindFile, 0))
	case e != errno.OK:
		return e
	case fs.node(i).kind == KindDir:
		return errno.EISDIR
	case fs.node(i).kind == KindSymlink:
		return errno.ELOOP
	}
	n := fs.edit(i)
	fs.used -= n.cached.pages.count
	n.truncate(0, false)
	if len(data) > 0 {
		n.write(data, 0, false)
	}
	n.commit()
	fs.used += n.cached.pages.count
	return errno.OK
}

// plant gives a new inode a number and a durable name.
func (fs *FS) plant(p place, n *inode) Ino {
	i := fs.add(n)
	fs.link(p, i)
	if fs.model.names() != namesAtOnce {
		fs.replay(dirOp{add: named{p.dir, p.name, i, n.kind}}, true, false)
	}
	n.born = true
	return i
}

// ReadFile returns what programs would read from a file, following symlinks.
// No read is counted and no oracle is asked.
func (fs *FS) ReadFile(path string) ([]byte, errno.Errno) {
	i, e := fs.Lookup(RootIno, path, true)
	switch {
	case e != errno.OK:
		return nil, e
	case fs.node(i).kind != KindFile:
		return nil, errno.EISDIR
	}
	p := make([]byte, fs.node(i).cached.size)
	fs.node(i).cached.readAt(p, 0)
	return p, errno.OK
}
