package shrink

import (
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// families tries the schedule without any fault, then without the faults of each
// family, then without those of each kind: one run may remove many faults, and
// says much. What wins is kept by the next pass.
func (h *shrinker) families() (bool, error) {
	moves := []func(variant) variant{func(v variant) variant {
		return v.only(func(int, *schedule.Fault) bool { return false })
	}}
	var families []string
	for _, k := range schedule.Kinds {
		if !slices.Contains(families, k.Family) {
			families = append(families, k.Family)
		}
	}
	for _, family := range families {
		moves = append(moves, func(v variant) variant {
			return v.only(func(_ int, f *schedule.Fault) bool { return familyOf(f) != family })
		})
	}
	for _, k := range schedule.Kinds {
		moves = append(moves, func(v variant) variant {
			return v.only(func(_ int, f *schedule.Fault) bool { return f.Kind != k.Name })
		})
	}
	return h.each(moves, anchorFirst)
}

func familyOf(f *schedule.Fault) string {
	k, _ := schedule.KindOf(f.Kind)
	return k.Family
}

// bisectFaults looks for the shortest beginning of the schedule that fails; the
// last fault of that is needed. Then for the shortest that fails together with
// it, and so on: a few questions for each needed fault. Where answers are not
// monotone it may take faults for needed that are not, and removals follow.
func (h *shrinker) bisectFaults() (any bool, err error) {
	var needed []int // the last found first
	for width := 1; ; {
		left, err := h.beginning(h.best.minus(needed), width)
		if err != nil {
			return any, err
		}
		needed = append(slices.Clone(left[max(0, len(left)-width):]), needed...)
		rest := h.best.minus(needed)
		enough, err := h.drop(rest)
		if err != nil {
			return any, err
		}
		won, err := h.commit()
		any = any || won
		if err != nil || enough || len(left) == 0 {
			return any, err
		}
		// Two faults that follow each other are perhaps of no use but together. If
		// so, there may be more like them, and a cut between two shows nothing.
		pair, err := h.drop([]int{needed[0], rest[len(rest)-1]})
		if err != nil {
			return any, err
		}
		if pair {
			needed, width = needed[1:], 2
		}
	}
}

// drop tries the schedule without some faults; true if it fails, or if there is
// none of them.
func (h *shrinker) drop(ids []int) (bool, error) {
	v := h.best.without(ids...)
	if len(v.ids) == len(h.best.ids) {
		return true, nil
	}
	return h.try(v, anchorFirst, nil)
}

// beginning looks for the shortest beginning of free that fails together with
// the faults that are not free. Cuts are made at multiples of width before the
// end of free.
func (h *shrinker) beginning(free []int, width int) ([]int, error) {
	parts := (len(free) + width - 1) / width
	length := func(n int64) int { return max(0, len(free)-width*(parts-int(n))) }
	least, err := h.descend(search{lo: -1, hi: int64(parts), unit: 1, within: 1, stage: bisect, find: anchorFirst},
		func(v variant, to int64) variant { return v.without(free[length(to):]...) })
	return free[:length(least)], err
}

// removals takes away single faults and pairs until neither can be.
func (h *shrinker) removals() (any bool, err error) {
	if any, err = h.singles(); err != nil {
		return any, err
	}
	won, err := h.anyOf(h.pairs)
	return any || won, err
}

// singles takes away one fault at a time until every fault that is left was
// tried, the latest first: runs without it have the most in common.
func (h *shrinker) singles() (any bool, err error) {
	for again := true; again; {
		var moves []func(variant) variant
		for _, id := range slices.Backward(h.best.ids) {
			moves = append(moves, func(v variant) variant { return v.without(id) })
		}
		if again, err = h.each(moves, anchorFirst); err != nil {
			return any, err
		}
		any = any || again
	}
	won, err := h.commit()
	return any && won, err
}

// pairs takes away two faults at once that follow each other: a partition and
// the crash in it may be of no use only together.
func (h *shrinker) pairs() (bool, error) {
	var moves []func(variant) variant
	ids := h.best.ids
	for i := len(ids) - 1; i > 0; i-- {
		moves = append(moves, func(v variant) variant { return v.without(ids[i-1], ids[i]) })
	}
	if _, err := h.each(moves, anchorFirst); err != nil {
		return false, err
	}
	return h.commit()
}
