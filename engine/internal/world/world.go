// Package world is one run: nodes on one clock, disks, wires, faults, and how it
// ends. Everything that a run holds can be reached from a World and is copied
// by Clone.
package world

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/fault"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/judge"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/property"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Spec says what to run.
type Spec struct {
	Config *config.Config
	// Code has the program of each of Config.Guests.
	Code []*guest.Code
	Seed uint64
	// Schedule replaces the faults that the seed draws; nil draws them.
	Schedule *schedule.Schedule
	// Judge judges what programs record, at the end of a run that has not failed.
	Judge *judge.Judge
	// Program names config, code and toolchain, for the first line of the trace.
	Program string
	// Keep keeps the events of the trace, not only their digest.
	Keep bool
}

// ErrOtherConfig is wrapped by New's error when a schedule has faults of nodes
// that the config does not have.
var ErrOtherConfig = errors.New("the schedule was made for another config")

// World is one run.
type World struct {
	ctx    context.Context
	config *config.Config
	key    rng.Key
	kernel *wasi.Kernel
	queue  *sched.Queue
	oracle *fault.Oracle
	nodes  []*node
	phase  phase
	heals  []heal
	due    []pending // Eventually conditions that are not decided
	begun  uint32    // how many Eventuallys began
	tally  property.Tally
	until  vtime.Instant // when faults stop
	limit  vtime.Instant // when the recovery must be over; Never before it
	ops    int64         // cap of the sum that sim.Budget hands out; 0 is none
	asked  int64         // the sum until now
	short  bool          // sim.Budget gave less than it was asked for
	random rng.Key       // of what nodes read from random_get
	judge  *judge.Judge
	record recording
	quiets []quiet  // who has asked for a time without faults
	root   trace.ID // the first event
	end    *Outcome
}

// phase is where a run stands.
type phase uint8

const (
	chaos    phase = iota // faults strike
	recovery              // no more faults; the workload finishes
	checking              // the finally program runs
)

// node is one program with what survives its crashes.
type node struct {
	config.Guest
	index int
	code  *guest.Code
	fs    *disk.FS
	asks  *fault.Disk

	proc *wasi.Process   // nil while it is down
	inst *guest.Instance // nil while it is down
	inc  int
	// wake is when the node runs next: when it boots if it is down, when its
	// time slice goes on if it is parked in one. Never while poll decides.
	wake   vtime.Instant
	poll   bool // parked in poll_oneoff: the process knows when it wakes
	paused vtime.Instant
	// term says that the process was told to end; nil otherwise.
	term *ending
	// cause is the event that the next boot comes from.
	cause trace.ID
	// crashed says that the last incarnation ended by a crash.
	crashed bool
	// done says that the program has exited for good.
	done bool
}

// New sets up a run; nothing has run yet.
func New(ctx context.Context, s Spec) (*World, error) {
	guests := s.Config.Guests()
	root := rng.Seed(s.Seed)
	w := &World{ctx: ctx, config: s.Config, key: root, tally: property.Tally{}, limit: vtime.Never}
	w.queue = sched.NewQueue(len(guests), root.Derive(rng.Scheduling).Stream())
	w.kernel = &wasi.Kernel{Clock: &sched.Clock{}, Net: network.New(len(guests)), Trace: trace.NewRecorder(s.Keep)}
	w.judge, w.record = s.Judge, newRecording(len(guests))
	w.until = vtime.Instant(s.Config.Duration)
	w.oracle = fault.Draw(s.Seed, s.Config)
	if s.Schedule != nil {
		var unknown []string
		if w.oracle, unknown = fault.Replay(s.Schedule, s.Config); len(unknown) > 0 {
			return nil, fmt.Errorf("%w: %s has no such nodes for: %s", ErrOtherConfig, s.Config.File(), strings.Join(unknown, ", "))
		}
		w.ops = s.Schedule.Ops
		if s.Schedule.Duration > 0 {
			w.until = vtime.Instant(s.Schedule.Duration)
		}
	}
	w.simplify(s.Schedule)
	w.kernel.Net.Oracle = w.oracle
	w.root = w.emit(trace.Event{Kind: trace.RunStart, S: fmt.Sprint(s.Seed), T: s.Program})
	for i, g := range guests {
		w.kernel.Hosts = append(w.kernel.Hosts, g.Name)
		n := &node{Guest: g, index: i, code: s.Code[i], cause: w.root, wake: vtime.Never}
		if g.Role != config.RoleFinally {
			n.wake = 0
		}
		n.fs = disk.New(model(g.Disk))
		n.asks = &fault.Disk{Oracle: w.oracle, Node: i, Clock: w.kernel.Clock}
		w.nodes = append(w.nodes, n)
	}
	for _, n := range w.nodes {
		w.furnish(n)
		n.fs.Oracle = n.asks
		w.requeue(n)
	}
	return w, nil
}

// Run goes on until the run is over.
func (w *World) Run() (*Outcome, error) {
	for w.end == nil {
		if err := w.Step(); err != nil {
			return nil, err
		}
	}
	return w.end, nil
}

// Step lets one thing happen: whatever of the world's own is due, or else the
// node that wakes first runs until it parks.
func (w *World) Step() error {
	node, timer := w.queue.Earliest(), w.timer()
	switch {
	case timer.at <= node && (node != vtime.Never || w.hope()):
		w.kernel.Clock.Advance(timer.at)
		timer.fire(w)
	case node == vtime.Never:
		w.deadlock()
	default:
		w.kernel.Clock.Advance(node)
		return w.runNode(w.nodes[w.queue.Pick()])
	}
	w.refresh()
	return nil
}

// Over says whether the run has ended.
func (w *World) Over() bool { return w.end != nil }

// Now is the instant that the run has reached.
func (w *World) Now() vtime.Instant { return w.kernel.Clock.Now() }

func (w *World) now() vtime.Instant { return w.kernel.Clock.Now() }

// emit records an event that is no node's.
func (w *World) emit(e trace.Event) trace.ID {
	e.At, e.Node = w.now(), trace.World
	return w.kernel.Trace.Add(e)
}

// emitAt records an event of a node that is not one of its own calls.
func (w *World) emitAt(n *node, e trace.Event) trace.ID {
	e.At, e.Node, e.Inc = w.now(), n.index, n.inc
	return w.kernel.Trace.Add(e)
}

// refresh brings the queue up to date with nodes that the network woke.
func (w *World) refresh() {
	for _, i := range w.kernel.Net.Touched() {
		w.requeue(w.nodes[i])
	}
}

// requeue tells the queue when a node wants to run.
func (w *World) requeue(n *node) {
	at := n.wake
	if n.poll {
		at = n.proc.WakeAt()
	}
	if at != vtime.Never {
		at = max(at, n.paused)
	}
	w.queue.Set(n.index, at)
}

// Close drops all instances.
func (w *World) Close() {
	for _, n := range w.nodes {
		if n.inst != nil {
			n.inst.Close()
			n.inst = nil
		}
	}
}

// sliceRest is how long a node is parked when it has used up a time slice.
const sliceRest = 10 * vtime.Millisecond

// limits are those of a node's instances.
func (w *World) limits(n *node) guest.Limits {
	return guest.Limits{Memory: uint64(n.Memory), Watchdog: time.Duration(w.config.Watchdog)}
}

// fail ends the run with a failure.
func (w *World) fail(n *node, f verdict.Failure) {
	if w.end != nil {
		return
	}
	e := trace.Event{Kind: trace.Failed, S: string(f.Class), T: f.Message}
	if n != nil {
		f.Node = n.Name
		if n.proc != nil {
			e.Cause = n.proc.Cause
		}
		f.Event = w.emitAt(n, e)
	} else {
		f.Event = w.emit(e)
	}
	f.At = w.now()
	w.finish(&f, "failed")
}
