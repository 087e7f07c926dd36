package wasi

import (
	"bytes"

	"github.com/seedfall/seedfall/engine/internal/antithesis"
)

// report hands over what is written to the virtual file of the Antithesis SDK,
// line by line. It is no disk operation and takes no time. What a process leaves
// unfinished when it ends says nothing.
func (p *Process) report(fd int, b []byte) {
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n')
		if end < 0 {
			p.reported = append(p.reported, b...)
			if len(p.reported) > antithesis.MaxLine {
				p.reportLine(fd, nil)
			}
			return
		}
		p.reportLine(fd, b[:end])
		b = b[end+1:]
	}
}

// reportLine hands over a line of which b is the rest.
func (p *Process) reportLine(fd int, b []byte) {
	if len(p.reported) > 0 {
		b = append(p.reported, b...)
		p.reported = nil
	}
	p.Host.Report(fd, b)
}
