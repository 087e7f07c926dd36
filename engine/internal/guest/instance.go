package guest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/internal/wasm"
	"github.com/seedfall/seedfall/internal/abi"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Slice is how many counted calls a node may make without blocking.
const Slice = wasm.InitialCount

// Limits bound an instance.
type Limits struct {
	Memory   uint64        // bytes of linear memory
	Watchdog time.Duration // real time without yielding
}

// Instance is one incarnation's code and memory.
type Instance struct {
	Proc *wasi.Process
	// Calls is how many calls were counted before the present slice began.
	Calls uint64

	code   *Code
	world  World
	limits Limits
	ctx    *callContext
	mod    api.Module
	mem    *memory
	g      api.Global
	sp     api.Global
	pause  api.MutableGlobal
	count  api.MutableGlobal
	start  api.Function
	loop   api.Function

	started bool
	set     uint32    // what count was last set to
	since   time.Time // real time of the latest resume
	on      *lane     // the lane of the present call
	lane    *lane     // the same while parked inside a time slice, else nil
	kill    bool      // set before the lane is resumed for the last time
	stop    *wasi.Stop
	failed  error // what the call ended with, when it did not park
	sites   []site
	talk    *talk // nil unless the program is asked questions
}

// Yield says why an instance gave up control.
type Yield uint8

// The reasons.
const (
	Waits    Yield = iota + 1 // parked in poll_oneoff: WakeAt of the process says until when
	SliceEnd                  // used up its time slice
	Exited                    // by proc_exit; ExitCode
	Crashed                   // inside a disk operation
	Ended                     // the world ended the run in a call of package sim
	Stuck                     // ran longer than the watchdog allows; Stack
	Trapped                   // the code did what WebAssembly forbids; Stack
	Asks                      // waits for a question, with the Answer to the last one
)

// Boot makes an instance for a new process and starts nothing yet.
func (c *Code) Boot(ctx context.Context, p *wasi.Process, w World, l Limits) (*Instance, error) {
	i, err := c.instantiate(ctx, p, w, l)
	if err != nil {
		return nil, err
	}
	memory := i.mod.Memory()
	if !memory.Write(c.image.Start, c.image.Bytes) {
		i.Close()
		return nil, fmt.Errorf("starting a node: its data does not fit into its memory of %d bytes", memory.Size())
	}
	p.Start(memory)
	return i, nil
}

func (c *Code) instantiate(ctx context.Context, p *wasi.Process, w World, l Limits) (*Instance, error) {
	i := &Instance{Proc: p, code: c, world: w, limits: l, mem: &memory{pool: &c.engine.pool, limit: l.Memory}}
	i.ctx = &callContext{ctx, i}
	p.Host = i
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	var err error
	i.mod, err = c.engine.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, i.mem), c.module, config)
	if err != nil {
		i.mem.Free()
		return nil, fmt.Errorf("starting a node: %w", err)
	}
	i.g, i.sp = i.mod.ExportedGlobal(wasm.ExportG), i.mod.ExportedGlobal(wasm.ExportSP)
	i.pause = i.mod.ExportedGlobal(wasm.ExportPause).(api.MutableGlobal)
	i.count = i.mod.ExportedGlobal(wasm.ExportCounter).(api.MutableGlobal)
	i.start, i.loop = i.mod.ExportedFunction("_start"), i.mod.ExportedFunction(wasm.ExportLoop)
	i.set = Slice
	return i, nil
}

// Run lets the instance go on until it gives up control.
func (i *Instance) Run() Yield {
	l := i.lane
	if l == nil {
		l = i.code.engine.lanes.take()
		l.job = i
		i.recount(Slice)
	}
	i.since, i.on = time.Now(), l
	l.run()
	if !l.done {
		i.lane = l
		if i.talk != nil && i.talk.waits {
			return Asks
		}
		return SliceEnd
	}
	i.lane = nil
	i.code.engine.lanes.give(l)
	return i.reason()
}

// enter makes the call into the guest; it runs on a lane.
func (i *Instance) enter() {
	f := i.loop
	if !i.started {
		i.started, f = true, i.start
	}
	i.failed = f.CallWithStack(i.ctx, nil)
}

func (i *Instance) reason() Yield {
	switch {
	case i.stop != nil:
		return yields[i.stop.Kind]
	case i.failed != nil:
		if !strings.HasPrefix(i.failed.Error(), "wasm error") {
			panic(i.failed) // a panic of ours inside a host function
		}
		return Trapped
	case i.Proc.Parked():
		return Waits
	}
	panic("guest: a call returned though its process neither waits nor ended")
}

var yields = map[wasi.StopKind]Yield{wasi.Exited: Exited, wasi.Crashed: Crashed, wasi.Ended: Ended, stuck: Stuck}

// ExitCode is the code of an instance that exited.
func (i *Instance) ExitCode() int32 { return i.stop.Code }

// MemoryDenied says that the guest asked for more memory than its limit.
func (i *Instance) MemoryDenied() bool { return i.mem.denied }

// Trap is what the code did that WebAssembly forbids, for Trapped.
func (i *Instance) Trap() string {
	line, _, _ := strings.Cut(i.failed.Error(), "\n")
	return line
}

// Stack lists the functions that were running when the instance was ended in
// the middle of a call, the innermost first: that one, and those of the program's
// own.
func (i *Instance) Stack() (functions []string) {
	if i.failed == nil {
		return nil
	}
	_, text, _ := strings.Cut(i.failed.Error(), "wasm stack trace:")
	for line := range strings.Lines(text) {
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "."), "(")
		if name != "" && !strings.HasPrefix(name, abi.Module+".") && !strings.Contains(name, "wasm_pc_f_loop") && !strings.HasPrefix(name, "_rt0") {
			functions = append(functions, name)
		}
	}
	return i.code.stacks.reduce(functions)
}

// Park implements wasi.Host.
func (i *Instance) Park() { i.pause.Set(1) }

// Stop implements wasi.Host: it leaves the guest by a panic that the call into
// the guest turns into an error.
func (i *Instance) Stop(s wasi.Stop) {
	i.stop = &s
	panic(errStopped)
}

// stoppedError is what leaves the guest when its process ends.
type stoppedError struct{}

func (stoppedError) Error() string { return "stopped" }

var errStopped = stoppedError{}

// End ends the call of an instance that is parked inside one; Stack tells where it
// was. It cannot go on.
func (i *Instance) End() {
	if l := i.lane; l != nil {
		i.kill = true
		l.run()
		i.lane = nil
		i.code.engine.lanes.give(l)
	}
}

// Close drops the instance, wherever it is parked.
func (i *Instance) Close() {
	i.End()
	if err := i.mod.Close(i.ctx); err != nil {
		panic(err) // nothing of ours can fail there
	}
	i.mem.Free()
}

// Movable says whether the instance can be cloned now: it has not run yet, or
// it waits in poll_oneoff.
func (i *Instance) Movable() bool { return i.lane == nil && i.stop == nil }

// Clone makes an instance over p, which is a copy of the instance's process,
// that goes on from the same place by itself.
func (i *Instance) Clone(p *wasi.Process, w World) (*Instance, error) {
	c, err := i.code.instantiate(i.ctx.Context, p, w, i.limits)
	if err != nil {
		return nil, err
	}
	from, to := i.mod.Memory(), c.mod.Memory()
	const page = 64 << 10
	if more := (from.Size() - to.Size()) / page; more > 0 {
		if _, ok := to.Grow(more); !ok {
			c.Close()
			return nil, fmt.Errorf("cloning a node: %d more pages were refused", more)
		}
	}
	src, _ := from.Read(0, from.Size())
	dst, _ := to.Read(0, to.Size())
	copy(dst, src)
	for _, name := range wasm.ExportedGlobals() {
		c.mod.ExportedGlobal(name).(api.MutableGlobal).Set(i.mod.ExportedGlobal(name).Get())
	}
	p.Attach(c.mod.Memory())
	c.started, c.Calls, c.set, c.mem.denied = i.started, i.Calls, i.set, i.mem.denied
	c.sites = slices.Clone(i.sites)
	return c, nil
}
