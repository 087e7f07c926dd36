package wasi

import (
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/internal/abi"
)

// maxSignal is the highest number of a signal on Linux.
const maxSignal = 64

// signals is what a process does about them.
type signals struct {
	mode  [maxSignal + 1]uint8 // abi.SignalDefault, SignalNotify, SignalIgnore
	queue []byte               // delivered, not read yet
}

func signalSet(p *Process, a []uint64) errno.Errno {
	if a[0] == 0 || a[0] > maxSignal || a[1] > abi.SignalIgnore {
		return errno.EINVAL
	}
	p.signals.mode[a[0]] = uint8(a[1])
	return errno.OK
}

// Deliver sends the process a signal. It is false when the process has no
// handler and does not ignore it: then the signal ends it.
func (p *Process) Deliver(signal uint8) (handled bool) {
	p.Cause = p.Emit(trace.Event{Kind: trace.Signal, A: int64(signal)})
	if p.signals.mode[signal] == abi.SignalNotify {
		p.signals.queue = append(p.signals.queue, signal)
	}
	return p.signals.mode[signal] != abi.SignalDefault
}

// readSignals reads as read(2) from a pipe does.
func (p *Process) readSignals(b []byte) (int, errno.Errno) {
	if len(p.signals.queue) == 0 && len(b) > 0 {
		return 0, errno.EAGAIN
	}
	n := copy(b, p.signals.queue)
	p.signals.queue = p.signals.queue[n:]
	return n, errno.OK
}
