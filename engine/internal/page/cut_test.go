package page

import (
	"fmt"
	"testing"
)

func TestWhatOverlapsWhatMattersIsKept(t *testing.T) {
	all := []span{
		{0, 1, 3, false},
		{1, 2, 4, false},   // overlaps 0
		{2, 5, 6, false},   // overlaps nothing that matters
		{3, 5, 0, true},    // of unknown end, began between
		{4, 10, 14, false}, // the one it is about
		{5, 14, 20, false}, // an equal number is an overlap
		{6, 9, 10, false},  // overlaps it, on another key
		{7, 0, 0, true},    // of unknown end, began before all
		{8, 15, 16, false}, // after it
		{9, 11, 0, true},   // of unknown end, began meanwhile
	}
	related := func(i int) bool { return i != 6 }
	for _, c := range []struct {
		matters []int
		bars    int
		want    string
	}{
		{[]int{4}, 200, "{[4 9 5] 0 0 1}"},
		{[]int{4, 0}, 200, "{[0 1 3 4 9 5] 0 0 1}"},
		// With little room what overlaps the more important call comes first, the latest
		// of it.
		{[]int{4, 0}, 3, "{[0 4 5] 0 3 1}"},
		{[]int{4, 0}, 1, "{[4] 1 2 1}"},
	} {
		if got := fmt.Sprint(cutOut(c.matters, all, related, c.bars)); got != c.want {
			t.Errorf("%v in %d: got %s, want %s", c.matters, c.bars, got, c.want)
		}
	}
}

func TestOfCallsOfUnknownEndFewAreKept(t *testing.T) {
	all := []span{{0, 1, 2, false}, {1, 1000, 1001, false}}
	for i := range 50 {
		all = append(all, span{i + 2, uint64(10 * (i + 1)), 0, true})
	}
	c := cutOut([]int{1, 0}, all, func(int) bool { return true }, 200)
	if len(c.kept) != 2+maxOpen || c.kept[1] != 46 || c.meanwhile != 50-maxOpen {
		t.Errorf("%+v", c)
	}
}
