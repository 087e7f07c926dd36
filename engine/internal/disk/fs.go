// Package disk is the disk of one simulated node: an in-memory file system
// with an explicit model of what a power cut leaves. It draws nothing by
// itself: an Oracle decides what goes wrong in an operation, and a key names
// the draws of a crash.
package disk

import (
	"slices"

	"github.com/seedfall/seedfall/engine/vtime"
)

// Ino is the number of a file, directory or symlink. Numbers are never used
// again in the life of a disk. 0 is none.
type Ino uint64

// RootIno is the root directory.
const RootIno Ino = 1

// FS is one node's disk: what is on the platter, what is in the page cache
// above it, and the open handles. It survives crashes of the node; handles and
// page cache do not. Not safe for concurrent use, except that a disk nobody
// changes, which was itself made by Clone, may be cloned from several
// goroutines.
type FS struct {
	// Oracle decides the fate of operations. Nil: nothing goes wrong. Clone
	// leaves it nil.
	Oracle Oracle

	// Skew is added to now for the times that files are stamped with: how far
	// the node's wall clock is ahead of virtual time.
	Skew vtime.Duration

	model Model

	// epoch marks the inodes and directories that this disk may change in
	// place. shared says that a clone may hold those of the current epoch too,
	// so that the next change has to begin another one.
	epoch  uint64
	shared bool

	inodes table[inode]
	last   Ino   // the latest number given out
	used   int64 // pages of files that have a name or a handle

	// dead counts inodes with neither, kept because a crash may bring them
	// back; when there are sweepAt, those that cannot come back are dropped.
	dead, sweepAt int

	handles []Handle
	free    []HandleID // closed ones, the latest last

	// names is what no sync covers yet, oldest first; see dirOp.
	names   []dirOp
	nameSeq uint64

	// unborn are files that were created where other names are durable at once,
	// oldest first; some may have been synced or dropped since.
	unborn []Ino

	ops, reads uint64
}

// New makes an empty disk that holds only the root directory.
func New(m Model) *FS {
	fs := &FS{model: m, epoch: 1, last: RootIno}
	root := &inode{epoch: fs.epoch, kind: KindDir, links: 1, born: true, parent: RootIno, ents: &dir{epoch: fs.epoch}, base: &dir{}}
	fs.inodes.set(fs.epoch, uint64(RootIno), root)
	return fs
}

// Clone makes a disk that goes on by itself from the same state, handles
// included. Both share what neither changes, so it takes time for the open
// handles and pending directory operations only. The clone has no Oracle.
func (fs *FS) Clone() *FS {
	if !fs.shared { // no write if there is nothing to change; see FS
		fs.shared = true
	}
	c := *fs
	c.Oracle = nil
	c.handles = slices.Clone(fs.handles)
	c.free = slices.Clone(fs.free)
	c.names = slices.Clone(fs.names)
	c.unborn = slices.Clone(fs.unborn)
	return &c
}

// Model returns the durability model that the disk was made with.
func (fs *FS) Model() Model { return fs.model }

// Ops is the number of mutating operations so far, over all incarnations of
// the node.
func (fs *FS) Ops() uint64 { return fs.ops }

// Reads is the number of reads so far, over all incarnations of the node.
func (fs *FS) Reads() uint64 { return fs.reads }

// Used is the space that files take, in bytes: whole pages, without holes.
func (fs *FS) Used() int64 { return fs.used * PageSize }

// node returns an inode for reading, nil if there is none.
func (fs *FS) node(i Ino) *inode { return fs.inodes.at(uint64(i)) }

// edit returns an inode for change.
func (fs *FS) edit(i Ino) *inode {
	fs.own()
	n := fs.node(i)
	if n.epoch == fs.epoch {
		return n
	}
	n = n.clone(fs.epoch)
	fs.inodes.set(fs.epoch, uint64(i), n)
	return n
}

// editDir returns the entries of a directory for change.
func (fs *FS) editDir(i Ino) *dir {
	n := fs.edit(i)
	n.ents = n.ents.owned(fs.epoch)
	return n.ents
}

// own begins a new epoch if a clone may hold what belongs to the current one.
func (fs *FS) own() {
	if fs.shared {
		fs.epoch++
		fs.shared = false
	}
}

// add gives a new inode its number.
func (fs *FS) add(n *inode) Ino {
	fs.own()
	fs.last++
	n.epoch = fs.epoch
	fs.inodes.set(fs.epoch, uint64(fs.last), n)
	return fs.last
}

// release forgets an inode that has neither name nor handle, unless a crash
// may bring a name of it back.
func (fs *FS) release(i Ino) {
	n := fs.node(i)
	if n.links > 0 || n.opens > 0 {
		return
	}
	fs.used -= n.cached.pages.count
	if fs.model.names() == namesAtOnce {
		fs.drop(i)
		return
	}
	fs.dead++
	fs.sweep()
}

// drop removes an inode from the disk.
func (fs *FS) drop(i Ino) {
	fs.own()
	fs.inodes.set(fs.epoch, uint64(i), nil)
}

// stamp is the time that files get now.
func (fs *FS) stamp(now vtime.Instant) vtime.Instant { return now + vtime.Instant(fs.Skew) }
