package wasi

import (
	"path"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/seedfall/seedfall/internal/abi"
)

// rootFD is the descriptor that the root folder is found under.
const rootFD = 3

// follow is the lookup flag that follows a symbolic link at the path's end.
const follow = 1

// maxPath is Linux's PATH_MAX.
const maxPath = 4096

func (p *Process) root() disk.HandleID {
	h, e := p.FS.Open(p.Clock.Now(), disk.RootIno, ".", disk.Directory|disk.Read)
	if e != errno.OK {
		panic("wasi: the root folder cannot be opened: " + e.String())
	}
	return h
}

// place is a path and the folder that it starts from.
type place struct {
	dir  disk.Ino
	path string
	from string // the folder's own path
}

// name is the place's path from the root, for the trace.
func (w place) name() string { return path.Join(w.from, w.path) }

// path reads a path argument. EINVAL if a NUL is in it, which Go finds before the
// kernel elsewhere. Of one that is too long only so much is read that the disk
// refuses it too: which of two paths is looked at first is the disk's affair.
func (p *Process) path(fd, ptr, n uint64) (place, errno.Errno) {
	d, e := p.at(fd)
	switch {
	case e != errno.OK:
		return place{}, e
	case d.kind != folder:
		return place{}, errno.ENOTDIR
	}
	h := p.opened(d)
	s, e := p.pathText(ptr, min(n, maxPath))
	return place{h.Ino(), s, h.Path()}, e
}

func (p *Process) pathText(ptr, n uint64) (string, errno.Errno) {
	s, e := p.text(ptr, n)
	if e == errno.OK && strings.IndexByte(s, 0) >= 0 {
		return "", errno.EINVAL
	}
	return s, e
}

// opened is the open file of a descriptor.
func (p *Process) opened(d *desc) disk.Handle {
	h, e := p.FS.Handle(d.handle)
	if e != errno.OK {
		panic("wasi: a descriptor of a file that the disk does not have open")
	}
	return h
}

// device finds the virtual files, which are on no disk.
func device(w place) kind {
	if w.dir != disk.RootIno {
		return free
	}
	switch w.path {
	case "dev/null":
		return null
	case abi.SignalFile[1:]:
		return signalIn
	case abi.AntithesisFile[1:]:
		return reports
	}
	return free
}

// The flags of path_open.
const (
	openCreate    = 1
	openDirectory = 2
	openExcl      = 4
	openTrunc     = 8

	rightRead  = 1 << 1
	rightWrite = 1 << 6
)

func pathOpen(p *Process, a []uint64) errno.Errno {
	w, e := p.path(a[0], a[2], a[3])
	if e != errno.OK {
		return e
	}
	d := desc{kind: device(w), flags: uint16(a[7])}
	if d.kind == free {
		d.kind, d.handle, e = p.open(w, wanted(a[1], a[4], a[5])|openFlags(d.flags))
	}
	if e != errno.OK {
		return e
	}
	fd, e := p.install(d)
	if e != errno.OK {
		return e
	}
	return p.put32(a[8], uint32(fd))
}

// wanted turns the flags and rights of path_open into the disk's.
func wanted(lookup, oflags, rights uint64) (f disk.OpenFlag) {
	if lookup&follow == 0 {
		f |= disk.NoFollow
	}
	for _, o := range []struct {
		on   bool
		flag disk.OpenFlag
	}{
		{oflags&openCreate != 0, disk.Create},
		{oflags&openDirectory != 0, disk.Directory},
		{oflags&openExcl != 0, disk.Excl},
		{oflags&openTrunc != 0, disk.Trunc},
		{rights&rightRead != 0, disk.Read},
		{rights&rightWrite != 0, disk.Write},
	} {
		if o.on {
			f |= o.flag
		}
	}
	return f
}

// open opens a file or folder of the disk. That is a disk operation if it makes
// a file or cuts one.
func (p *Process) open(w place, f disk.OpenFlag) (kind, disk.HandleID, errno.Errno) {
	before, op := p.FS.Ops(), trace.Create
	if _, e := p.FS.Lookup(w.dir, w.path, f&disk.NoFollow == 0); e == errno.OK {
		op = trace.Truncate
	}
	h, e := p.FS.Open(p.Clock.Now(), w.dir, w.path, f)
	if p.FS.Ops() != before {
		p.didOp(before+1, trace.Event{Kind: op, S: w.name()}, e)
	}
	if e != errno.OK {
		return free, h, e
	}
	d := desc{handle: h}
	if s, _ := p.FS.Stat(p.opened(&d).Ino()); s.Kind == disk.KindDir {
		return folder, h, errno.OK
	}
	return file, h, errno.OK
}

// change makes one change to the namespace and records it.
func (p *Process) change(k trace.Kind, path, to string, do func() errno.Errno) errno.Errno {
	before := p.FS.Ops()
	e := do()
	if p.FS.Ops() != before {
		p.didOp(before+1, trace.Event{Kind: k, S: path, T: to}, e)
	}
	return e
}

// on reads a path and makes a change there.
func (p *Process) on(k trace.Kind, a []uint64, do func(now vtime.Instant, dir disk.Ino, path string) errno.Errno) errno.Errno {
	w, e := p.path(a[0], a[1], a[2])
	if e != errno.OK {
		return e
	}
	return p.change(k, w.name(), "", func() errno.Errno { return do(p.Clock.Now(), w.dir, w.path) })
}

func pathCreateDirectory(p *Process, a []uint64) errno.Errno { return p.on(trace.Mkdir, a, p.FS.Mkdir) }
func pathRemoveDirectory(p *Process, a []uint64) errno.Errno { return p.on(trace.Rmdir, a, p.FS.Rmdir) }
func pathUnlinkFile(p *Process, a []uint64) errno.Errno      { return p.on(trace.Unlink, a, p.FS.Unlink) }

func pathRename(p *Process, a []uint64) errno.Errno {
	from, e := p.path(a[0], a[1], a[2])
	if e != errno.OK {
		return e
	}
	to, e := p.path(a[3], a[4], a[5])
	if e != errno.OK {
		return e
	}
	return p.change(trace.Rename, from.name(), to.name(), func() errno.Errno {
		return p.FS.Rename(p.Clock.Now(), from.dir, from.path, to.dir, to.path)
	})
}

func pathLink(p *Process, a []uint64) errno.Errno {
	from, e := p.path(a[0], a[2], a[3])
	if e != errno.OK {
		return e
	}
	to, e := p.path(a[4], a[5], a[6])
	if e != errno.OK {
		return e
	}
	return p.change(trace.Link, from.name(), to.name(), func() errno.Errno {
		return p.FS.Link(p.Clock.Now(), from.dir, from.path, to.dir, to.path, a[1]&follow != 0)
	})
}

func pathSymlink(p *Process, a []uint64) errno.Errno {
	if a[1] >= maxPath {
		return errno.ENAMETOOLONG
	}
	target, e := p.pathText(a[0], a[1])
	if e != errno.OK {
		return e
	}
	w, e := p.path(a[2], a[3], a[4])
	if e != errno.OK {
		return e
	}
	return p.change(trace.Symlink, w.name(), target, func() errno.Errno {
		return p.FS.Symlink(p.Clock.Now(), target, w.dir, w.path)
	})
}

func pathReadlink(p *Process, a []uint64) errno.Errno {
	w, e := p.path(a[0], a[1], a[2])
	if e != errno.OK {
		return e
	}
	target, e := p.FS.Readlink(w.dir, w.path)
	if e != errno.OK {
		return e
	}
	b, e := p.bytes(a[3], a[4])
	if e != errno.OK {
		return e
	}
	return p.put32(a[5], uint32(copy(b, target)))
}
