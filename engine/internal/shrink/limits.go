package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// step is how finely times are chosen, and within how near to the least one the
// search ends.
const (
	step   = vtime.Millisecond
	within = 2 * vtime.Millisecond
)

// trim drops what came after the failure, and faults that did not happen, so
// that every later run is shorter. If the shorter run does not do it, it drops
// only the faults.
func (h *shrinker) trim() (bool, error) {
	return h.each([]func(variant) variant{
		func(v variant) variant { return h.short(v).happened(h.kept.out.Taken) },
		func(v variant) variant { return v.happened(h.kept.out.Taken) },
	}, byNumber)
}

// short is v with a duration that ends just after the best run failed, if that
// is much less than it has.
func (h *shrinker) short(v variant) variant {
	end := vtime.Duration(h.best.out.At)
	end += step + vtime.Duration(mod(-int64(end), int64(step)))
	if v.s.Duration != 0 && v.s.Duration <= end+within {
		return v
	}
	return v.changed(func(s *schedule.Schedule) { s.Duration = end })
}

// duration looks for the shortest run that still fails.
func (h *shrinker) duration(before bool) error {
	if _, err := h.each([]func(variant) variant{h.short}, byNumber); err != nil {
		return err
	}
	if now := int64(h.best.s.Duration); now > 0 {
		s := search{hi: now, unit: int64(step), within: int64(within), stage: middle(before), find: byNumber}
		_, err := h.descend(s, func(v variant, to int64) variant {
			return v.changed(func(s *schedule.Schedule) { s.Duration = vtime.Duration(to) })
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// ops looks for the least workload that still fails. Like trim, families and
// duration it leaves it to the pass behind it to keep what won.
func (h *shrinker) ops(before bool) error {
	s := search{hi: h.best.out.Ops, unit: 1, within: 1, stage: middle(before), find: byNumber}
	_, err := h.descend(s, func(v variant, to int64) variant {
		return v.changed(func(s *schedule.Schedule) { s.Ops = to })
	})
	return err
}

// middle is where the search for a value begins whose least is of no interest.
func middle(before bool) stage {
	if before {
		return again
	}
	return half
}

// plain tries the simplest value for the streams of draws: for all, for all but
// the last, which what a crash leaves most often needs, and for each.
func (h *shrinker) plain() (bool, error) {
	var all []string
	for _, stream := range schedule.Streams {
		all = append(all, stream.Name)
	}
	moves := []func(variant) variant{plainer(all...), plainer(all[:len(all)-1]...)}
	for _, name := range all {
		moves = append(moves, plainer(name))
	}
	if _, err := h.each(moves, anchorFirst); err != nil {
		return false, err
	}
	return h.commit()
}

// plainer makes streams plain besides those that are already.
func plainer(names ...string) func(variant) variant {
	return func(v variant) variant {
		return v.changed(func(s *schedule.Schedule) { s.Plain = inOrder(append(s.Plain, names...)) })
	}
}

// inOrder gives the streams of a list as the table has them.
func inOrder(names []string) (sorted []string) {
	for _, stream := range schedule.Streams {
		if slices.Contains(names, stream.Name) {
			sorted = append(sorted, stream.Name)
		}
	}
	return sorted
}
