package txn

import (
	"fmt"
	"strings"
)

// nickname gives what people call the cycle. One of a single missed write that
// the data alone does not close is an old read.
func (a *Anomaly) nickname() string {
	if a.Kind == GSingle && a.Order != AnyOrder {
		return "stale read"
	}
	return kindRules[a.Kind].nickname
}

// story says in one sentence what a cycle is: all of it if it has two steps,
// otherwise what was missed and who comes before whom.
func (a *Anomaly) story() string {
	text, steps := a.nickname()+": ", a.Cycle
	switch {
	case a.Kind == GSingle && len(steps) == 2:
		return text + steps[0].Text + ", although " + steps[1].Text
	case a.Kind == GSingle:
		return text + steps[0].Text + ", although " + chain(steps[1:])
	case len(steps) == 2:
		return text + steps[0].Text + ", but " + steps[1].Text
	}
	return text + "no order is possible, as " + chain(steps)
}

// chained bounds how many steps of a cycle one sentence tells.
const chained = 6

// chain says who comes before whom.
func chain(steps []Step) string {
	var s strings.Builder
	for i, step := range steps {
		last := i == len(steps)-1
		switch {
		case len(steps) > chained && i >= chained-2 && !last:
			continue
		case i == 0:
			fmt.Fprintf(&s, "T%d comes before T%d", step.From+1, step.To+1)
			continue
		case len(steps) > chained && last:
			fmt.Fprintf(&s, ", and so on, with %d more between, and", len(steps)-chained+1)
		case last:
			s.WriteString(" and")
		default:
			s.WriteString(",")
		}
		fmt.Fprintf(&s, " T%d before T%d", step.From+1, step.To+1)
	}
	return s.String()
}

// requirements say what each isolation level asks of a history.
var requirements = [isolations]string{
	Serializable:    "one order of all transactions in which each reads what those before it left",
	RepeatableRead:  "one order of all transactions in which each reads, of the keys that it names, what those before it left",
	ReadUncommitted: "one order of all transactions in which their writes took effect",
	ReadCommitted: "that transactions read only what was committed and final, and one order of all transactions in which each comes " +
		"after those whose writes it read or replaced",
	ReadAtomic:      "that a transaction reads all writes of another or none, its own writes always, and nothing that was not committed",
	CursorStability: "that of transactions which read the same version of a key only one replaces it, and that nothing is read that was not committed",
	UpdateAtomic: "that a transaction reads all writes of another or none, and nothing that was not committed, and that of transactions " +
		"which read the same version of a key only one replaces it",
	ConsistentView: "that a transaction which comes after another one, because it read or replaced what that wrote, misses nothing that came " +
		"before",
	SnapshotIsolation: "that each transaction reads what was committed at one instant, and that of two which write the same key one begins " +
		"after the other has committed",
}

// requirement says what the level asks of a history.
func (l Level) requirement() string {
	return requirements[l.Isolation] + [orders]string{
		SessionOrder: "; each client's transactions count in the order in which it ran them",
		RealTime:     "; a transaction that was over before another began counts as before it",
	}[l.Order]
}
