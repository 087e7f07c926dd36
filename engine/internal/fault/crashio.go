package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// ioChance is what may happen at the disk operations of one node. The zero
// value is nothing.
type ioChance struct {
	key              rng.Key
	crash            rng.Ratio
	downMin, downMax vtime.Duration
	points           []config.Point
	uniform          bool // the same for every operation
}

func ioChances(seed rng.Key, c *config.Config, names []string) []ioChance {
	all := make([]ioChance, len(names))
	f := c.Faults.CrashOnIO
	if f == nil {
		return all
	}
	for _, n := range targets(f.Nodes, c) {
		all[slices.Index(names, n)] = ioChance{key: seed.Derive(rng.DiskFaults).Derive(n), crash: f.Chance,
			downMin: f.DownMin, downMax: f.DownMax, points: f.Points, uniform: f.Aim == config.AimUniform}
	}
	return all
}

var crashPoints = map[string]disk.CrashPoint{schedule.Before: disk.CrashBefore, schedule.Within: disk.CrashWithin, schedule.After: disk.CrashAfter}

// crash says whether the node dies in an operation, or, at the point ack, later.
func (d *Disk) crash(o disk.Op) (schedule.Fault, bool) {
	if d.Oracle.recorded != nil {
		f, ok := d.recorded(schedule.CrashIO, o.Num)
		f.At, f.Until = o.Now, o.Now.Add(f.Span())
		f.Bytes = min(f.Bytes, o.Len)
		return f, ok
	}
	c := &d.Oracle.io[d.Node]
	if c.crash.Zero() {
		return schedule.Fault{}, false
	}
	key := c.key.At(o.Num)
	if !key.Chance(c.at(o.Kind, d.recovery > 0)) {
		return schedule.Fault{}, false
	}
	s := key.Stream()
	f := d.fault(schedule.CrashIO, o.Now, o.Num)
	f.Until, f.Point = o.Now.Add(span(&s, c.downMin, c.downMax)), string(c.point(&s, o.Kind))
	if f.Point == schedule.Within {
		if o.Kind != disk.OpWrite || o.Len < 2 {
			f.Point = schedule.Before // nothing else has parts
		} else {
			f.Bytes = cut(&s, o)
		}
	}
	return f, true
}

// at is the chance that an operation kills its node.
func (c *ioChance) at(kind disk.OpKind, recovering bool) rng.Ratio {
	if c.uniform {
		return c.crash
	}
	return aimAt(kind).chance(c.crash, recovering)
}

func (c *ioChance) point(s *rng.Stream, kind disk.OpKind) config.Point {
	if c.uniform {
		return c.points[s.N(uint64(len(c.points)))]
	}
	return aimAt(kind).point(s, c.points)
}

// cut draws how much of a write is done: up to a border of sectors where there
// is one, and sometimes up to any byte.
func cut(s *rng.Stream, o disk.Op) int64 {
	if n := disk.TornCut(s, o.Off, o.Len); n < o.Len {
		return n
	}
	return s.Between(1, o.Len-1)
}

// Booted tells that the node has been started, after a crash or for another
// reason.
func (d *Disk) Booted(afterCrash bool) {
	d.armed, d.recovery = nil, 0
	if afterCrash {
		d.recovery = recoveryOps
	}
}

// Acknowledges says whether the node loses power now, before what it is about to
// send leaves. Pending has the crash then.
func (d *Disk) Acknowledges() bool {
	if d.armed == nil || d.Oracle.off() {
		return false
	}
	f := *d.armed
	f.At, f.Until = d.Clock.Now(), d.Clock.Now().Add(f.Span())
	d.Pending, d.armed = &f, nil
	return true
}
