// Package wasi is the kernel that a guest sees: WASI preview 1, and the few
// calls of our own for sockets and signals, over a simulated disk, network and
// clock. Each family of calls has its file; the table of all of them is in
// table.go.
package wasi

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
	"github.com/tetratelabs/wazero/api"
)

// Epoch is the wall time at which every run begins, in nanoseconds since 1970:
// 2025-01-01 00:00:00 UTC.
const Epoch = 1_735_689_600_000_000_000

// Kernel is what all processes of a world share.
type Kernel struct {
	Clock *sched.Clock
	Net   *network.Net
	Trace *trace.Recorder
	// Hosts[i] is the name of node i.
	Hosts []string
}

// Host is the side of a process that runs its code.
type Host interface {
	// Park makes the guest unwind once the present call has returned.
	Park()
	// Stop ends the process inside the present call; it does not return.
	Stop(Stop)
	// Report takes a line, without its end, that the process wrote to the
	// virtual file of the Antithesis SDK through descriptor fd. It may stop the
	// process.
	Report(fd int, line []byte)
}

// Stop says how a process ended by itself.
type Stop struct {
	Kind StopKind
	Code int32 // exit code, for Exited
}

// StopKind is a way to end.
type StopKind uint8

// The ways.
const (
	Exited  StopKind = iota + 1 // proc_exit
	Crashed                     // the node lost power inside a disk operation, or before a send
	Ended                       // the world ended the run
)

// DiskFaults tells what goes wrong with a process because of its disk, besides
// the errors of its operations.
type DiskFaults interface {
	// Struck gives an event, once, for each fault that struck the operation or
	// read that was just made.
	Struck() []trace.Event
	// SyncTakes is how long a sync waits that would be operation num.
	SyncTakes(num uint64) vtime.Duration
	// Acknowledges says whether the node loses power now, before what it is
	// about to send leaves.
	Acknowledges() bool
}

// Process is one incarnation of a node: everything that the kernel keeps for
// it. It is plain data; Clone copies it.
type Process struct {
	*Kernel
	Node   int
	Inc    int
	FS     *disk.FS
	Args   []string
	Env    []string // NAME=value
	Random rng.Stream
	Host   Host
	Faults DiskFaults // nil if nothing goes wrong
	// Cause is the latest event that brought something into the process:
	// its boot, a message, a connection. Its own events name it as theirs.
	Cause trace.ID

	mem     api.Memory
	fds     []desc
	wait    wait
	syncing bool    // parked in a sync that takes its time
	throw   bool    // the next poll_oneoff fails; see Throw
	out     [3]line // indexed by descriptor; 0 is not used
	signals signals
	scratch []byte
	// reported is the beginning of a line for Host.Report.
	reported []byte

	lastWords []string
}

// Start gives a new process its descriptors: the standard three, then the root
// folder.
func (p *Process) Start(mem api.Memory) {
	p.mem = mem
	p.fds = []desc{{kind: stdin}, {kind: stdio}, {kind: stdio}, {kind: folder, handle: p.root()}}
}

// Attach gives a cloned process the memory of its instance.
func (p *Process) Attach(mem api.Memory) { p.mem = mem }

// Clone copies the process into the world of k, over the disk fs. Host and Faults
// are left nil.
func (p *Process) Clone(k *Kernel, fs *disk.FS) *Process {
	c := *p
	c.Kernel, c.FS, c.Host, c.Faults, c.mem = k, fs, nil, nil, nil
	c.fds = slices.Clone(p.fds)
	c.wait.fds = slices.Clone(p.wait.fds)
	c.out[1].buf, c.out[2].buf = slices.Clone(p.out[1].buf), slices.Clone(p.out[2].buf)
	c.signals.queue = slices.Clone(p.signals.queue)
	c.lastWords = slices.Clone(p.lastWords)
	c.reported = slices.Clone(p.reported)
	c.scratch = nil
	return &c
}

// Emit records an event of the process; At, Node, Inc and, if it is 0, Cause are
// filled in.
func (p *Process) Emit(e trace.Event) trace.ID {
	e.At, e.Node, e.Inc = p.Clock.Now(), p.Node, p.Inc
	if e.Cause == 0 {
		e.Cause = p.Cause
	}
	return p.Trace.Add(e)
}
