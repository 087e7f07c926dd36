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
	// First and Last are the lowest and highest seed that evaluated it, Failed
	// the lowest seed in which it was false. Meaningful in the tally of a sweep
	// only; Failed only if False is not 0.
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

// Merge adds the tally of one seed's run. The order of merging does not matter.
func (t Tally) Merge(run Tally, seed uint64) {
	for k, r := range run {
		c, seen := t[k]
		if !seen {
			c.First, c.Last, c.Failed = seed, seed, seed
		}
		if r.False > 0 && (c.False == 0 || seed < c.Failed) {
			c.Failed = seed
		}
		c.First, c.Last = min(c.First, seed), max(c.Last, seed)
		c.True, c.False = c.True+r.True, c.False+r.False
		t[k] = c
	}
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

// Missing is a property of the catalogue that a sweep says nothing good about.
type Missing struct {
	Site
	// NeverTrue is set for a Sometimes that was evaluated and always false;
	// otherwise no seed reached the property.
	NeverTrue bool `json:"never_true,omitempty"`
}

// Unreached compares a sweep's tally with the catalogue: properties are known
// by kind and name, wherever they are called.
func (t Tally) Unreached(catalogue []Site) (missing []Missing) {
	type id struct {
		kind Kind
		name string
	}
	reached, isTrue := map[id]bool{}, map[id]bool{}
	for k, c := range t {
		reached[id{k.Kind, k.Name}] = true
		isTrue[id{k.Kind, k.Name}] = isTrue[id{k.Kind, k.Name}] || c.True > 0
	}
	done := map[id]bool{}
	for _, s := range catalogue {
		i := id{s.Kind, s.Name}
		if s.Name == "" || !s.Kind.Catalogued() || done[i] {
			continue
		}
		done[i] = true
		switch {
		case !reached[i]:
			missing = append(missing, Missing{Site: s})
		case s.Kind == Sometimes && !isTrue[i]:
			missing = append(missing, Missing{Site: s, NeverTrue: true})
		}
	}
	return missing
}
