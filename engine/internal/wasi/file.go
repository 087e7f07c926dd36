package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
)

// Reading, writing and syncing by descriptor.

// didOp records disk operation number op.
func (p *Process) didOp(op uint64, e trace.Event, code errno.Errno) {
	e.C = trace.DiskC(op, code)
	e.Cause = p.struck()
	p.Emit(e)
}

// struck records the faults that struck the latest operation or read, and gives
// the last of them as the cause of its outcome; 0 if there was none.
func (p *Process) struck() (cause trace.ID) {
	if p.Faults == nil {
		return 0
	}
	for _, e := range p.Faults.Struck() {
		cause = p.Emit(e)
	}
	return cause
}

func fdRead(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	var read func([]byte) (int, errno.Errno)
	switch d.kind {
	case file, folder:
		read = func(b []byte) (int, errno.Errno) {
			n, e := p.FS.Read(p.Clock.Now(), d.handle, b)
			p.struck()
			return n, e
		}
	case socket:
		read = func(b []byte) (int, errno.Errno) { return p.receive(d, b) }
	case signalIn:
		read = p.readSignals
	case stdin, null:
		read = func([]byte) (int, errno.Errno) { return 0, errno.OK }
	case listener:
		return errno.ENOTCONN
	default:
		return errno.EBADF
	}
	return p.scatter(a[1], a[2], a[3], read)
}

func fdPread(p *Process, a []uint64) errno.Errno {
	d, e := p.seekable(a[0])
	if e != errno.OK {
		return e
	}
	off := int64(a[3])
	return p.scatter(a[1], a[2], a[4], func(b []byte) (int, errno.Errno) {
		n, e := p.FS.Pread(p.Clock.Now(), d.handle, b, off)
		p.struck()
		off += int64(n)
		return n, e
	})
}

// seekable finds a descriptor that has a position.
func (p *Process) seekable(fd uint64) (*desc, errno.Errno) {
	d, e := p.at(fd)
	switch {
	case e != errno.OK:
		return nil, e
	case d.kind != file && d.kind != folder:
		return nil, errno.ESPIPE
	}
	return d, errno.OK
}

func fdWrite(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	b, e := p.gather(a[1], a[2])
	if e != errno.OK {
		return e
	}
	n := len(b)
	switch d.kind {
	case file, folder:
		n, e = p.write(d, b, -1)
	case socket:
		n, e = p.send(d, b)
	case stdio:
		p.print(int(a[0]), b)
	case reports:
		p.report(int(a[0]), b)
	case null:
	case listener:
		return errno.ENOTCONN
	default:
		return errno.EBADF
	}
	if e != errno.OK {
		return e
	}
	return p.put32(a[3], uint32(n))
}

func fdPwrite(p *Process, a []uint64) errno.Errno {
	d, e := p.seekable(a[0])
	if e != errno.OK {
		return e
	}
	b, e := p.gather(a[1], a[2])
	if e != errno.OK {
		return e
	}
	off := int64(a[3])
	if off < 0 {
		return errno.EINVAL
	}
	n, e := p.write(d, b, off)
	if e != errno.OK {
		return e
	}
	return p.put32(a[4], uint32(n))
}

// write writes at off, or at the descriptor's position if off is negative.
func (p *Process) write(d *desc, b []byte, off int64) (n int, e errno.Errno) {
	before := p.FS.Ops()
	at := off
	if off < 0 {
		n, e = p.FS.Write(p.Clock.Now(), d.handle, b)
		at = p.opened(d).Pos() - int64(n)
	} else {
		n, e = p.FS.Pwrite(p.Clock.Now(), d.handle, b, off)
	}
	ops := p.FS.Ops() - before
	if e == errno.Crashed {
		n = len(b) // what was under way; the crash says what became of it
	}
	if ops > 0 {
		p.didOp(before+1, trace.Event{Kind: trace.Write, S: p.opened(d).Path(), A: at, B: int64(n)}, e)
	}
	if ops > 1 { // O_SYNC
		p.didOp(before+2, trace.Event{Kind: trace.Sync, S: p.opened(d).Path()}, e)
	}
	return n, e
}

func fdSync(p *Process, a []uint64) errno.Errno {
	d, e := p.onDisk(a[0])
	if e != errno.OK {
		return e
	}
	if p.waitForSync() {
		return errno.OK // parked; the guest makes the call again
	}
	kind := trace.Sync
	if d.kind == folder {
		kind = trace.SyncDir
	}
	before := p.FS.Ops()
	e = p.FS.Sync(p.Clock.Now(), d.handle)
	if p.FS.Ops() != before {
		p.didOp(before+1, trace.Event{Kind: kind, S: p.opened(d).Path()}, e)
	}
	return e
}

// waitForSync parks the process if a sync takes time and has not waited yet.
func (p *Process) waitForSync() bool {
	if p.syncing {
		p.syncing, p.wait.parked = false, false
		return false
	}
	if p.Faults == nil {
		return false
	}
	takes := p.Faults.SyncTakes(p.FS.Ops() + 1)
	if takes == 0 {
		return false
	}
	p.syncing = true
	p.wait = wait{parked: true, deadline: p.Clock.Now().Add(takes)}
	p.Host.Park()
	return true
}

func fdDatasync(p *Process, a []uint64) errno.Errno { return fdSync(p, a) }

func fdSeek(p *Process, a []uint64) errno.Errno {
	d, e := p.seekable(a[0])
	if e != errno.OK {
		return e
	}
	pos, e := p.FS.Seek(d.handle, int64(a[1]), disk.Whence(a[2]))
	if e != errno.OK {
		return e
	}
	return p.put64(a[3], uint64(pos))
}

func fdTell(p *Process, a []uint64) errno.Errno {
	d, e := p.seekable(a[0])
	if e != errno.OK {
		return e
	}
	return p.put64(a[1], uint64(p.opened(d).Pos()))
}

func fdFilestatSetSize(p *Process, a []uint64) errno.Errno {
	if d, e := p.at(a[0]); e == errno.OK && d.kind == reports {
		return errno.OK // the SDK empties the file that it begins
	}
	d, e := p.onDisk(a[0])
	if e != errno.OK {
		return e
	}
	before := p.FS.Ops()
	e = p.FS.Truncate(p.Clock.Now(), d.handle, int64(a[1]))
	if p.FS.Ops() != before {
		p.didOp(before+1, trace.Event{Kind: trace.Truncate, S: p.opened(d).Path(), A: int64(a[1])}, e)
	}
	return e
}

func fdAllocate(p *Process, a []uint64) errno.Errno {
	d, e := p.onDisk(a[0])
	if e != errno.OK {
		return e
	}
	before := p.FS.Ops()
	e = p.FS.Allocate(p.Clock.Now(), d.handle, int64(a[1]), int64(a[2]))
	if p.FS.Ops() != before {
		p.didOp(before+1, trace.Event{Kind: trace.Allocate, S: p.opened(d).Path(), A: int64(a[1]), B: int64(a[2])}, e)
	}
	return e
}

func fdAdvise(p *Process, a []uint64) errno.Errno {
	const advices = 6
	if a[3] >= advices {
		return errno.EINVAL
	}
	_, e := p.seekable(a[0])
	return e
}

// openFlags turns a descriptor's flags into the disk's.
func openFlags(flags uint16) (f disk.OpenFlag) {
	if flags&flagAppend != 0 {
		f |= disk.Append
	}
	if flags&(flagSync|flagRSync) != 0 {
		f |= disk.Sync
	}
	if flags&flagDSync != 0 {
		f |= disk.DSync
	}
	return f
}
