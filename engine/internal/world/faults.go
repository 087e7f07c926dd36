package world

import (
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// strikes does what a planned fault of each kind does.
var strikes = map[string]func(*World, schedule.Fault){
	schedule.Crash:     (*World).strikeCrash,
	schedule.Partition: (*World).strikePartition,
	schedule.Pause:     (*World).strikePause,
	schedule.Restart:   (*World).strikeRestart,
	schedule.Bitrot:    (*World).strikeBitrot,
}

// strike takes the next planned fault.
func (w *World) strike() {
	f := w.oracle.Next()
	if w.oracle.IsCalm() {
		w.oracle.Missed(f)
		return
	}
	f.Until = w.now().Add(f.Span())
	f.At = w.now()
	strikes[f.Kind](w, f)
}

func (w *World) named(name string) *node {
	return w.nodes[slices.Index(w.kernel.Hosts, name)]
}

func (w *World) strikeCrash(f schedule.Fault) {
	n := w.named(f.Node)
	if n.inst == nil {
		w.oracle.Missed(f) // the node is down
		return
	}
	w.crash(n, f, trace.Event{Kind: trace.Crash, Cause: w.root, B: int64(f.Until)},
		w.key.Derive(rng.Tearing).Derive(n.Name).Derive(schedule.Crash).At(uint64(f.At)))
}

func (w *World) strikePause(f schedule.Fault) {
	n := w.named(f.Node)
	if n.inst == nil {
		w.oracle.Missed(f) // the node is down
		return
	}
	w.oracle.Took(f)
	id := w.emitAt(n, trace.Event{Kind: trace.Pause, Cause: w.root, B: int64(f.Until)})
	if f.Until > n.paused {
		n.paused = f.Until
		w.heals = append(w.heals, heal{at: f.Until, cause: id, node: n.index, inc: n.inc})
	}
	w.requeue(n)
}

func (w *World) strikePartition(f schedule.Fault) {
	w.oracle.Took(f)
	id := w.emit(trace.Event{Kind: trace.Partition, Cause: w.root, B: int64(f.Until), S: strings.Join(f.Cut, ","), T: f.Direction})
	h := heal{at: f.Until, cause: id, node: trace.World, cut: f.Cut, direction: f.Direction}
	w.links(h, w.kernel.Net.Cut)
	w.heals = append(w.heals, h)
}

// strikeBitrot flips a bit on a disk, whether its node is up or not.
func (w *World) strikeBitrot(f schedule.Fault) {
	n := w.named(f.Node)
	draws := w.key.Derive(rng.Tearing).Derive(n.Name).Derive(schedule.Bitrot).At(uint64(f.At)).Stream()
	rot := n.fs.Rot(&draws)
	if rot == nil {
		w.oracle.Missed(f) // the disk is empty
		return
	}
	w.oracle.Took(f)
	w.emitAt(n, trace.Event{Kind: trace.Bitrot, Cause: w.root, S: rot.Path, A: rot.Off})
}

// sigterm is what a process is told to end by.
const sigterm = 15

// strikeRestart tells a process to end. One that has no handler ends at once.
func (w *World) strikeRestart(f schedule.Fault) {
	n := w.named(f.Node)
	if n.inst == nil || n.term != nil {
		w.oracle.Missed(f) // the node is down, or about to be
		return
	}
	w.oracle.Took(f)
	n.proc.Cause = w.emitAt(n, trace.Event{Kind: trace.Restart, Cause: w.root, A: int64(f.Grace)})
	n.term = &ending{at: w.now().Add(f.Grace), down: f.Span()}
	if !n.proc.Deliver(sigterm) {
		w.kill(n)
	}
	w.requeue(n)
}

// ending is a process that has been told to end.
type ending struct {
	at   vtime.Instant // when it is killed
	down vtime.Duration
}

// kill ends a process that was told to end: the kernel closes what it had open.
func (w *World) kill(n *node) {
	n.proc.FlushOutput()
	n.proc.CloseAll()
	w.emitAt(n, trace.Event{Kind: trace.Killed, Cause: n.proc.Cause, S: "restart"})
	w.ended(n)
}

// ended starts a node again after the process that was told to end has ended.
func (w *World) ended(n *node) {
	cause, down := n.proc.Cause, n.term.down
	w.drop(n)
	n.cause, n.wake = cause, w.now().Add(down)
	w.requeue(n)
}

// heal is the end of a partition, or of a pause.
type heal struct {
	at        vtime.Instant
	cause     trace.ID
	node, inc int // the paused incarnation; World for a partition
	cut       []string
	direction string
}

// links calls do for every directed link that a partition cuts.
func (w *World) links(h heal, do func(vtime.Instant, network.Node, network.Node)) {
	for i, a := range w.kernel.Hosts {
		for j, b := range w.kernel.Hosts {
			if !slices.Contains(h.cut, a) || slices.Contains(h.cut, b) {
				continue
			}
			if h.direction != schedule.In {
				do(w.now(), network.Node(i), network.Node(j))
			}
			if h.direction != schedule.Out {
				do(w.now(), network.Node(j), network.Node(i))
			}
		}
	}
}

// heal ends the fault at index i of w.heals.
func (w *World) heal(i int) {
	h := w.heals[i]
	w.heals = slices.Delete(w.heals, i, i+1)
	if h.node == trace.World {
		w.emit(trace.Event{Kind: trace.Heal, Cause: h.cause, S: strings.Join(h.cut, ","), T: h.direction})
		w.links(h, w.kernel.Net.Heal)
		return
	}
	if n := w.nodes[h.node]; n.inc == h.inc && n.inst != nil && n.paused <= w.now() {
		w.emitAt(n, trace.Event{Kind: trace.Resume, Cause: h.cause})
	}
}
