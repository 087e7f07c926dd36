package wasi

import "github.com/seedfall/seedfall/engine/internal/errno"

// The clocks of WASI. The two CPU clocks show the same as the monotonic one.
const (
	realtime  = 0
	monotonic = 1
	threads   = 3
)

func clockTimeGet(p *Process, a []uint64) errno.Errno {
	if a[0] > threads {
		return errno.EINVAL
	}
	t := uint64(p.Clock.Read())
	if a[0] == realtime {
		t += Epoch
	}
	return p.put64(a[2], t)
}

func clockResGet(p *Process, a []uint64) errno.Errno {
	if a[0] > threads {
		return errno.EINVAL
	}
	return p.put64(a[1], 1)
}
