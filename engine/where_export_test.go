package engine

import (
	"context"
	"fmt"
	"time"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Operations runs the first guest of p by itself, on an empty disk, until it
// exits. each is called inside every operation of its disk.
func (p *Program) Operations(ctx context.Context, each func(do, path string, i *guest.Instance), args ...string) error {
	if err := p.code[0].NoStacks(); err != nil {
		return err
	}
	k := &wasi.Kernel{Clock: &sched.Clock{}, Net: network.New(1), Trace: trace.NewRecorder(true), Hosts: []string{"node"}}
	proc := &wasi.Process{Kernel: k, Inc: 1, FS: disk.New(disk.Model{}), Faults: slowSyncs{}, Random: rng.Seed(1).Stream(), Args: append([]string{"node"}, args...)}
	inst, err := p.code[0].Boot(ctx, proc, passing{}, guest.Limits{Memory: 256 << 20, Watchdog: time.Minute})
	if err != nil {
		return err
	}
	defer inst.Close()
	proc.FS.Oracle = askedAbout{inst, each}
	y := inst.Run()
	for ; y == guest.SliceEnd || y == guest.Waits && proc.WakeAt() != vtime.Never; y = inst.Run() {
		if y == guest.Waits {
			k.Clock.Advance(proc.WakeAt())
		}
	}
	if y != guest.Exited || inst.ExitCode() != 0 {
		return fmt.Errorf("it ended by %d: %q", y, proc.LastWords())
	}
	return nil
}

// askedAbout hands on what the disk asks.
type askedAbout struct {
	inst *guest.Instance
	each func(do, path string, i *guest.Instance)
}

func (a askedAbout) DiskOp(o disk.Op) (f disk.Fate) {
	a.each(o.Kind.String(), o.Path, a.inst)
	return f
}

func (a askedAbout) DiskRead(r disk.ReadOp) (f disk.ReadFate) {
	a.each("read", r.Path, a.inst)
	return f
}

// slowSyncs make a guest park in each sync and make the call again.
type slowSyncs struct{}

func (slowSyncs) Struck() []trace.Event           { return nil }
func (slowSyncs) Acknowledges() bool              { return false }
func (slowSyncs) SyncTakes(uint64) vtime.Duration { return vtime.Millisecond }

// passing is a world in which every check may fail. Its guests ask for no more than
// what follows.
type passing struct{ guest.World }

func (passing) Check(*wasi.Process, guest.Check) bool                   { return false }
func (passing) Begin(*wasi.Process, guest.Check, vtime.Duration) uint32 { return 1 }
func (passing) End(*wasi.Process, uint32, bool, string) bool            { return false }
func (passing) Budget(_ *wasi.Process, n int64) int64                   { return n }
