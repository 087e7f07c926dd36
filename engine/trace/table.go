package trace

// Row tells how the events of a kind are shown, for a program that shows them by
// itself.
type Row struct {
	// Name is the kind's name in JSON, such as "disk.write"; "" for numbers that are
	// no kind.
	Name string `json:"name"`
	// Verb begins what its line of text says; "" where the line has none.
	Verb string `json:"verb"`
	// Fields are the general fields of Event that mean something, in their order.
	Fields []Field `json:"fields"`
}

// Field is a general field of Event under the name that it has for a kind.
type Field struct {
	Name string `json:"name"`
	// Of is a letter that says from which fields of Event the value comes and how
	// it is written; Printer.Text is what it must come to.
	Of string `json:"of"`
}

// Table gives the table of kinds: Table()[k] is of Kind(k).
func Table() []Row {
	all := make([]Row, len(kinds))
	for i, k := range kinds {
		all[i] = Row{k.name, k.verb, make([]Field, len(k.fields))}
		for j, f := range k.fields {
			all[i].Fields[j] = Field{f.name, string(rune(f.of))}
		}
	}
	return all
}

// Statuses gives the names that text has for the ends of an operation, by their
// numbers in package history.
func Statuses() []string { return append([]string{}, statusNames[:]...) }
