package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// onOperation is a fault of single disk operations, besides a crash.
type onOperation struct {
	kind string
	on   disk.OpKind
	// chance finds it in a config; nil if it is off.
	chance func(*config.DiskFaults) *config.OnOperation
	// draw fills in the details of a fault that strikes; false if the operation
	// has nothing to strike.
	draw func(*rng.Stream, disk.Op, *schedule.Fault) bool
	// fate is what a fault does to the operation.
	fate func(schedule.Fault, disk.Op, *disk.Fate)
}

func always(*rng.Stream, disk.Op, *schedule.Fault) bool { return true }

// operations are the faults of changes to the disk, in the order in which they
// are asked. Of two that strike one operation both count.
var operations = []onOperation{
	{schedule.FsyncEIO, disk.OpSync, func(f *config.DiskFaults) *config.OnOperation { return f.FsyncEIO }, always,
		func(_ schedule.Fault, _ disk.Op, fate *disk.Fate) { fate.Err = errno.EIO }},
	{schedule.WriteEIO, disk.OpWrite, func(f *config.DiskFaults) *config.OnOperation { return f.WriteEIO }, always,
		func(_ schedule.Fault, _ disk.Op, fate *disk.Fate) { fate.Err = errno.EIO }},
	{schedule.WriteENOSPC, disk.OpWrite, func(f *config.DiskFaults) *config.OnOperation { return f.WriteENOSPC }, always,
		func(_ schedule.Fault, _ disk.Op, fate *disk.Fate) { fate.Err = errno.ENOSPC }},
	{schedule.LostWrite, disk.OpSync, func(f *config.DiskFaults) *config.OnOperation { return f.LostWrite }, drawDirty,
		func(f schedule.Fault, o disk.Op, fate *disk.Fate) { fate.Lose = min(f.Page, o.Dirty) }},
	{schedule.MisdirectedWrite, disk.OpSync, func(f *config.DiskFaults) *config.OnOperation { return f.MisdirectedWrite }, drawMisdirected,
		func(f schedule.Fault, o disk.Op, fate *disk.Fate) {
			fate.Misdirect, fate.MisdirectTo = min(f.Page, o.Dirty), f.PageTo
		}},
}

// drawDirty chooses one of the pages that a sync would write.
func drawDirty(s *rng.Stream, o disk.Op, f *schedule.Fault) bool {
	if o.Dirty == 0 {
		return false
	}
	f.Page = s.Between(1, o.Dirty)
	return true
}

func drawMisdirected(s *rng.Stream, o disk.Op, f *schedule.Fault) bool {
	if !drawDirty(s, o, f) {
		return false
	}
	f.PageTo = s.Between(0, o.Pages-1)
	return true
}

// onRead is a fault of single reads.
type onRead struct {
	kind   string
	chance func(*config.DiskFaults) *config.OnOperation
	fate   func(schedule.Fault, *disk.ReadFate)
}

// reads are the faults of reads.
var reads = [...]onRead{
	{schedule.ReadEIO, func(f *config.DiskFaults) *config.OnOperation { return f.ReadEIO },
		func(_ schedule.Fault, fate *disk.ReadFate) { fate.Err = errno.EIO }},
	{schedule.ReadCorrupt, func(f *config.DiskFaults) *config.OnOperation { return f.ReadCorrupt },
		func(f schedule.Fault, fate *disk.ReadFate) { fate.Flip, fate.Bit = true, f.Bit }},
}

// chance is how likely a fault is to strike the operations of one node.
type chance struct {
	key   rng.Key
	ratio rng.Ratio
}

// nodeChances has a chance for each row of operations and of reads, and what else
// the disk of one node does wrong. The zero chance is none.
type nodeChances struct {
	operations, reads []chance
	corrupt           rng.Ratio
	waitMin, waitMax  vtime.Duration
	wait              rng.Key
}

func newDiskChances(seed rng.Key, c *config.Config, names []string) []nodeChances {
	all := make([]nodeChances, len(names))
	key := seed.Derive(rng.DiskFaults)
	for i := range all {
		all[i].operations, all[i].reads = make([]chance, len(operations)), make([]chance, len(reads))
		all[i].wait = key.Derive(names[i]).Derive("latency")
	}
	each := func(on []string, do func(*nodeChances, rng.Key)) {
		for _, n := range targets(on, c) {
			do(&all[slices.Index(names, n)], key.Derive(n))
		}
	}
	f := &c.Faults.DiskFaults
	for row, o := range operations {
		if on := o.chance(f); on != nil {
			each(on.Nodes, func(n *nodeChances, k rng.Key) { n.operations[row] = chance{k.Derive(o.kind), on.Chance} })
		}
	}
	for row, r := range reads {
		if on := r.chance(f); on != nil {
			each(on.Nodes, func(n *nodeChances, k rng.Key) { n.reads[row] = chance{k.Derive(r.kind), on.Chance} })
		}
	}
	if on := f.CorruptOnCrash; on != nil {
		each(on.Nodes, func(n *nodeChances, _ rng.Key) { n.corrupt = on.Chance })
	}
	if on := f.DiskLatency; on != nil {
		each(on.Nodes, func(n *nodeChances, _ rng.Key) { n.waitMin, n.waitMax = on.WaitMin, on.WaitMax })
	}
	return all
}
