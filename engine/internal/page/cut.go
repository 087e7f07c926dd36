package page

import (
	"cmp"
	"math"
	"slices"
)

// span is when a call was under way, in sequence numbers.
type span struct {
	index       int
	first, last uint64
	open        bool
}

// cut is which calls of a history a drawing shows.
type cut struct {
	// kept are indexes into the history, in the order of the calls.
	kept []int
	// more is how many calls that matter are left out, meanwhile how many others
	// that were under way, and elsewhere how many under way on other keys.
	more, meanwhile, elsewhere int
}

// cutOut takes what matters, most important first, what was under way together
// with any of it, and of the calls of unknown end that began between, the latest.
// Others are judged by related: those that are not are counted only.
func cutOut(matters []int, all []span, related func(i int) bool, bars int) cut {
	c := cut{kept: slices.Clone(matters[:min(len(matters), bars)])}
	c.more = len(matters) - len(c.kept)
	known := map[int]bool{}
	for _, i := range matters {
		known[i] = true
	}
	// rank is how important the call is with which another one was under way.
	rank := map[int]int{}
	var others, open []int
	first, last := c.extent(all)
	for i := range all {
		s := &all[i]
		at := c.beside(s, all)
		switch {
		case known[i] || at < 0 && (!s.open || s.first < first || s.first > last):
		case !related(i):
			c.elsewhere++
		case at < 0:
			open = append(open, i)
		default:
			others = append(others, i)
			rank[i] = at
		}
	}
	latest := func(i, j int) int { return cmp.Compare(all[j].first, all[i].first) }
	slices.SortStableFunc(open, latest)
	slices.SortStableFunc(others, func(i, j int) int { return cmp.Or(rank[i]-rank[j], latest(i, j)) })
	total := len(others) + len(open)
	others = append(others, open[:min(len(open), maxOpen)]...)
	room := min(maxContext, bars-len(c.kept), len(others))
	c.kept = append(c.kept, others[:room]...)
	c.meanwhile = total - room
	slices.SortFunc(c.kept, func(i, j int) int { return cmp.Or(cmp.Compare(all[i].first, all[j].first), i-j) })
	return c
}

// extent is from the first begin to the last end of what matters, calls of unknown
// end left aside.
func (c *cut) extent(all []span) (first, last uint64) {
	first = math.MaxUint64
	for _, i := range c.kept {
		if !all[i].open {
			first, last = min(first, all[i].first), max(last, all[i].last)
		}
	}
	return first, last
}

// beside gives the first of the calls that matter with which s was under way, -1
// if there is none. Calls of unknown end are under way with everything after them,
// so only their begin counts.
func (c *cut) beside(s *span, all []span) int {
	for at, i := range c.kept {
		t := &all[i]
		if !t.open && s.first <= t.last && (s.first >= t.first || !s.open && s.last >= t.first) {
			return at
		}
	}
	return -1
}
