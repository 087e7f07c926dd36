package disk

import (
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// Limits of Linux.
const (
	nameMax  = 255   // bytes of one component
	pathMax  = 4096  // bytes of a path, with the NUL that C ends it with
	hopsMax  = 40    // symlinks followed in one lookup
	linksMax = 65000 // names of one file, as on ext4
)

// place is where a path leads: the directory and the name in it. The name is
// "" for the root itself and may be "." or "..". slash says that the path
// ended in one.
type place struct {
	dir   Ino
	name  string
	slash bool
}

// plain says that the name is one that an entry can have.
func (p place) plain() bool { return p.name != "" && p.name != "." && p.name != ".." }

// parent resolves all of path but its last component. Symlinks on the way are
// followed and counted in hops.
func (fs *FS) parent(dir Ino, path string, hops *int) (place, errno.Errno) {
	switch {
	case path == "":
		return place{}, errno.ENOENT
	case len(path) >= pathMax:
		return place{}, errno.ENAMETOOLONG
	case strings.IndexByte(path, 0) >= 0:
		return place{}, errno.EINVAL
	case path[0] == '/':
		dir = RootIno
	}
	if n := fs.node(dir); n == nil || n.kind != KindDir {
		return place{}, errno.ENOTDIR
	}
	rest := strings.TrimLeft(path, "/")
	for {
		name, after, slash := strings.Cut(rest, "/")
		rest = strings.TrimLeft(after, "/")
		p := place{dir, name, slash || name == ""}
		if rest == "" {
			return p, errno.OK
		}
		i, e := fs.follow(p, hops)
		if e != errno.OK {
			return place{}, e
		}
		dir = i // a directory, because p.slash
	}
}

// child returns what is at p, without following it. ENOENT if nothing is.
func (fs *FS) child(p place) (Ino, errno.Errno) {
	n := fs.node(p.dir)
	switch {
	case p.name == "", p.name == ".":
		return p.dir, errno.OK
	case p.name == "..":
		if fs.node(n.parent) == nil {
			return 0, errno.ENOENT // both were removed
		}
		return n.parent, errno.OK
	case len(p.name) > nameMax:
		return 0, errno.ENAMETOOLONG
	}
	e := n.ents.get(p.name)
	if e.ino == 0 {
		return 0, errno.ENOENT
	}
	return e.ino, errno.OK
}

// follow returns what is at p, following symlinks to the end.
func (fs *FS) follow(p place, hops *int) (Ino, errno.Errno) {
	for {
		i, e := fs.child(p)
		if e != errno.OK {
			return 0, e
		}
		n := fs.node(i)
		if n.kind != KindSymlink {
			if p.slash && n.kind != KindDir {
				return 0, errno.ENOTDIR
			}
			return i, errno.OK
		}
		if p, e = fs.hop(p, n.target, hops); e != errno.OK {
			return 0, e
		}
	}
}

// hop goes one step along the symlink at p, to the place of its target.
func (fs *FS) hop(p place, target string, hops *int) (place, errno.Errno) {
	if *hops++; *hops > hopsMax {
		return place{}, errno.ELOOP
	}
	to, e := fs.parent(p.dir, target, hops)
	to.slash = to.slash || p.slash
	return to, e
}

// Lookup finds the inode of a path that starts at directory dir, or at the root
// if it begins with a slash. With follow a symlink at the end is followed, as
// stat does; without, it is what is found, as for lstat. A slash at the end
// asks for a directory and follows in any case.
func (fs *FS) Lookup(dir Ino, path string, follow bool) (Ino, errno.Errno) {
	hops := 0
	p, e := fs.parent(dir, path, &hops)
	if e != errno.OK {
		return 0, e
	}
	if follow || p.slash {
		return fs.follow(p, &hops)
	}
	return fs.child(p)
}

// vacant resolves path to a place where a new name can be made: EEXIST if
// something is there. Only directories may be asked for with a slash.
func (fs *FS) vacant(dir Ino, path string, forDir bool) (place, errno.Errno) {
	hops := 0
	p, e := fs.parent(dir, path, &hops)
	if e != errno.OK {
		return p, e
	}
	switch _, e = fs.child(p); {
	case e == errno.OK:
		return p, errno.EEXIST
	case e != errno.ENOENT:
		return p, e
	case p.slash && !forDir, fs.node(p.dir).links == 0:
		return p, errno.ENOENT
	}
	return p, errno.OK
}

// path is the path of a name in a directory, from the root. What has been
// removed keeps the path it had.
func (fs *FS) path(dir Ino, name string) string {
	parts := []string{name}
	size := len(name)
	for dir != RootIno {
		n := fs.node(dir)
		if n == nil {
			break
		}
		parts = append(parts, n.name)
		size += 1 + len(n.name)
		dir = n.parent
	}
	var b strings.Builder
	b.Grow(size + 1)
	for i := len(parts) - 1; i >= 0; i-- {
		b.WriteByte('/')
		b.WriteString(parts[i])
	}
	return b.String()
}

// pathOf is the path of a place, from the root.
func (fs *FS) pathOf(p place) string {
	if p.plain() {
		return fs.path(p.dir, p.name)
	}
	i, _ := fs.child(p)
	if i == RootIno {
		return "/"
	}
	n := fs.node(i)
	return fs.path(n.parent, n.name)
}
