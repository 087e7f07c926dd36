package wasi

import (
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// maxLastWords bounds what is kept of a dying program's output, in lines.
const maxLastWords = 200

// heard keeps what the Go runtime says when it ends a program: from the line
// that begins a panic or a fatal error on.
func (p *Process) heard(line string) {
	if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
		p.lastWords = nil
	} else if p.lastWords == nil {
		return
	}
	if len(p.lastWords) < maxLastWords {
		p.lastWords = append(p.lastWords, line)
	}
}

// LastWords gives the panic or fatal error that a program printed on standard
// error, with the stacks behind it; nil if it printed none. Only together with
// exit code 2 do they mean that the runtime ended it.
func (p *Process) LastWords() []string { return p.lastWords }

// CloseAll closes every descriptor, as the kernel does when a process ends.
func (p *Process) CloseAll() {
	for i := range p.fds {
		if p.fds[i].kind == free {
			continue
		}
		if e := p.close(&p.fds[i]); e != errno.OK && e != errno.EIO {
			panic("wasi: closing a descriptor of a dead process: " + e.String())
		}
	}
}
