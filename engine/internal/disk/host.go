package disk

import (
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// WriteFile places a durable file, with the directories that lead to it, the
// way an installer does: no operation is counted, no oracle is asked and no
// limit is kept. It has the times of a file made at the start of the run. What
// was at path is replaced. ENOTDIR if a part of the way is
// no directory, EISDIR if path is one.
func (fs *FS) WriteFile(path string, data []byte) errno.Errno {
	dir := RootIno
	names := strings.Split(strings.Trim(path, "/"), "/")
	for _, name := range names[:len(names)-1] {
		i, e := fs.child(place{dir: dir, name: name})
		switch {
		case e == errno.ENOENT:
			i = fs.plant(place{dir: dir, name: name}, newInode(KindDir, 0))
		case e != errno.OK:
			return e
		case fs.node(i).kind != KindDir:
			return errno.ENOTDIR
		}
		dir = i
	}
	p := place{dir: dir, name: names[len(names)-1]}
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
