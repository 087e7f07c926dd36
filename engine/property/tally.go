package property

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"strings"
)

// Key identifies a call site together with the name that it passed.
type Key struct {
	Kind Kind
	Name string
	File string
	Line int
}

// Under is a set of circumstances in which a check was made: a bit each, whose
// meaning is the caller's.
type Under uint32

// Count is what happened at one site.
type Count struct {
	True, False uint64 // evaluations, by result
	// Declared says that the program itself listed the property as one that has
	// to be reached, whether it was evaluated or not.
	Declared bool
	// TrueUnder are the circumstances of all evaluations that were true together,
	// FalseUnder of those that were false.
	TrueUnder, FalseUnder Under

	// The rest is about seeds, and meaningful in the tally of a sweep only, if it was
	// evaluated.

	// TrueAgain and FalseAgain are the circumstances of more than one seed.
	TrueAgain, FalseAgain Under
	// Seeds is how many seeds evaluated it, FalseSeeds in how many of them it was
	// false at least once.
	Seeds, FalseSeeds uint64
	// First and Last are the lowest and highest seed that evaluated it, Failed
	// the lowest seed in which it was false; Failed only if False is not 0.
	First, Last, Failed uint64
}

// Evaluations is how often the check was made.
func (c *Count) Evaluations() uint64 { return c.True + c.False }

// Tally counts evaluations by site. The zero Tally cannot be added to; make it
// with make.
type Tally map[Key]Count

// Add counts one evaluation.
func (t Tally) Add(k Key, ok bool, under Under) {
	c := t[k]
	if ok {
		c.True++
		c.TrueUnder |= under
	} else {
		c.False++
		c.FalseUnder |= under
	}
	t[k] = c
}

// Declare notes that the program listed a property that a sweep has to reach.
func (t Tally) Declare(k Key) {
	c := t[k]
	c.Declared = true
	t[k] = c
}

// Reached says whether there was an evaluation.
func (c Count) Reached() bool { return c.True+c.False > 0 }

// Merge adds the tally of one seed's run. The order of merging does not matter.
func (t Tally) Merge(run Tally, seed uint64) {
	for k, r := range run {
		t[k] = t[k].plus(r, seed)
	}
}

// plus adds what one seed's run says of a site.
func (c Count) plus(r Count, seed uint64) Count {
	c.Declared = c.Declared || r.Declared
	if !r.Reached() {
		return c
	}
	if !c.Reached() {
		c.First, c.Last, c.Failed = seed, seed, seed
	}
	if r.False > 0 {
		if c.False == 0 || seed < c.Failed {
			c.Failed = seed
		}
		c.FalseSeeds++
	}
	c.Seeds++
	c.First, c.Last = min(c.First, seed), max(c.Last, seed)
	c.True, c.False = c.True+r.True, c.False+r.False
	c.TrueAgain |= c.TrueUnder & r.TrueUnder
	c.FalseAgain |= c.FalseUnder & r.FalseUnder
	c.TrueUnder |= r.TrueUnder
	c.FalseUnder |= r.FalseUnder
	return c
}

// Behaviours is how many different things the seeds of a sweep have shown, and
// how many of them only one seed has. One is a site, a result and a circumstance
// of it.
func (t Tally) Behaviours() (all, once int) {
	for _, c := range t {
		all += bits.OnesCount32(uint32(c.TrueUnder)) + bits.OnesCount32(uint32(c.FalseUnder))
		once += bits.OnesCount32(uint32(c.TrueUnder&^c.TrueAgain)) + bits.OnesCount32(uint32(c.FalseUnder&^c.FalseAgain))
	}
	return all, once
}

// Clone copies t.
func (t Tally) Clone() Tally { return maps.Clone(t) }

// Keys lists the sites by file, line, kind and name.
func (t Tally) Keys() []Key {
	return slices.SortedFunc(maps.Keys(t), Key.compare)
}

func (k Key) compare(other Key) int {
	return cmp.Or(strings.Compare(k.File, other.File), cmp.Compare(k.Line, other.Line), cmp.Compare(k.Kind, other.Kind), strings.Compare(k.Name, other.Name))
}
