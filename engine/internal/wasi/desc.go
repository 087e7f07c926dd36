package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/trace"
)

// kind is what a descriptor stands for.
type kind uint8

const (
	free     kind = iota
	stdin         // empty
	stdio         // output into the trace
	null          // /dev/null
	file          // a regular file of the disk
	folder        // a directory of the disk
	socket        // one end of a connection
	listener      // a listening socket
	signalIn      // signals, one byte each
	reports       // lines of the Antithesis SDK
)

// The flags of a descriptor, as WASI numbers them.
const (
	flagAppend   = 1
	flagDSync    = 2
	flagNonblock = 4
	flagRSync    = 8
	flagSync     = 16
)

// The types of file that fdstat and filestat tell.
const (
	typeCharacter = 2
	typeDirectory = 3
	typeRegular   = 4
	typeStream    = 6
	typeSymlink   = 7
)

// desc is an open descriptor. Go makes no duplicates of one on wasip1, so each
// has its own open file.
type desc struct {
	kind   kind
	flags  uint16
	handle disk.HandleID
	sock   network.Sock
	peer   string // "name:port" of the other end, for the trace
}

// maxFiles is the largest number of descriptors, Linux's usual hard limit.
const maxFiles = 1 << 20

// install puts d into the lowest free place, from 3.
func (p *Process) install(d desc) (fd int32, e errno.Errno) {
	for i := 3; i < len(p.fds); i++ {
		if p.fds[i].kind == free {
			p.fds[i] = d
			return int32(i), errno.OK
		}
	}
	if len(p.fds) >= maxFiles {
		return 0, errno.EMFILE
	}
	p.fds = append(p.fds, d)
	return int32(len(p.fds) - 1), errno.OK
}

// at finds a descriptor.
func (p *Process) at(fd uint64) (*desc, errno.Errno) {
	if i := int(uint32(fd)); i < len(p.fds) && p.fds[i].kind != free {
		return &p.fds[i], errno.OK
	}
	return nil, errno.EBADF
}

// onDisk finds a descriptor of a file or folder.
func (p *Process) onDisk(fd uint64) (*desc, errno.Errno) {
	d, e := p.at(fd)
	switch {
	case e != errno.OK:
		return nil, e
	case d.kind != file && d.kind != folder:
		return nil, errno.EINVAL
	}
	return d, errno.OK
}

func (p *Process) close(d *desc) errno.Errno {
	e := errno.OK
	switch d.kind {
	case file, folder:
		e = p.FS.Close(d.handle)
	case socket, listener:
		m := p.Emit(trace.Event{Kind: trace.Close, A: int64(d.sock), S: d.peer})
		e = p.Net.Close(p.Clock.Now(), d.sock, network.Mark(m))
	}
	*d = desc{}
	return e
}

func fdClose(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	return p.close(d)
}

func fdRenumber(p *Process, a []uint64) errno.Errno {
	from, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	to, e := p.at(a[1])
	if e != errno.OK {
		return e
	}
	if from == to {
		return errno.OK
	}
	e = p.close(to)
	*to, *from = *from, desc{}
	return e
}

// allRights is what every descriptor may do: rights are not modelled.
const allRights = 1<<30 - 1

func fdFdstatGet(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	b, e := p.bytes(a[1], 24)
	if e != errno.OK {
		return e
	}
	clear(b)
	b[0] = d.filetype()
	le.PutUint16(b[2:], d.flags)
	le.PutUint64(b[8:], allRights)
	le.PutUint64(b[16:], allRights)
	return errno.OK
}

func (d *desc) filetype() byte {
	switch d.kind {
	case file:
		return typeRegular
	case folder:
		return typeDirectory
	case socket, listener:
		return typeStream
	}
	return typeCharacter
}

func fdFdstatSetFlags(p *Process, a []uint64) errno.Errno {
	d, e := p.at(a[0])
	if e != errno.OK {
		return e
	}
	d.flags = uint16(a[1])
	if d.kind == file {
		return p.FS.SetFlags(d.handle, openFlags(d.flags))
	}
	return errno.OK
}

func fdFdstatSetRights(p *Process, a []uint64) errno.Errno {
	_, e := p.at(a[0])
	return e
}

const rootName = "/"

func fdPrestatGet(p *Process, a []uint64) errno.Errno {
	if a[0] != rootFD {
		return errno.EBADF
	}
	if e := p.put32(a[1], 0); e != errno.OK {
		return e
	}
	return p.put32(a[1]+4, uint32(len(rootName)))
}

func fdPrestatDirName(p *Process, a []uint64) errno.Errno {
	if a[0] != rootFD {
		return errno.EBADF
	}
	if a[2] < uint64(len(rootName)) {
		return errno.ENAMETOOLONG
	}
	b, e := p.bytes(a[1], uint64(len(rootName)))
	copy(b, rootName)
	return e
}
