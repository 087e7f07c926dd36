package worker

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

func TestSeedsThatAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		skip []uint64
		want string
	}{
		{nil, "[{5 9}]"},
		{[]uint64{5}, "[{6 9}]"},
		{[]uint64{9}, "[{5 8}]"},
		{[]uint64{6, 7}, "[{5 5} {8 9}]"},
		{[]uint64{1, 7, 20}, "[{5 6} {8 9}]"},
		{[]uint64{5, 6, 7, 8, 9}, "[]"},
	} {
		if got := fmt.Sprint(without(engine.Seeds{First: 5, Last: 9}, c.skip)); got != c.want {
			t.Errorf("without %v: %s, want %s", c.skip, got, c.want)
		}
	}
}
