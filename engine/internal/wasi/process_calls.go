package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
)

// Arguments, environment, randomness, exit: what a process is given.

func argsSizesGet(p *Process, a []uint64) errno.Errno { return p.sizes(p.Args, a[0], a[1]) }
func argsGet(p *Process, a []uint64) errno.Errno      { return p.strings(p.Args, a[0], a[1]) }

func environSizesGet(p *Process, a []uint64) errno.Errno { return p.sizes(p.Env, a[0], a[1]) }
func environGet(p *Process, a []uint64) errno.Errno      { return p.strings(p.Env, a[0], a[1]) }

func (p *Process) sizes(list []string, count, size uint64) errno.Errno {
	total := 0
	for _, s := range list {
		total += len(s) + 1
	}
	if e := p.put32(count, uint32(len(list))); e != errno.OK {
		return e
	}
	return p.put32(size, uint32(total))
}

// strings writes the strings, each with a zero byte behind it, to text, and
// their addresses to index.
func (p *Process) strings(list []string, index, text uint64) errno.Errno {
	for i, s := range list {
		b, e := p.bytes(text, uint64(len(s)+1))
		if e != errno.OK {
			return e
		}
		copy(b, s)
		b[len(s)] = 0
		if e := p.put32(index+uint64(4*i), uint32(text)); e != errno.OK {
			return e
		}
		text += uint64(len(s) + 1)
	}
	return errno.OK
}

func randomGet(p *Process, a []uint64) errno.Errno {
	b, e := p.bytes(a[0], a[1])
	if e == errno.OK {
		p.Random.Read(b)
	}
	return e
}

func schedYield(*Process, []uint64) errno.Errno { return errno.OK }

func (p *Process) exit(code int32) {
	p.FlushOutput()
	p.Emit(trace.Event{Kind: trace.Exit, A: int64(code)})
	p.Host.Stop(Stop{Kind: Exited, Code: code})
}

// procRaise ends the process as a signal without a handler does. Go's
// syscall.Kill of the own process comes here.
func procRaise(p *Process, a []uint64) errno.Errno {
	p.exit(128 + int32(a[0]))
	return errno.OK
}
