package page

import (
	"cmp"
	"slices"
)

// span is when a call was under way, in sequence numbers.
type span struct {
	index       int
	first, last uint64
	open        bool
}

func (s *span) overlaps(t *span) bool {
	return (s.open || s.last >= t.first) && (t.open || t.last >= s.first)
}

// cut is which calls of a history a drawing shows.
type cut struct {
	// kept are indexes into the history, in the order of the calls.
	kept []int
	// more is how many calls that matter are left out, meanwhile how many others
	// that were under way, and elsewhere how many under way on other keys.
	more, meanwhile, elsewhere int
}

// cutOut takes what matters, most important first, and what was under way
// meanwhile. About is when that happened which it is all about. Others are judged
// by related: those that are not are counted only.
func cutOut(matters []int, about span, all []span, related func(i int) bool, bars int) cut {
	c := cut{kept: slices.Clone(matters[:min(len(matters), bars)])}
	c.more = len(matters) - len(c.kept)
	within := about
	for _, i := range c.kept {
		if !all[i].open {
			within.first = min(within.first, all[i].first)
		}
	}
	known := map[int]bool{}
	for _, i := range matters {
		known[i] = true
	}
	var others []int
	for i := range all {
		switch {
		case known[i] || !all[i].overlaps(&within):
		case related(i):
			others = append(others, i)
		default:
			c.elsewhere++
		}
	}
	slices.SortStableFunc(others, func(a, b int) int { return nearer(&all[a], &all[b], &within, &about) })
	room := min(maxContext, bars-len(c.kept), len(others))
	c.kept = append(c.kept, others[:room]...)
	c.meanwhile = len(others) - room
	slices.SortFunc(c.kept, func(a, b int) int { return cmp.Or(cmp.Compare(all[a].first, all[b].first), a-b) })
	return c
}

// nearer puts first what is more worth to be seen beside a call: what began within
// the window, what overlaps the call, what was called later.
func nearer(a, b, within, about *span) int {
	if early := (a.first < within.first); early != (b.first < within.first) {
		return side(early)
	}
	if apart := !a.overlaps(about); apart != !b.overlaps(about) {
		return side(apart)
	}
	return cmp.Compare(b.first, a.first)
}

func side(second bool) int {
	if second {
		return 1
	}
	return -1
}

// extent is from the first begin of some calls to the last end that is known.
func extent(calls []int, all []span) span {
	s := span{first: all[calls[0]].first}
	for _, i := range calls {
		s.first, s.last = min(s.first, all[i].first), max(s.last, all[i].first)
		if !all[i].open {
			s.last = max(s.last, all[i].last)
		}
	}
	return s
}
