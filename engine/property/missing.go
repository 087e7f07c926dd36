package property

import "slices"

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
