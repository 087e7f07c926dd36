package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Sync makes a file durable: its bytes, its size and its times, but not its
// names. Of a directory it makes the names durable and the existence of the
// files named, not their bytes. An error that a failed sync left behind is
// returned once by every handle that was open then, and by the first to be
// opened later if no handle had returned it before.
func (fs *FS) Sync(now vtime.Instant, h HandleID) errno.Errno {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return e
	}
	return fs.sync(now, hd)
}

// Datasync is the same as Sync.
func (fs *FS) Datasync(now vtime.Instant, h HandleID) errno.Errno { return fs.Sync(now, h) }

func (fs *FS) sync(now vtime.Instant, hd *Handle) errno.Errno {
	if fs.node(hd.ino).kind == KindDir {
		return fs.syncDir(now, hd)
	}
	op := Op{Kind: OpSync, Path: hd.path, Now: now}
	var dirty []uint64
	if fs.Oracle != nil {
		dirty = fs.node(hd.ino).dirty()
		op.Dirty, op.Pages = int64(len(dirty)), pageCount(fs.node(hd.ino).cached.size)
	}
	fate, e := fs.ask(op)
	if e != errno.OK {
		return e
	}
	n := fs.edit(hd.ino)
	if fate.Err != errno.OK {
		n.fail(fate.Err)
	} else {
		n.flush(dirty, fate)
		fs.commitJournal()
	}
	if fate.Crash == CrashAfter {
		return errno.Crashed
	}
	return hd.report(n)
}

// flush commits a file with the faults that nobody notices.
func (n *inode) flush(dirty []uint64, fate Fate) {
	if l := fate.Lose; 0 < l && l <= int64(len(dirty)) {
		n.markStale(dirty[l-1])
	}
	m, to := fate.Misdirect, fate.MisdirectTo
	astray := 0 < m && m <= int64(len(dirty))
	if astray {
		n.markStale(dirty[m-1])
	}
	n.commit()
	if astray && 0 <= to && to < pageCount(n.durable.size) && uint64(to) != dirty[m-1] {
		n.misdirect(dirty[m-1], uint64(to))
	}
}

// report returns the error of the latest failed sync if this handle has not
// returned it yet.
func (h *Handle) report(n *inode) errno.Errno {
	if h.seen == n.failed {
		return errno.OK
	}
	h.seen = n.failed
	n.reported = true
	return n.why
}

// syncDir makes the pending operations of a directory durable.
func (fs *FS) syncDir(now vtime.Instant, hd *Handle) errno.Errno {
	fate, e := fs.ask(Op{Kind: OpDirSync, Path: hd.path, Now: now})
	if e != errno.OK {
		return e
	}
	fs.commitDir(hd.ino)
	fs.commitJournal()
	for _, ent := range fs.node(hd.ino).ents.ents {
		if !fs.node(ent.ino).born {
			fs.edit(ent.ino).born = true
		}
	}
	return fate.after()
}
