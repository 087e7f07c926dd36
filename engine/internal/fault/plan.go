package fault

import (
	"slices"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// plan draws the timed faults of a run, each kind from a stream of its own.
func plan(seed rng.Key, c *config.Config) (all []schedule.Fault) {
	key := seed.Derive(rng.Timing)
	if f := c.Faults.Crash; f != nil {
		each(key.Derive(schedule.Crash), f.Every, c.Duration, func(s *rng.Stream, at vtime.Instant) {
			node := targets(f.Nodes, c)
			all = append(all, schedule.Fault{At: at, Kind: schedule.Crash, Node: pick(s, node), Until: at.Add(span(s, f.DownMin, f.DownMax))})
		})
	}
	if f := c.Faults.Partition; f != nil {
		each(key.Derive(schedule.Partition), f.Every, c.Duration, func(s *rng.Stream, at vtime.Instant) {
			cut := side(s, targets(f.Nodes, c))
			until := at.Add(span(s, f.ForMin, f.ForMax))
			all = append(all, schedule.Fault{At: at, Kind: schedule.Partition, Cut: cut, Until: until, Direction: direction(s, f.OneWay)})
		})
	}
	if f := c.Faults.Pause; f != nil {
		each(key.Derive(schedule.Pause), f.Every, c.Duration, func(s *rng.Stream, at vtime.Instant) {
			node := targets(f.Nodes, c)
			all = append(all, schedule.Fault{At: at, Kind: schedule.Pause, Node: pick(s, node), Until: at.Add(span(s, f.ForMin, f.ForMax))})
		})
	}
	if f := c.Faults.Restart; f != nil {
		each(key.Derive(schedule.Restart), f.Every, c.Duration, func(s *rng.Stream, at vtime.Instant) {
			node := targets(f.Nodes, c)
			all = append(all, schedule.Fault{At: at, Kind: schedule.Restart, Node: pick(s, node), Until: at.Add(span(s, f.DownMin, f.DownMax)), Grace: f.Grace})
		})
	}
	if f := c.Faults.BitrotPerSec; f != nil {
		for _, n := range targets(f.Nodes, c) {
			all = append(all, rot(key.Derive(schedule.Bitrot).Derive(n), n, f.Chance, c.Duration)...)
		}
	}
	slices.SortStableFunc(all, byInstant)
	return all
}

// rot draws for each second of a run whether a bit of a node's disk flips, and
// when in it.
func rot(key rng.Key, node string, chance rng.Ratio, end vtime.Duration) (all []schedule.Fault) {
	for second := vtime.Duration(0); second < end; second += vtime.Second {
		k := key.At(uint64(second / vtime.Second))
		if !k.Chance(chance) {
			continue
		}
		s := k.Stream()
		at := vtime.Instant(second) + vtime.Instant(s.N(uint64(vtime.Second)))
		if at < vtime.Instant(end) {
			all = append(all, schedule.Fault{At: at, Until: at, Kind: schedule.Bitrot, Node: node})
		}
	}
	return all
}

// each calls do at instants from 0 to end whose mean distance is every. The
// distance is uniform between 0 and twice that: integers only.
func each(key rng.Key, every, end vtime.Duration, do func(*rng.Stream, vtime.Instant)) {
	times, details := key.Derive("times").Stream(), key.Derive("details")
	at := vtime.Instant(0)
	for n := uint64(0); ; n++ {
		at = at.Add(vtime.Duration(times.Between(1, 2*int64(every)-1)))
		if at >= vtime.Instant(end) {
			return
		}
		s := details.At(n).Stream()
		do(&s, at)
	}
}

// targets are the nodes that a fault may strike: those named, or all but the
// workload and the final check.
func targets(named []string, c *config.Config) []string {
	if len(named) > 0 {
		return named
	}
	return c.NodeNames()
}

func pick(s *rng.Stream, of []string) string { return of[s.N(uint64(len(of)))] }

func span(s *rng.Stream, lo, hi vtime.Duration) vtime.Duration {
	return vtime.Duration(s.Between(int64(lo), int64(hi)))
}

// side draws one side of a partition: at least one node, and not all if there
// are several.
func side(s *rng.Stream, of []string) (cut []string) {
	n := 1 + s.N(uint64(max(1, len(of)-1)))
	left := slices.Clone(of)
	for range n {
		i := s.N(uint64(len(left)))
		cut = append(cut, left[i])
		left = slices.Delete(left, int(i), int(i)+1)
	}
	slices.Sort(cut)
	return cut
}

func direction(s *rng.Stream, oneWay rng.Ratio) string {
	one, out := s.Chance(oneWay), s.N(2) == 0
	switch {
	case !one:
		return schedule.Both
	case out:
		return schedule.Out
	}
	return schedule.In
}
