package txn

import (
	"fmt"
	"strings"
)

// Isolation says which anomalies a database may not show, whatever the clocks
// say. Predicates are not part of a history, so Serializable and RepeatableRead
// speak of items only: phantoms are not found, and the two differ in name.
type Isolation uint8

// The isolation levels. Each forbids all that the ones which it implies forbid.
const (
	// Serializable is the zero value: one after the other explains everything
	// (PL-3).
	Serializable Isolation = iota
	// RepeatableRead forbids every cycle of items (PL-2.99).
	RepeatableRead
	// SnapshotIsolation allows write skew: cycles with two anti-dependencies in
	// a row. Snapshots may be old unless the order says otherwise.
	SnapshotIsolation
	// ConsistentView allows no cycle with exactly one anti-dependency (PL-2+).
	ConsistentView
	// UpdateAtomic is ReadAtomic and CursorStability together.
	UpdateAtomic
	// CursorStability is ReadCommitted without lost updates.
	CursorStability
	// ReadAtomic is ReadCommitted where a transaction sees all of another or
	// nothing, and its own writes.
	ReadAtomic
	// ReadCommitted shows only what committed, in the state in which it was
	// committed, and no circular flow of information (PL-2).
	ReadCommitted
	// ReadUncommitted only keeps the writes of transactions in one order (PL-1).
	ReadUncommitted

	isolations = int(ReadUncommitted) + 1
)

var isolationNames = [isolations]string{
	Serializable:      "serializable",
	RepeatableRead:    "repeatable-read",
	SnapshotIsolation: "snapshot-isolation",
	ConsistentView:    "consistent-view",
	UpdateAtomic:      "update-atomic",
	CursorStability:   "cursor-stability",
	ReadAtomic:        "read-atomic",
	ReadCommitted:     "read-committed",
	ReadUncommitted:   "read-uncommitted",
}

// weaker lists what each level implies directly.
var weaker = [isolations][]Isolation{
	Serializable:      {RepeatableRead},
	RepeatableRead:    {SnapshotIsolation},
	SnapshotIsolation: {ConsistentView},
	ConsistentView:    {UpdateAtomic},
	UpdateAtomic:      {ReadAtomic, CursorStability},
	CursorStability:   {ReadCommitted},
	ReadAtomic:        {ReadCommitted},
	ReadCommitted:     {ReadUncommitted},
}

// String gives the name, such as "snapshot-isolation".
func (i Isolation) String() string {
	if int(i) < isolations {
		return isolationNames[i]
	}
	return "isolation out of range"
}

// Implies says whether every history that i allows is allowed by other too.
func (i Isolation) Implies(other Isolation) bool {
	if i == other {
		return true
	}
	for _, w := range weaker[i] {
		if w.Implies(other) {
			return true
		}
	}
	return false
}

// Order says which orders beside the data a level has to respect. Each includes
// the ones before it.
type Order uint8

// The orders.
const (
	// AnyOrder is the zero value: only the data counts.
	AnyOrder Order = iota
	// SessionOrder keeps the transactions of one client in their order.
	SessionOrder
	// RealTime keeps transactions that did not overlap in their order.
	RealTime

	orders = int(RealTime) + 1
)

var orderPrefixes = [orders]string{AnyOrder: "", SessionOrder: "strong-session-", RealTime: "strict-"}

// Level is an isolation level together with an order, such as strict
// serializability. The zero value is plain serializability.
type Level struct {
	Isolation Isolation
	Order     Order
}

// String gives the name that ParseLevel reads, such as "strict-serializable".
func (l Level) String() string {
	if int(l.Order) < orders {
		return orderPrefixes[l.Order] + l.Isolation.String()
	}
	return "level out of range"
}

// Implies says whether every history that l allows is allowed by other too.
func (l Level) Implies(other Level) bool {
	return l.Order >= other.Order && l.Isolation.Implies(other.Isolation)
}

// ParseLevel reads the name of a level: that of an isolation, alone or after
// "strong-session-" or "strict-". The error lists the names.
func ParseLevel(name string) (Level, error) {
	for o := RealTime; ; o-- {
		if rest, ok := strings.CutPrefix(name, orderPrefixes[o]); ok {
			for i, known := range isolationNames {
				if rest == known {
					return Level{Isolation(i), o}, nil
				}
			}
		}
		if o == AnyOrder {
			return Level{}, fmt.Errorf("%q is not an isolation level; use one of %s, alone or after strong-session- or strict-",
				name, strings.Join(isolationNames[:], ", "))
		}
	}
}

// Levels gives all levels, the strongest first: by order, then by isolation. A
// level comes before all that it implies.
func Levels() []Level {
	var all []Level
	for o := orders - 1; o >= 0; o-- {
		for i := range isolations {
			all = append(all, Level{Isolation(i), Order(o)})
		}
	}
	return all
}
