package wasi

import (
	"encoding/binary"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// bytes is a window on guest memory.
func (p *Process) bytes(ptr, n uint64) ([]byte, errno.Errno) {
	b, ok := p.mem.Read(uint32(ptr), uint32(n))
	if !ok {
		return nil, errno.EFAULT
	}
	return b, errno.OK
}

// text copies a string out of guest memory.
func (p *Process) text(ptr, n uint64) (string, errno.Errno) {
	b, e := p.bytes(ptr, n)
	return string(b), e
}

func (p *Process) put32(ptr uint64, v uint32) errno.Errno {
	if !p.mem.WriteUint32Le(uint32(ptr), v) {
		return errno.EFAULT
	}
	return errno.OK
}

func (p *Process) put64(ptr uint64, v uint64) errno.Errno {
	if !p.mem.WriteUint64Le(uint32(ptr), v) {
		return errno.EFAULT
	}
	return errno.OK
}

// maxVectors is Linux's IOV_MAX.
const maxVectors = 1024

// vector is one element of an iovec array.
type vector struct{ ptr, n uint64 }

// vectors calls each with every element of an iovec array, until it says no.
// Every window is checked before the first call.
func (p *Process) vectors(ptr, count uint64, each func(vector) bool) errno.Errno {
	if count > maxVectors {
		return errno.EINVAL
	}
	list, e := p.bytes(ptr, count*8)
	if e != errno.OK {
		return e
	}
	at := func(i uint64) vector {
		return vector{uint64(binary.LittleEndian.Uint32(list[8*i:])), uint64(binary.LittleEndian.Uint32(list[8*i+4:]))}
	}
	for i := range count {
		if _, e := p.bytes(at(i).ptr, at(i).n); e != errno.OK {
			return e
		}
	}
	for i := range count {
		if !each(at(i)) {
			break
		}
	}
	return errno.OK
}

// gather gives the bytes that an iovec array describes. One vector, which is
// what Go passes, is a window on guest memory; more are copied together.
func (p *Process) gather(ptr, count uint64) ([]byte, errno.Errno) {
	if count == 1 {
		list, e := p.bytes(ptr, 8)
		if e != errno.OK {
			return nil, e
		}
		return p.bytes(uint64(binary.LittleEndian.Uint32(list)), uint64(binary.LittleEndian.Uint32(list[4:])))
	}
	p.scratch = p.scratch[:0]
	e := p.vectors(ptr, count, func(v vector) bool {
		b, _ := p.bytes(v.ptr, v.n)
		p.scratch = append(p.scratch, b...)
		return true
	})
	return p.scratch, e
}

// scatter reads into the windows of an iovec array in turn, until one is not
// filled. It writes the sum to size.
func (p *Process) scatter(ptr, count, size uint64, read func([]byte) (int, errno.Errno)) errno.Errno {
	total := 0
	code := errno.OK
	e := p.vectors(ptr, count, func(v vector) bool {
		b, _ := p.bytes(v.ptr, v.n)
		var n int
		n, code = read(b)
		total += n
		return code == errno.OK && n == len(b)
	})
	switch {
	case e != errno.OK:
		return e
	case code != errno.OK && total == 0:
		return code
	}
	return p.put32(size, uint32(total))
}
