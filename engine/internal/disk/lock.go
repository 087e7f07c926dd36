package disk

import "github.com/seedfall/seedfall/engine/internal/errno"

// Lock is an advisory lock on a whole file, as flock(2) has it. It belongs to
// an open handle and ends with it.
type Lock uint8

// The states of a lock.
const (
	Unlocked Lock = iota
	Shared
	Exclusive
)

// Flock sets the lock that a handle holds on its file; Unlocked gives it back.
// EAGAIN if another handle holds one that this one cannot share; as on Linux the
// handle has then lost the lock that it wanted to change.
func (fs *FS) Flock(h HandleID, l Lock) errno.Errno {
	hd, e := fs.handle(h)
	if e != errno.OK {
		return e
	}
	if l > Exclusive {
		return errno.EINVAL
	}
	for k := range fs.handles {
		o := &fs.handles[k]
		if o != hd && o.open && o.ino == hd.ino && (l == Exclusive && o.lock != Unlocked || l == Shared && o.lock == Exclusive) {
			hd.lock = Unlocked
			return errno.EAGAIN
		}
	}
	hd.lock = l
	return errno.OK
}
