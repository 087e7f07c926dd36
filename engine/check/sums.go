package check

import (
	"cmp"
	"slices"
	"sort"
)

// sums adds up amounts by their instants, positive and negative ones apart.
type sums struct{ all []sum }

// sum is what was added at an instant, and after close at all up to it.
type sum struct {
	at          uint64
	plus, minus int64
}

func (s *sums) add(at uint64, n int64) {
	s.all = append(s.all, sum{at, max(n, 0), min(n, 0)})
}

func (s *sums) close() {
	slices.SortFunc(s.all, func(a, b sum) int { return cmp.Compare(a.at, b.at) })
	for i := 1; i < len(s.all); i++ {
		s.all[i].plus += s.all[i-1].plus
		s.all[i].minus += s.all[i-1].minus
	}
}

// before gives the sums of all amounts with an earlier instant than t.
func (s *sums) before(t uint64) (plus, minus int64) {
	return s.first(sort.Search(len(s.all), func(i int) bool { return s.all[i].at >= t }))
}

// upTo gives the sums of all amounts with an instant no later than t.
func (s *sums) upTo(t uint64) (plus, minus int64) {
	return s.first(sort.Search(len(s.all), func(i int) bool { return s.all[i].at > t }))
}

func (s *sums) first(n int) (plus, minus int64) {
	if n == 0 {
		return 0, 0
	}
	return s.all[n-1].plus, s.all[n-1].minus
}
