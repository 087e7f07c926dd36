package disk

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Kind is what an inode is.
type Kind uint8

// The kinds of inode. The zero Kind is none.
const (
	KindFile Kind = 1 + iota
	KindDir
	KindSymlink
)

// Times are the three times of a file, as the node's wall clock showed them:
// virtual time plus FS.Skew. SetTimes may make Atim and Mtim negative.
// Directories have none: theirs are zero.
type Times struct {
	Atim, Mtim, Ctim vtime.Instant
}

// Stat is what a program can learn about an inode.
type Stat struct {
	Ino  Ino
	Kind Kind

	// Size is in bytes; of a symlink, the length of its target; of a
	// directory, 0.
	Size int64

	// Nlink is the number of names; of a directory, two and one for each
	// directory in it. 0 for what was unlinked but is still open.
	Nlink uint64

	Times
}

// inode is one file, directory or symlink. The parts below apply to one kind
// each and are zero for the others.
type inode struct {
	epoch uint64 // the disk's epoch in which it may be changed in place
	kind  Kind
	links int  // names in the current tree
	opens int  // handles
	born  bool // files: existence survives a crash although no name was synced

	now    Times // as Stat reports them
	synced Times // as a crash restores them

	// A directory. name is what parent calls it; it stays when the directory
	// is removed.
	parent Ino
	name   string
	ents   *dir

	// The same by durable names, for the models in which names are not durable
	// at once. baseDir and baseName are the latest durable name, which may
	// have been taken away.
	baseDir  Ino
	baseName string
	base     *dir

	target string // a symlink

	file
}

// clone copies an inode whose parts others may hold.
func (n *inode) clone(epoch uint64) *inode {
	c := *n
	c.epoch = epoch
	c.gen++
	c.pend = slices.Clip(n.pend)
	c.stale = slices.Clone(n.stale)
	return &c
}

// newInode makes an inode without name, number and handle.
func newInode(kind Kind, at vtime.Instant) *inode {
	n := &inode{kind: kind, now: Times{at, at, at}}
	n.synced = n.now
	switch kind {
	case KindDir:
		n.ents, n.base, n.born = &dir{}, &dir{}, true
		n.now, n.synced = Times{}, Times{}
	case KindSymlink:
		n.born = true
	}
	return n
}

// Stat describes an inode. ENOENT if there is none of that number.
func (fs *FS) Stat(i Ino) (Stat, errno.Errno) {
	n := fs.node(i)
	if n == nil {
		return Stat{}, errno.ENOENT
	}
	s := Stat{Ino: i, Kind: n.kind, Times: n.now, Nlink: uint64(n.links)}
	switch n.kind {
	case KindFile:
		s.Size = n.cached.size
	case KindSymlink:
		s.Size = int64(len(n.target))
	case KindDir:
		if n.links > 0 {
			s.Nlink = 2 + uint64(n.ents.subdirs())
		}
	}
	return s, errno.OK
}

// SetTimes sets the access and modification time of an inode; nil leaves one as
// it is. Directories ignore it. It is not a numbered operation.
func (fs *FS) SetTimes(now vtime.Instant, i Ino, atim, mtim *vtime.Instant) errno.Errno {
	n := fs.node(i)
	if n == nil {
		return errno.ENOENT
	}
	if n.kind == KindDir || atim == nil && mtim == nil {
		return errno.OK
	}
	n = fs.edit(i)
	if atim != nil {
		n.now.Atim = *atim
	}
	if mtim != nil {
		n.now.Mtim = *mtim
	}
	n.now.Ctim = fs.stamp(now)
	return errno.OK
}

// day is how old an access time relatime lets grow.
const day = 24 * 60 * vtime.Minute

// accessed updates the access time as a mount with relatime does: only if it
// is not later than the last change, or a day old.
func (fs *FS) accessed(now vtime.Instant, i Ino) {
	n, at := fs.node(i), fs.stamp(now)
	t := n.now
	if t.Atim <= t.Mtim || t.Atim <= t.Ctim || at.Sub(t.Atim) >= day {
		fs.edit(i).now.Atim = at
	}
}

// changed stamps a change of the bytes of a file.
func (n *inode) changed(at vtime.Instant) { n.now.Mtim, n.now.Ctim = at, at }
