package property

import (
	"maps"
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

// Count is what happened at one site.
type Count struct {
	True, False uint64 // evaluations, by result
	// Declared says that the program itself listed the property as one that has
	// to be reached, whether it was evaluated or not.
	Declared bool
	// First and Last are the lowest and highest seed that evaluated it, Failed
	// the lowest seed in which it was false. Meaningful in the tally of a sweep
	// only, and if it was evaluated; Failed only if False is not 0.
	First, Last, Failed uint64
}

// Tally counts evaluations by site. The zero Tally cannot be added to; make it
// with make.
type Tally map[Key]Count

// Add counts one evaluation.
func (t Tally) Add(k Key, ok bool) {
	c := t[k]
	if ok {
		c.True++
	} else {
		c.False++
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
	if r.False > 0 && (c.False == 0 || seed < c.Failed) {
		c.Failed = seed
	}
	c.First, c.Last = min(c.First, seed), max(c.Last, seed)
	c.True, c.False = c.True+r.True, c.False+r.False
	return c
}

// Clone copies t.
func (t Tally) Clone() Tally { return maps.Clone(t) }

// Keys lists the sites by file, line, kind and name.
func (t Tally) Keys() []Key {
	return slices.SortedFunc(maps.Keys(t), func(a, b Key) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return strings.Compare(a.Name, b.Name)
	})
}

// Missing is a property that a sweep says nothing good about.
type Missing struct {
	Site
	// NeverTrue is set for a Sometimes that was evaluated and always false;
	// otherwise no seed reached the property.
	NeverTrue bool `json:"never_true,omitempty"`
}

// id is what a property is known by, wherever it is called.
type id struct {
	kind Kind
	name string
}

// Unreached compares a sweep's tally with the properties that have to be reached:
// those of the catalogue in its order, then those that only the programs listed.
func (t Tally) Unreached(catalogue []Site) (missing []Missing) {
	all := map[id]Count{}
	for k, c := range t {
		i := id{k.Kind, k.Name}
		sum := all[i]
		sum.True, sum.False = sum.True+c.True, sum.False+c.False
		all[i] = sum
	}
	done := map[id]bool{}
	for _, s := range slices.Concat(catalogue, t.declared()) {
		i := id{s.Kind, s.Name}
		if s.Name == "" || !s.Kind.Catalogued() || done[i] {
			continue
		}
		done[i] = true
		switch {
		case !all[i].Reached():
			missing = append(missing, Missing{Site: s})
		case s.Kind == Sometimes && all[i].True == 0:
			missing = append(missing, Missing{Site: s, NeverTrue: true})
		}
	}
	return missing
}

// declared are the sites that programs listed.
func (t Tally) declared() (sites []Site) {
	for _, k := range t.Keys() {
		if t[k].Declared {
			sites = append(sites, Site{Kind: k.Kind, Name: k.Name, File: k.File, Line: k.Line})
		}
	}
	return sites
}
