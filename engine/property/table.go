package property

import (
	"cmp"
	"slices"
)

// Row is a site and what happened at it: nothing, if it was never evaluated.
type Row struct {
	Key
	Count
}

// Table has a row for every site that was evaluated and every one of the
// catalogue, in the order of Keys. A call whose name is made at run time has a
// row for each of its names, or one without a name; Assert and Fail, which have
// none, have their formats.
func (t Tally) Table(catalogue []Site) []Row {
	keys := t.Keys()
	rows := make([]Row, 0, len(keys)+len(catalogue))
	type place struct {
		kind Kind
		file string
		line int
	}
	format := map[place]string{}
	for _, s := range catalogue {
		at := place{s.Kind, s.File, s.Line}
		format[at] = cmp.Or(format[at], s.Name)
	}
	evaluated := map[place]bool{}
	for _, k := range keys {
		at, c := place{k.Kind, k.File, k.Line}, t[k]
		evaluated[at] = true
		if k.Name == "" {
			k.Name = format[at]
		}
		rows = append(rows, Row{k, c})
	}
	for _, s := range catalogue {
		k := Key{s.Kind, s.Name, s.File, s.Line}
		_, named := t[k]
		nameless := s.Name == "" || s.Kind == Assert || s.Kind == Fail
		if !named && !(nameless && evaluated[place{s.Kind, s.File, s.Line}]) {
			rows = append(rows, Row{Key: k})
		}
	}
	slices.SortFunc(rows, func(a, b Row) int { return a.Key.compare(b.Key) })
	return slices.CompactFunc(rows, func(a, b Row) bool { return a.Key == b.Key })
}
