package guest

import (
	"time"

	"github.com/seedfall/seedfall/engine/internal/wasi"
)

// stackPreempt is what the runtime's sysmon writes to a goroutine's stack guard
// when it wants it to yield (runtime.stackPreempt).
const stackPreempt = 0xfffffffffffffade

// retry is after how many calls to look again when the goroutine that runs
// cannot be preempted.
const retry = 100

// stuck is the end by the watchdog; the other kinds are the kernel's.
const stuck wasi.StopKind = 100

// tick is called when the counter has run out: the end of a time slice.
func (i *Instance) tick() {
	i.look()
	if !i.preempt() {
		i.recount(retry)
		return
	}
	i.recount(Slice)
	i.on.pause()
	if i.kill {
		i.Stop(wasi.Stop{Kind: wasi.Ended})
	}
}

// recount begins a count of n calls and adds up those made before.
func (i *Instance) recount(n uint32) {
	i.Calls += uint64(i.set - uint32(i.count.Get()))
	i.set = n
	i.count.Set(uint64(n))
}

// Counted is how many calls the instance has made.
func (i *Instance) Counted() uint64 { return i.Calls + uint64(i.set-uint32(i.count.Get())) }

// preempt asks the running goroutine to yield at its next function entry. It is
// false while the runtime's own stack g0 runs, which must not be preempted.
func (i *Instance) preempt() bool {
	g := uint32(i.g.Get())
	mem := i.mod.Memory()
	m, ok1 := mem.ReadUint64Le(g + i.code.layout.M)
	g0, ok2 := mem.ReadUint64Le(uint32(m) + i.code.layout.G0)
	if g == 0 || !ok1 || !ok2 || uint32(g0) == g {
		return false
	}
	return mem.WriteUint64Le(g+i.code.layout.StackGuard, stackPreempt)
}

// look ends the instance when it has run too long in real time.
func (i *Instance) look() {
	if time.Since(i.since) > i.limits.Watchdog {
		i.Stop(wasi.Stop{Kind: stuck})
	}
}
