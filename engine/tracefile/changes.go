package tracefile

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
)

// DiskOp is a disk operation with what became of it.
type DiskOp struct {
	Event       trace.ID `json:"event"`
	At          Nanos    `json:"at"`
	Node        int      `json:"node"`
	Incarnation int      `json:"incarnation"`
	Kind        string   `json:"kind"` // such as "disk.write"
	Path        string   `json:"path"`
	To          string   `json:"to,omitempty"` // the second name of a rename or a link
	Op          int64    `json:"op"`           // the node's number of the operation
	Offset      int64    `json:"offset,omitempty"`
	Bytes       int64    `json:"bytes,omitempty"`
	State       Keeping  `json:"state"`
	// End is what decided that: the sync that made it durable, or the crash; 0 for a
	// change that is pending, and for syncs. EndedAt is its instant.
	End     trace.ID `json:"end,omitempty"`
	EndedAt Nanos    `json:"endedAt,omitempty"`
	// Durable is how many changes a sync made durable; 0 for other operations.
	Durable int `json:"durable,omitempty"`

	// missed says that a sync of the file failed, or lied, after this change: a later
	// one does not write it.
	missed bool
	// cutOff says that a crash came in the middle of it.
	cutOff bool
}

// Keeping is what became of a change on a disk.
type Keeping string

// What can become of a change. A sync of a file makes durable what is in it, one of
// a folder the names in it. After a sync that failed, or only seemed to succeed, a
// change stays pending until it is written again and synced, or a crash comes.
const (
	Synced  Keeping = "sync"    // it is no change but a sync
	Failed  Keeping = "failed"  // the operation had an error
	Pending Keeping = "pending" // no sync has followed, and no crash
	Durable Keeping = "durable"
	Kept    Keeping = "kept" // a crash came before a sync, and it survived
	Torn    Keeping = "torn" // a crash kept some of the pending changes of the file
	Lost    Keeping = "lost"
)

// changes follows what is not durable on each disk.
type changes struct {
	ops     []DiskOp
	pending [][]int // of each node, places in ops
	// crashed is the crash whose losses are being told of, crash its places in ops.
	crashed trace.ID
	at      Nanos
	crash   []int
	// lie is the last fault by which a sync seems to have succeeded.
	lie trace.ID
	// losses are the changes behind each loss.
	losses map[trace.ID][]trace.ID
}

func newChanges(nodes int) changes {
	return changes{pending: make([][]int, nodes), losses: map[trace.ID][]trace.ID{}}
}

func (c *changes) see(e *trace.Event) {
	if e.Kind == trace.Lost && e.Cause == c.crashed {
		c.lose(e)
		return
	}
	c.settleCrash()
	switch {
	case e.Node == trace.World || e.Kind == trace.Lost:
	case e.Kind == trace.Crash || e.Kind == trace.CrashIO:
		c.crashed, c.at, c.crash = e.ID, Nanos(e.At), c.pending[e.Node]
		c.pending[e.Node] = nil
		c.cutOff(e)
	case e.Kind == trace.DiskFault && (e.S == schedule.LostWrite || e.S == schedule.MisdirectedWrite):
		c.lie = e.ID
	case classOf[e.Kind] == Disk:
		c.operation(e)
	}
}

func (c *changes) operation(e *trace.Event) {
	o := DiskOp{Event: e.ID, At: Nanos(e.At), Node: e.Node, Incarnation: e.Inc, Kind: e.Kind.Name(), Path: e.S, To: e.T, Op: e.C >> 16, State: Pending}
	switch e.Kind {
	case trace.Write, trace.Allocate:
		o.Offset, o.Bytes = e.A, e.B
	case trace.Truncate:
		o.Offset = e.A
	case trace.Sync, trace.SyncDir:
		o.State = Synced
	}
	code := errno.Errno(e.C & 0xffff)
	switch {
	case code == errno.Crashed && o.State == Pending: // the crash, which comes next, tells
		o.cutOff = true
		c.pending[e.Node] = append(c.pending[e.Node], len(c.ops))
	case failed(e):
		o.State = Failed
		if e.Kind == trace.Sync && code != errno.Crashed {
			c.miss(e)
		}
	case e.Kind == trace.Sync && e.Cause == c.lie && c.lie != 0:
		c.miss(e)
	case o.State == Synced:
		o.Durable = c.sync(e)
	default:
		c.rewrite(&o)
		c.pending[e.Node] = append(c.pending[e.Node], len(c.ops))
	}
	c.ops = append(c.ops, o)
}

// cutOff tells of the operation that a crash came before: it was not done.
func (c *changes) cutOff(crash *trace.Event) {
	for _, i := range c.crash {
		if o := &c.ops[i]; o.cutOff && crash.S == schedule.Before {
			o.State = Failed
		}
	}
}

// miss marks what a sync should have written and has not.
func (c *changes) miss(e *trace.Event) {
	for _, i := range c.pending[e.Node] {
		if o := &c.ops[i]; namesOf(o) == nil && o.Path == e.S {
			o.missed = true
		}
	}
}

// rewrite gives what a write covers another chance to be synced.
func (c *changes) rewrite(w *DiskOp) {
	if w.Kind != "disk.write" {
		return
	}
	for _, i := range c.pending[w.Node] {
		if o := &c.ops[i]; o.missed && o.Path == w.Path && o.Offset >= w.Offset && o.Offset+o.Bytes <= w.Offset+w.Bytes {
			o.missed = false
		}
	}
}

// sync makes durable what a sync is for, and says how many changes those are.
func (c *changes) sync(e *trace.Event) (n int) {
	left := c.pending[e.Node][:0]
	for _, i := range c.pending[e.Node] {
		o := &c.ops[i]
		names := namesOf(o)
		if e.Kind == trace.Sync && names == nil && !o.missed && o.Path == e.S || e.Kind == trace.SyncDir && names != nil && path.Dir(names[len(names)-1]) == e.S {
			o.State, o.End, o.EndedAt = Durable, e.ID, Nanos(e.At)
			n++
			continue
		}
		left = append(left, i)
	}
	c.pending[e.Node] = left
	return n
}

// namesOf are the names that a change makes or takes away, the new one last; nil
// for one of what is in a file.
func namesOf(o *DiskOp) []string {
	switch o.Kind {
	case "disk.write", "disk.truncate", "disk.allocate":
		return nil
	case "disk.rename":
		return []string{o.Path, o.To}
	case "disk.link":
		return []string{o.To}
	}
	return []string{o.Path}
}

// lose takes what the trace says of a crash into the changes that were pending.
func (c *changes) lose(e *trace.Event) {
	state := Torn
	name := e.T == "name lost" || e.T == "back"
	var kept, pending int
	if _, err := fmt.Sscanf(e.T, "kept %d of %d unsynced changes", &kept, &pending); err == nil && !strings.Contains(e.T, "torn at") {
		switch kept {
		case pending:
			state = Kept
		case 0:
			state = Lost
		}
	}
	if name {
		state = Lost
	}
	for _, i := range c.crash {
		o := &c.ops[i]
		names := namesOf(o)
		if o.State == Pending && (names == nil && o.Path == e.S || name && slices.Contains(names, e.S)) {
			o.State, o.End, o.EndedAt = state, c.crashed, c.at
			if o.missed && !name {
				o.State = Kept
				if strings.Contains(e.T, "never written") {
					o.State = Lost
				}
			}
			c.losses[e.ID] = append(c.losses[e.ID], o.Event)
		}
	}
}

// settleCrash ends the account of a crash: what it did not lose, it kept.
func (c *changes) settleCrash() {
	for _, i := range c.crash {
		if o := &c.ops[i]; o.State == Pending {
			o.State, o.End, o.EndedAt = Kept, c.crashed, c.at
		}
	}
	c.crash, c.crashed = nil, 0
}

// lostBy says whether one of the changes behind a loss is such a one.
func (c *changes) lostBy(loss trace.ID, such func(trace.ID) bool) bool {
	return slices.ContainsFunc(c.losses[loss], such)
}

// failed says whether an operation, or a message, had an error.
func failed(e *trace.Event) bool { return e.C&0xffff != 0 }
