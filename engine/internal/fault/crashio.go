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
}

func ioChances(seed rng.Key, c *config.Config, names []string) []ioChance {
	all := make([]ioChance, len(names))
	f := c.Faults.CrashOnIO
	if f == nil {
		return all
	}
	for _, n := range targets(f.Nodes, c) {
		all[slices.Index(names, n)] = ioChance{key: seed.Derive(rng.DiskFaults).Derive(n), crash: f.Chance,
			downMin: f.DownMin, downMax: f.DownMax, points: f.Points}
	}
	return all
}

var crashPoints = map[string]disk.CrashPoint{schedule.Before: disk.CrashBefore, schedule.Within: disk.CrashWithin, schedule.After: disk.CrashAfter}

// crash says whether the node dies in an operation.
func (d *Disk) crash(o disk.Op) (schedule.Fault, bool) {
	if d.Oracle.recorded != nil {
		f, ok := d.Oracle.recorded[op{d.Node, schedule.CrashIO, o.Num}]
		f.At, f.Until = o.Now, o.Now.Add(f.Span())
		f.Bytes = min(f.Bytes, o.Len)
		return f, ok
	}
	c := &d.Oracle.io[d.Node]
	if c.crash.Zero() {
		return schedule.Fault{}, false
	}
	key := c.key.At(o.Num)
	if !key.Chance(c.crash) {
		return schedule.Fault{}, false
	}
	s := key.Stream()
	f := schedule.Fault{At: o.Now, Kind: schedule.CrashIO, Node: d.Oracle.names[d.Node], Op: o.Num,
		Until: o.Now.Add(span(&s, c.downMin, c.downMax)), Point: string(c.points[s.N(uint64(len(c.points)))])}
	if f.Point == schedule.Within {
		if o.Kind != disk.OpWrite || o.Len < 2 {
			f.Point = schedule.Before // nothing else has parts
		} else {
			f.Bytes = s.Between(1, o.Len-1)
		}
	}
	return f, true
}
