package shrink

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The table compares the passes that remove faults with ddmin, for failures of
// which it is known what they need.

// failure is one kind of failure, of which some are made that need other faults.
type failure struct {
	name string
	need int // faults
	// tied is how many pairs of faults hide the failure unless both or neither
	// happen; oneWay pairs hide it if the first happens alone.
	tied, oneWay int
}

// of is how many faults there are at first, and places how many failures are
// made of each kind.
const (
	of     = 300
	places = 10
)

func failures() (all []failure) {
	for need := 1; need <= 8; need++ {
		all = append(all, failure{name: "all needed", need: need})
	}
	for _, need := range []int{1, 2, 4, 8} {
		all = append(all, failure{name: "5 tied pairs", need: need, tied: 5},
			failure{name: "every pair tied", need: need, tied: of / 2},
			failure{name: "5 pairs tied one way", need: need, oneWay: 5},
			failure{name: "every pair tied one way", need: need, oneWay: of / 2})
	}
	return all
}

// needed chooses faults that are needed.
func (f failure) needed(place int) (all []int) {
	for k := range f.need {
		i := (place*97 + k*131 + place*place*k*7) % of
		for slices.Contains(all, i) {
			i = (i + 1) % of
		}
		all = append(all, i)
	}
	return all
}

// pair gives the first fault of pair q, 0 to 149, of those that are tied.
func pair(q, place int) int { return 2 * ((q*37 + place) % (of / 2)) }

func (f failure) fails(place int) func(has) bool {
	enough := needs(f.needed(place)...)
	return func(h has) bool {
		if !enough(h) {
			return false
		}
		for q := range f.tied {
			if i := pair(q, place); h(i) != h(i+1) {
				return false
			}
		}
		for q := range f.oneWay {
			if i := pair(q, place); h(i) && !h(i+1) {
				return false
			}
		}
		return true
	}
}

// least gives what is needed, with what that is tied to.
func (f failure) least(place int) []int {
	all := f.needed(place)
	for q := range max(f.tied, f.oneWay) {
		i := pair(q, place)
		if slices.Contains(all, i) && !slices.Contains(all, i+1) {
			all = append(all, i+1)
		} else if f.tied > 0 && slices.Contains(all, i+1) && !slices.Contains(all, i) {
			all = append(all, i)
		}
	}
	slices.Sort(all)
	return all
}

// TestRemovalFindsTheMinimumInFewerRunsThanDdmin makes the table. Runs are those
// of all failures of a row.
func TestRemovalFindsTheMinimumInFewerRunsThanDdmin(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	every := make([]int, of)
	for i := range every {
		every[i] = i
	}
	var table strings.Builder
	fmt.Fprintf(&table, "Runs to remove faults from %d failures of %d faults, and what ddmin takes and leaves.\n", places, of)
	fmt.Fprintf(&table, "A pair that is tied hides the failure unless both or neither happen; tied one way,\nif the first happens without the second.\n\n")
	fmt.Fprintf(&table, "%-24s %6s %6s %6s   %6s %6s\n", "", "needed", "runs", "left", "ddmin", "left")
	for _, f := range failures() {
		var runs, left, dRuns, dLeft int
		for place := range places {
			fails := f.fails(place)
			got, n := removal(t, many(of), (&synthetic{fails: fails}).options())
			if want := f.least(place); !slices.Equal(got, want) {
				t.Errorf("%s, %d needed, place %d: left %v, want %v", f.name, f.need, place, got, want)
			}
			runs, left = runs+n, left+len(got)
			d, n := ddmin(every, func(list []int) bool {
				var in [of]bool
				for _, i := range list {
					in[i] = true
				}
				return fails(func(i int) bool { return in[i] })
			})
			dRuns, dLeft = dRuns+n, dLeft+len(d)
		}
		if runs >= dRuns {
			t.Errorf("%s, %d needed: %d runs, ddmin %d", f.name, f.need, runs, dRuns)
		}
		fmt.Fprintf(&table, "%-24s %6d %6d %6d   %6d %6d\n", f.name, f.need, runs, left, dRuns, dLeft)
	}
	golden(t, "removal.txt", table.String())
}

func TestTwoOf33TakeAtMost16Runs(t *testing.T) {
	sum := 0
	for i := range 33 {
		for j := range i {
			left, runs := removal(t, many(33), (&synthetic{fails: needs(i, j)}).options())
			if !slices.Equal(left, []int{j, i}) || runs > 16 {
				t.Fatalf("%d and %d: left %v after %d runs", j, i, left, runs)
			}
			sum += runs
		}
	}
	if pairs := 33 * 32 / 2; sum > 14*pairs {
		t.Errorf("%d runs for %d pairs", sum, pairs)
	}
}

func TestAFailureThatNeedsNoFaultTakesOneRun(t *testing.T) {
	left, runs := removal(t, many(50), (&synthetic{fails: needs()}).options())
	if len(left) != 0 || runs != 1 {
		t.Errorf("left %v after %d runs", left, runs)
	}
}

// Removing 5 alone means that 9 does not happen; removing both is as good.
func TestAFaultThatAnotherNeedsToHappenIsRemovedWithIt(t *testing.T) {
	y := &synthetic{
		fails: func(h has) bool { return h(20) && h(5) == h(9) },
		fires: func(i int, in has) bool { return i != 9 || in(5) },
	}
	left, _ := removal(t, many(30), y.options())
	if !slices.Equal(left, []int{20}) {
		t.Errorf("left %v", left)
	}
}

// 9 happens only after 5, and is needed.
func TestAFaultWithoutWhichANeededOneDoesNotHappenStays(t *testing.T) {
	y := &synthetic{fails: needs(9), fires: func(i int, in has) bool { return i != 9 || in(5) }}
	o := y.options()
	r := shrunk(t, many(30), o)
	if got := numbers(r.Schedule); !slices.Equal(got, []int{5, 9}) || !r.Complete {
		t.Fatalf("left %v, complete %v", got, r.Complete)
	}
	if a, b := r.Needed[0].Without, r.Needed[1].Without; a != Unresolved || b != Passes {
		t.Errorf("without the first %v, without the second %v", a, b)
	}
}

func TestFaultsThatHideEachOtherAreRemovedTogether(t *testing.T) {
	y := &synthetic{fails: func(h has) bool { return h(3) && h(11) == h(12) && h(25) == h(26) }}
	left, _ := removal(t, many(30), y.options())
	if !slices.Equal(left, []int{3}) {
		t.Errorf("left %v", left)
	}
}
