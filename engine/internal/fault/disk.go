package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Disk is the oracle as the disk of one node asks it.
type Disk struct {
	Oracle *Oracle
	Node   int
	Clock  *sched.Clock
	// Guest tells which function makes the present operation; nil if nobody knows.
	Guest interface{ Where() string }
	// Pending is the crash that the disk was told of and the world has not
	// carried out yet.
	Pending *schedule.Fault

	struck []trace.Event // by faults since Struck was last called
	// armed is a crash that waits for the node's next send; nil if there is none.
	armed *schedule.Fault
	// recovery is how many of the next operations count as recovery.
	recovery int
	// at is the site of the present operation, nil if it is not known, and strikes are the faults that a
	// schedule has for it; both are set by ask.
	at      *schedule.Anchor
	strikes []schedule.Fault
}

// Clone gives the same for a cloned world, but for its guest. It must not be called between a crash
// and its being carried out.
func (d *Disk) Clone(o *Oracle, clock *sched.Clock) *Disk {
	return &Disk{Oracle: o, Node: d.Node, Clock: clock, armed: d.armed, recovery: d.recovery}
}

// DiskOp implements disk.Oracle. Every draw is keyed by node and operation, so
// it does not depend on what else was drawn.
func (d *Disk) DiskOp(o disk.Op) (fate disk.Fate) {
	d.ask(o.Num, o.Kind.String())
	if d.Oracle.off() {
		return fate
	}
	for row := range operations {
		k := &operations[row]
		if k.on != o.Kind {
			continue
		}
		if f, ok := d.onOperation(k, row, o); ok {
			k.fate(f, o, &fate)
			d.took(f)
		}
	}
	f, ok := d.crash(o)
	d.recovery = max(0, d.recovery-1)
	switch {
	case !ok:
	case f.Point == schedule.Ack:
		d.armed = &f
	default:
		d.Pending = &f
		fate.Crash, fate.Cut = crashPoints[f.Point], f.Bytes
	}
	return fate
}

func (d *Disk) took(f schedule.Fault) {
	d.Oracle.Took(f)
	d.struck = append(d.struck, trace.Event{Kind: trace.DiskFault, A: int64(f.Op), S: f.Kind})
}

// Struck gives an event for each fault that has struck an operation or a read
// since the last call, for whoever made the operation to record.
func (d *Disk) Struck() []trace.Event {
	events := d.struck
	d.struck = nil
	return events
}

// onOperation says whether an operation is struck by a kind of fault.
func (d *Disk) onOperation(k *onOperation, row int, o disk.Op) (schedule.Fault, bool) {
	if d.Oracle.recorded != nil {
		f, ok := d.recorded(k.kind, o.Num)
		f.At, f.Until = o.Now, o.Now
		return f, ok
	}
	c := &d.Oracle.disks[d.Node].operations[row]
	key := c.key.At(o.Num)
	if c.ratio.Zero() || !key.Chance(c.ratio) {
		return schedule.Fault{}, false
	}
	f := d.fault(k.kind, o.Now, o.Num)
	s := key.Stream()
	return f, k.draw(&s, o, &f)
}

// fault begins a fault of one operation, which lasts no time.
func (d *Disk) fault(kind string, now vtime.Instant, num uint64) schedule.Fault {
	return schedule.Fault{At: now, Until: now, Kind: kind, Node: d.Oracle.names[d.Node], Op: num, Anchor: d.at}
}

// ask notes where in the program an operation is made.
func (d *Disk) ask(num uint64, do string) {
	d.at, d.strikes = nil, nil
	in := ""
	if d.Guest != nil {
		in = d.Guest.Where()
	}
	at := d.Oracle.sites[d.Node].Next(do, in)
	if in != "" {
		d.at = &at
	}
	if d.Oracle.anchored != nil {
		d.strikes = d.Oracle.anchored[d.Node].Strike(num, at)
	}
}

// recorded is the fault of a kind that the schedule has for the present
// operation, with the anchor that it has here.
func (d *Disk) recorded(kind string, num uint64) (f schedule.Fault, ok bool) {
	if d.Oracle.anchored == nil {
		f, ok = d.Oracle.recorded[op{d.Node, kind, num}]
	} else if i := slices.IndexFunc(d.strikes, func(f schedule.Fault) bool { return f.Kind == kind }); i >= 0 {
		f, ok = d.strikes[i], true
	}
	if d.at != nil {
		f.Anchor = d.at
	}
	return f, ok
}

// DiskRead implements disk.Oracle.
func (d *Disk) DiskRead(r disk.ReadOp) (fate disk.ReadFate) {
	d.ask(r.Num, Read)
	if d.Oracle.off() {
		return fate
	}
	for row := range reads {
		k := &reads[row]
		var f schedule.Fault
		ok := false
		if d.Oracle.recorded != nil {
			f, ok = d.recorded(k.kind, r.Num)
			f.At, f.Until = r.Now, r.Now
		} else if c := &d.Oracle.disks[d.Node].reads[row]; !c.ratio.Zero() {
			key := c.key.At(r.Num)
			ok = key.Chance(c.ratio)
			s := key.Stream()
			f = d.fault(k.kind, r.Now, r.Num)
			f.Bit = s.N(uint64(r.Len) * 8)
		}
		if ok {
			k.fate(f, &fate)
			d.took(f)
		}
	}
	return fate
}

// SyncTakes is how long a sync waits that would be operation num.
func (d *Disk) SyncTakes(num uint64) vtime.Duration {
	c := &d.Oracle.disks[d.Node]
	if d.Oracle.off() || c.waitMax == 0 {
		return 0
	}
	if d.Oracle.Plain(schedule.Latency) {
		return c.waitMin
	}
	s := c.wait.At(num).Stream()
	return vtime.Duration(s.Between(int64(c.waitMin), int64(c.waitMax)))
}

// Corrupts says whether a crash flips a bit in what was being written. key is
// the crash's own.
func (d *Disk) Corrupts(f schedule.Fault, key rng.Key) bool {
	if d.Oracle.recorded != nil {
		return f.Corrupt
	}
	return key.Derive(rng.Corruption).Chance(d.Oracle.disks[d.Node].corrupt)
}
