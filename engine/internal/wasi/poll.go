package wasi

import (
	"encoding/binary"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/vtime"
)

var le = binary.LittleEndian

// The kinds of subscription, and the flag of an absolute clock.
const (
	onClock = 0
	onRead  = 1
	onWrite = 2

	absolute = 1

	subscriptionSize = 48
	eventSize        = 32
	maxSubscriptions = 1 << 16
)

// wait is what a parked process waits for.
type wait struct {
	parked   bool
	deadline vtime.Instant // Never without a clock
	fds      []waitFD
}

type waitFD struct {
	fd    int32
	write bool
}

// Parked says whether the process waits in poll_oneoff.
func (p *Process) Parked() bool { return p.wait.parked }

// WakeAt is the earliest instant at which a parked process has something to do.
func (p *Process) WakeAt() vtime.Instant {
	at := p.wait.deadline
	for _, w := range p.wait.fds {
		at = min(at, p.readyAt(w))
	}
	return at
}

// readyAt is the instant from which a descriptor does not block.
func (p *Process) readyAt(w waitFD) vtime.Instant {
	d, e := p.at(uint64(uint32(w.fd)))
	switch {
	case e != errno.OK:
		return 0
	case d.kind == socket && w.write:
		return p.Net.WritableAt(d.sock)
	case d.kind == socket, d.kind == listener && !w.write:
		return p.Net.ReadableAt(d.sock)
	case d.kind == signalIn && len(p.signals.queue) == 0:
		return vtime.Never
	}
	return 0
}

// pollOneoff answers at once if anything is ready, else it parks the process.
// Parking unwinds the guest, which makes the same call again when it goes on;
// then the deadline is the one of the first call.
func pollOneoff(p *Process, a []uint64) errno.Errno {
	if p.throw {
		p.throw, p.wait.parked = false, false
		return errno.ENOSYS
	}
	n := a[2]
	if n == 0 || n > maxSubscriptions {
		return errno.EINVAL
	}
	subs, e := p.bytes(a[0], n*subscriptionSize)
	if e != errno.OK {
		return e
	}
	events, e := p.bytes(a[1], n*eventSize)
	if e != errno.OK {
		return e
	}
	p.scratch = append(p.scratch[:0], subs...) // a guest may have the two overlap
	subs = p.scratch
	if !p.wait.parked {
		if e := p.subscribe(subs); e != errno.OK {
			return e
		}
	}
	ready := p.ready(subs, events)
	if ready == 0 {
		p.wait.parked = true
		p.Host.Park()
		return errno.OK
	}
	p.wait.parked = false
	return p.put32(a[3], uint32(ready))
}

// subscribe fills in what the process waits for.
func (p *Process) subscribe(subs []byte) errno.Errno {
	p.wait.deadline, p.wait.fds = vtime.Never, p.wait.fds[:0]
	for ; len(subs) > 0; subs = subs[subscriptionSize:] {
		switch subs[8] {
		case onClock:
			p.wait.deadline = min(p.wait.deadline, p.deadline(subs))
		case onRead, onWrite:
			p.wait.fds = append(p.wait.fds, subscribed(subs))
		default:
			return errno.EINVAL
		}
	}
	return errno.OK
}

// subscribed is the descriptor of a subscription.
func subscribed(sub []byte) waitFD { return waitFD{int32(le.Uint32(sub[16:])), sub[8] == onWrite} }

// deadline is the instant at which a subscribed clock rings.
func (p *Process) deadline(sub []byte) vtime.Instant {
	clock, timeout, flags := le.Uint32(sub[16:]), le.Uint64(sub[24:]), le.Uint16(sub[40:])
	if flags&absolute != 0 {
		if clock == realtime {
			timeout -= min(timeout, Epoch)
		}
		return vtime.Instant(min(timeout, uint64(vtime.Never)))
	}
	if timeout >= uint64(vtime.Never) {
		return vtime.Never
	}
	return p.Clock.Now().Add(vtime.Duration(timeout))
}

// ready writes an event for each subscription that has something to say.
func (p *Process) ready(subs, events []byte) (n int) {
	now := p.Clock.Now()
	for ; len(subs) > 0; subs = subs[subscriptionSize:] {
		at := p.wait.deadline
		if subs[8] != onClock {
			at = p.readyAt(subscribed(subs))
		} else if !p.wait.parked {
			at = p.deadline(subs) // of several clocks, each for itself
		}
		if at > now {
			continue
		}
		e := events[n*eventSize : (n+1)*eventSize]
		clear(e)
		copy(e, subs[:8])
		e[10] = subs[8]
		if subs[8] != onClock {
			if _, bad := p.at(uint64(le.Uint32(subs[16:]))); bad != errno.OK {
				le.PutUint16(e[8:], uint16(bad))
			}
			le.PutUint64(e[16:], 1)
		}
		n++
	}
	return n
}
