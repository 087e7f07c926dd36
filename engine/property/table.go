package property

import "slices"

// Row is a site and what happened at it: nothing, if it was never evaluated.
type Row struct {
	Key
	Count
}

// Table has a row for every site that was evaluated and every one of the
// catalogue, in the order of Keys. A call whose name is made at run time has a
// row for each of its names, or one without a name.
func (t Tally) Table(catalogue []Site) []Row {
	keys := t.Keys()
	rows := make([]Row, 0, len(keys)+len(catalogue))
	type place struct {
		kind Kind
		file string
		line int
	}
	evaluated := map[place]bool{}
	for _, k := range keys {
		rows = append(rows, Row{k, t[k]})
		evaluated[place{k.Kind, k.File, k.Line}] = true
	}
	for _, s := range catalogue {
		k := Key{s.Kind, s.Name, s.File, s.Line}
		if _, ok := t[k]; !ok && (s.Name != "" || !evaluated[place{k.Kind, k.File, k.Line}]) {
			rows = append(rows, Row{Key: k})
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return a.Key.compare(b.Key) })
	return slices.CompactFunc(rows, func(a, b Row) bool { return a.Key == b.Key })
}
