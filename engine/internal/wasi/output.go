package wasi

import (
	"bytes"

	"github.com/seedfall/seedfall/engine/trace"
)

// maxLine is how long a line of output may grow before it is cut in the trace.
const maxLine = 64 << 10

// stderr is the descriptor of standard error.
const stderr = 2

// line is the unfinished last line of an output.
type line struct{ buf []byte }

// print puts output into the trace, an event for each line.
func (p *Process) print(fd int, b []byte) {
	l := &p.out[fd]
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n')
		if end < 0 && len(l.buf)+len(b) < maxLine {
			l.buf = append(l.buf, b...)
			return
		}
		cut, skip := end, 1
		if end < 0 || end > maxLine {
			cut, skip = min(len(b), maxLine), 0
		}
		l.buf = append(l.buf, b[:cut]...)
		p.flush(fd)
		b = b[cut+skip:]
	}
}

func (p *Process) flush(fd int) {
	text := string(p.out[fd].buf)
	p.Emit(trace.Event{Kind: trace.Log, A: int64(fd), S: text})
	if fd == stderr {
		p.heard(text)
	}
	p.out[fd].buf = p.out[fd].buf[:0]
}

// FlushOutput puts unfinished lines into the trace, when the process ends.
func (p *Process) FlushOutput() {
	for fd := range p.out {
		if len(p.out[fd].buf) > 0 {
			p.flush(fd)
		}
	}
}
