package txn

import "slices"

// shownPerKind bounds how many anomalies of one kind and order a report holds.
const shownPerKind = 8

// findings collects anomalies and remembers how many there were of each kind.
type findings struct {
	list  []Anomaly
	count [kinds]int
}

// add counts an anomaly of a key, and keeps it while there is room for its kind.
// The reader comes first in txns. text is called only for what is kept.
func (f *findings) add(kind Kind, key string, text func() string, txns ...int) {
	f.count[kind]++
	if f.count[kind] > shownPerKind {
		return
	}
	if len(txns) > shownPerKind {
		txns = txns[:shownPerKind]
	}
	f.list = append(f.list, Anomaly{Kind: kind, Key: key, Txns: slices.Clone(txns), Text: text()})
}

// addCycle keeps the one cycle that is shown of a kind and order.
func (f *findings) addCycle(a Anomaly) {
	f.count[a.Kind]++
	f.list = append(f.list, a)
}

// has says whether an anomaly of kind was found that needs no more than order.
func (f *findings) has(kind Kind, order Order) bool {
	return slices.ContainsFunc(f.list, func(a Anomaly) bool { return a.Kind == kind && a.Order <= order })
}

// sorted gives the anomalies by kind and then order.
func (f *findings) sorted() []Anomaly {
	slices.SortStableFunc(f.list, func(a, b Anomaly) int {
		if a.Kind != b.Kind {
			return int(a.Kind) - int(b.Kind)
		}
		return int(a.Order) - int(b.Order)
	})
	return f.list
}

// withoutImplied drops anomalies that follow from another one of the list.
func withoutImplied(list []Anomaly) (kept []Anomaly) {
	for _, a := range list {
		if !slices.ContainsFunc(list, func(by Anomaly) bool {
			return by.Order <= a.Order && slices.Contains(kindRules[by.Kind].implied, a.Kind)
		}) {
			kept = append(kept, a)
		}
	}
	return kept
}
