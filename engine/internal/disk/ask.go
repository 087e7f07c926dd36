package disk

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Oracle answers what happens to a disk operation. The disk asks once before
// each operation that would change something and once before each read that
// would return bytes. Operations that fail by themselves (no such file, bad
// flags) are not asked about and have no number.
type Oracle interface {
	DiskOp(Op) Fate
	DiskRead(ReadOp) ReadFate
}

// OpKind is the kind of a mutating operation. Setting times and closing are
// not operations in this sense: they are never asked about. An open that
// creates is OpCreate, one that cuts a non-empty file is OpTruncate, and a
// write through a handle with Sync or DSync is OpWrite followed by OpSync.
type OpKind uint8

// The kinds, each with its own number of operation.
const (
	OpCreate OpKind = iota
	OpWrite
	OpTruncate
	OpAllocate
	OpSync
	OpDirSync
	OpRename
	OpLink
	OpUnlink
	OpMkdir
	OpRmdir
	OpSymlink
)

var opKindNames = [...]string{
	"create", "write", "truncate", "allocate", "sync", "dirsync",
	"rename", "link", "unlink", "mkdir", "rmdir", "symlink",
}

// String gives the name that traces use.
func (k OpKind) String() string {
	if int(k) < len(opKindNames) {
		return opKindNames[k]
	}
	return "unknown operation"
}

// Op is one mutating operation that is about to happen.
type Op struct {
	// Num counts the node's mutating operations from 1, over all its
	// incarnations.
	Num uint64

	// Kind is what it does.
	Kind OpKind

	// Path is the file or directory, from the root. For an operation through a
	// handle it is the name the handle was opened by.
	Path string

	// To is the new name of a rename or link, the target of a symlink, else "".
	To string

	// Off and Len are the bytes of a write or allocate. A truncate has the new
	// size in Off. Else zero.
	Off, Len int64

	// Dirty is, for OpSync, how many pages the sync would write out.
	Dirty int64

	// Pages is, for OpSync, how many pages the file spans.
	Pages int64

	// Now is when the operation happens.
	Now vtime.Instant
}

// CrashPoint is where in an operation the node loses power.
type CrashPoint uint8

const (
	// CrashNone lets the node live.
	CrashNone CrashPoint = iota

	// CrashBefore stops the node before the operation has any effect.
	CrashBefore

	// CrashWithin stops a write after Cut of its bytes are in the page cache.
	// All other operations are atomic: for them it is CrashBefore.
	CrashWithin

	// CrashAfter stops the node when the operation is complete, but before the
	// program learns of it.
	CrashAfter
)

var crashPointNames = [...]string{"none", "before", "within", "after"}

// String gives the name that traces use.
func (c CrashPoint) String() string {
	if int(c) < len(crashPointNames) {
		return crashPointNames[c]
	}
	return "unknown crash point"
}

// Fate is what happens to a mutating operation. The zero Fate lets it succeed.
type Fate struct {
	// Crash stops the node before, within or after the operation, which then
	// returns errno.Crashed. What is lost is decided later, by FS.Crash.
	Crash CrashPoint

	// Cut is how many bytes of a write reach the page cache with CrashWithin.
	Cut int64

	// Err makes the operation fail without effect. A sync that fails so leaves
	// its pages readable but clean: they become durable only if they are
	// written and synced again. The error then also reaches every other open
	// handle of the file, once each, at its next sync.
	Err errno.Errno

	// Short, if positive, cuts a write to that many bytes, which is what the
	// write reports.
	Short int64

	// Lose, if positive, makes a sync silently leave the Lose-th of its Dirty
	// pages (from 1, in file order) with its old content on the platter.
	Lose int64

	// Misdirect, if positive, makes a sync write the Misdirect-th of its Dirty
	// pages (from 1) to page MisdirectTo instead of its own place.
	Misdirect int64

	// MisdirectTo is a page number in [0, Pages). The page's own number, or one
	// outside the file, means that the write hits no page of this file.
	MisdirectTo int64
}

// ReadOp is one read that is about to return bytes.
type ReadOp struct {
	// Num counts the node's reads from 1, over all its incarnations.
	Num uint64

	// Path is the name that the handle was opened by, from the root.
	Path string

	// Off and Len are the bytes that the read returns; Len is at least 1.
	Off, Len int64

	// Now is when the read happens.
	Now vtime.Instant
}

// ReadFate is what happens to a read. The zero ReadFate lets it succeed.
type ReadFate struct {
	// Err makes the read fail.
	Err errno.Errno

	// Flip inverts bit number Bit of the bytes that this read returns, counted
	// from the lowest bit of the first byte, modulo their number. What is in
	// the page cache and on the platter stays right.
	Flip bool
	Bit  uint64
}

// ask numbers an operation and lets the oracle decide. An error other than OK
// ends the operation without effect.
func (fs *FS) ask(op Op) (Fate, errno.Errno) {
	fs.ops++
	if fs.Oracle == nil {
		return Fate{}, errno.OK
	}
	op.Num = fs.ops
	f := fs.Oracle.DiskOp(op)
	switch {
	case f.Crash == CrashBefore, f.Crash == CrashWithin && op.Kind != OpWrite:
		return f, errno.Crashed
	case f.Err != errno.OK && op.Kind != OpSync:
		return f, f.Err
	}
	return f, errno.OK
}

// after is the result of an operation that took effect.
func (f Fate) after() errno.Errno {
	if f.Crash == CrashAfter {
		return errno.Crashed
	}
	return errno.OK
}
