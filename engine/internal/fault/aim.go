package fault

import (
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// aim says how likely an operation is to kill its node, and where in it. A crash
// finds most where a program has just made something durable, or is about to say
// so; docs/faults.md has the figures.
type aim struct {
	// quarters is the chance, in quarters of the config's.
	quarters uint64
	// points are the shares of the points; one without a share is never drawn.
	points map[config.Point]uint64
}

var (
	// persists is for operations that make a promise: syncs and renames.
	persists = aim{6, map[config.Point]uint64{config.PointBefore: 3, config.PointAfter: 3, config.PointAck: 2}}
	// writes is for the operation that has parts.
	writes = aim{3, map[config.Point]uint64{config.PointBefore: 1, config.PointWithin: 4, config.PointAfter: 2, config.PointAck: 1}}
	// others is for what is left: creates, truncates, unlinks.
	others = aim{2, map[config.Point]uint64{config.PointBefore: 2, config.PointAfter: 3, config.PointAck: 1}}
)

// aims are asked by the kind of operation; a kind that is missing has others.
var aims = map[disk.OpKind]aim{
	disk.OpSync: persists, disk.OpDirSync: persists, disk.OpRename: persists, disk.OpWrite: writes,
}

// recoveryOps is how many operations after a boot that follows a crash count as
// recovery, in which crashes are twice as likely.
const recoveryOps = 16

func aimAt(kind disk.OpKind) aim {
	if a, ok := aims[kind]; ok {
		return a
	}
	return others
}

// chance is the config's, weighed.
func (a aim) chance(c rng.Ratio, recovering bool) rng.Ratio {
	w := a.quarters
	if recovering {
		w *= 2
	}
	return rng.Ratio{Num: c.Num * w, Den: c.Den * 4} // at most 18 digits each before
}

// point draws one of those allowed. If none has a share they all have the same.
func (a aim) point(s *rng.Stream, allowed []config.Point) config.Point {
	sum := uint64(0)
	for _, p := range allowed {
		sum += a.points[p]
	}
	if sum == 0 {
		return allowed[s.N(uint64(len(allowed)))]
	}
	at := s.N(sum)
	for _, p := range allowed {
		if at < a.points[p] {
			return p
		}
		at -= a.points[p]
	}
	panic("fault: a draw outside of its range")
}
