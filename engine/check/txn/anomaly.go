package txn

// Kind is a way in which a history contradicts an isolation level.
type Kind uint8

// The kinds of anomaly, those that refute the weakest levels first.
const (
	// GarbageRead: a transaction read a value that nobody wrote.
	GarbageRead Kind = iota
	// DuplicateElements: a list held one element twice.
	DuplicateElements
	// CyclicVersions: what is known of the order of a register's values
	// contradicts itself.
	CyclicVersions
	// G0: writes of transactions follow one another in a circle.
	G0
	// G1a: a committed transaction read what an aborted one wrote.
	G1a
	// G1b: a transaction read what another one overwrote before it committed.
	G1b
	// DirtyUpdate: a committed write stands on top of an aborted one.
	DirtyUpdate
	// IncompatibleOrder: two reads of a list show different orders.
	IncompatibleOrder
	// FutureRead: a transaction read what it wrote only later.
	FutureRead
	// G1c: information flows in a circle.
	G1c
	// Internal: a transaction read something else than its own reads and writes
	// before left there, or a list does not show what it appended in its order.
	Internal
	// FracturedRead: a transaction saw one write of another and missed a second.
	FracturedRead
	// LostUpdate: two transactions read the same version and both replaced it.
	LostUpdate
	// GSingle: a cycle with exactly one anti-dependency, such as read skew.
	GSingle
	// GNonadjacent: a cycle with anti-dependencies of which no two are
	// neighbours, such as a long fork.
	GNonadjacent
	// G2Item: any other cycle with anti-dependencies, such as write skew.
	G2Item

	kinds = int(G2Item) + 1
)

// kindRule is what the checker knows of one kind.
type kindRule struct {
	name string
	// refutes are the weakest levels that forbid the kind.
	refutes []Isolation
	// implied are kinds that every history with this kind shows as well; they
	// are not reported beside it.
	implied []Kind
	// nickname is what people call a cycle of the kind; "" for other kinds.
	nickname string
}

var kindRules = [kinds]kindRule{
	GarbageRead:       {"garbage-read", []Isolation{ReadUncommitted}, nil, ""},
	DuplicateElements: {"duplicate-elements", []Isolation{ReadUncommitted}, nil, ""},
	CyclicVersions:    {"cyclic-versions", []Isolation{ReadUncommitted}, nil, ""},
	G0:                {"G0", []Isolation{ReadUncommitted}, []Kind{G1c}, "dirty write"},
	G1a:               {"G1a", []Isolation{ReadCommitted}, nil, ""},
	G1b:               {"G1b", []Isolation{ReadCommitted}, nil, ""},
	DirtyUpdate:       {"dirty-update", []Isolation{ReadCommitted}, nil, ""},
	IncompatibleOrder: {"incompatible-order", []Isolation{ReadCommitted}, nil, ""},
	FutureRead:        {"future-read", []Isolation{ReadCommitted}, nil, ""},
	G1c:               {"G1c", []Isolation{ReadCommitted}, nil, "circular information flow"},
	Internal:          {"internal", []Isolation{ReadAtomic}, nil, ""},
	FracturedRead:     {"fractured-read", []Isolation{ReadAtomic}, nil, ""},
	LostUpdate:        {"lost-update", []Isolation{CursorStability}, nil, ""},
	GSingle:           {"G-single", []Isolation{ConsistentView}, []Kind{FracturedRead, GNonadjacent, G2Item}, "read skew"},
	GNonadjacent:      {"G-nonadjacent", []Isolation{SnapshotIsolation}, []Kind{G2Item}, "long fork"},
	G2Item:            {"G2-item", []Isolation{RepeatableRead}, nil, "write skew"},
}

// String gives the name used in reports, such as "G-single".
func (k Kind) String() string {
	if int(k) < kinds {
		return kindRules[k].name
	}
	return "kind out of range"
}

// Forbids says whether isolation i forbids anomalies of kind k.
func (i Isolation) Forbids(k Kind) bool {
	for _, weakest := range kindRules[k].refutes {
		if i.Implies(weakest) {
			return true
		}
	}
	return false
}

// Anomaly is one contradiction found in a history.
type Anomaly struct {
	Kind Kind
	// Order is the weakest order that the anomaly needs: AnyOrder if the data
	// alone shows it.
	Order Order
	// Txns are the transactions involved, as indexes into the history: those of
	// the cycle in its order, or the reader first and then the writers.
	Txns []int
	// Key is the key that the anomaly is about; "" for cycles.
	Key string
	// Cycle are the steps of a cycle, the last of which leads back to the first
	// transaction. Empty for other kinds.
	Cycle []Step
	// Text says in one sentence what happened; the steps of a cycle say the rest.
	Text string
}

// Name gives the kind with the order that the anomaly needs, such as
// "G-single-realtime".
func (a *Anomaly) Name() string { return a.Kind.String() + orderSuffixes[a.Order] }

var orderSuffixes = [orders]string{AnyOrder: "", SessionOrder: "-process", RealTime: "-realtime"}

// Refutes says whether the anomaly contradicts level l.
func (a *Anomaly) Refutes(l Level) bool {
	return l.Order >= a.Order && l.Isolation.Forbids(a.Kind)
}

// Step is one dependency of a cycle.
type Step struct {
	// From and To are indexes into the history.
	From, To int
	// Dependency is the kind of the step.
	Dependency Dependency
	// Key is the key that both touched; "" for orders.
	Key string
	// Text says in words why From comes before To.
	Text string
}

// Dependency is a reason for one transaction to come before another.
type Dependency uint8

// The dependencies, those that say most first.
const (
	// WW: To wrote the version that follows one of From.
	WW Dependency = iota
	// WR: To read what From wrote.
	WR
	// RW: To wrote a version that follows the one which From read.
	RW
	// Process: one client ran From before To.
	Process
	// Clock: From was over before To began.
	Clock
)

var dependencyNames = [...]string{WW: "ww", WR: "wr", RW: "rw", Process: "process", Clock: "realtime"}

// String gives "ww", "wr", "rw", "process" or "realtime".
func (d Dependency) String() string {
	if int(d) < len(dependencyNames) {
		return dependencyNames[d]
	}
	return "dependency out of range"
}
