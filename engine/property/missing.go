package property

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
