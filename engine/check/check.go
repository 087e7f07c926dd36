// Package check judges histories: whether what the clients saw is what some
// sequential system could have shown them, and if not, which operation cannot be
// explained and why. It sees a history and never a run, so it judges one of a
// real cluster as well. The same history gets the same answer everywhere: work
// is limited in steps of the model and never in time.
package check

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// Verdict says what a checker found.
type Verdict uint8

// The verdicts.
const (
	// Undecided is the zero value: the budget ran out before an answer. It is no
	// pass, and whoever reports a verdict must say it.
	Undecided Verdict = iota
	// OK says that the history is one that the model allows.
	OK
	// Violation says that no behaviour of the model explains the history.
	Violation
)

var verdictNames = [...]string{Undecided: "undecided", OK: "ok", Violation: "violation"}

// String gives "undecided", "ok" or "violation".
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return fmt.Sprintf("verdict %d", uint8(v))
}

// DefaultBudget is how many steps of the model a key may cost if a caller does
// not say: about one or two seconds, and about 200 MB, at the end of it.
const DefaultBudget = 2_000_000

// Options bound the work of a check. The zero value is right for most.
type Options struct {
	// Budget is the number of steps of the model that may be spent on each key; 0
	// is DefaultBudget. Raise it for a history that stays undecided. An
	// explanation may cost as many again. Once some key is in violation, the others
	// are not given more than a 64th of it.
	Budget int64
}

func (o Options) budget() int64 {
	if o.Budget <= 0 {
		return DefaultBudget
	}
	return o.Budget
}

// Checker judges the operations of one history by one model.
type Checker interface {
	// Check judges ops, which may be in any order and are not changed. An error
	// says that the history cannot be judged: it has an operation that the model
	// does not know, or with arguments that the model cannot take, told by its
	// index; or the model does not give the same answer each time.
	Check(ops []history.Op, o Options) (*Result, error)
}

// Result is the judgement of one history.
type Result struct {
	// Verdict is Violation if any key violates the model, else Undecided if any
	// key is undecided, else OK.
	Verdict Verdict
	// Steps is how many steps of the model it took, explanations not counted. A
	// key that a direct argument decides costs none.
	Steps int64
	// Keys is the number of parts that were judged apart from each other.
	Keys int
	// Invariants says that only invariants of the model were tested and not every
	// order of the operations: OK then means that none is broken.
	Invariants bool
	// Anomalies tell of each key in violation, sorted by key.
	Anomalies []Anomaly
	// Undecided are the keys without an answer, sorted.
	Undecided []string
}

// add takes the verdict over one key into r.
func (r *Result) add(key string, v Verdict, a *Anomaly) {
	r.Keys++
	switch v {
	case Violation:
		r.Anomalies = append(r.Anomalies, *a)
	case Undecided:
		r.Undecided = append(r.Undecided, key)
	}
	switch {
	case len(r.Anomalies) > 0:
		r.Verdict = Violation
	case len(r.Undecided) > 0:
		r.Verdict = Undecided
	default:
		r.Verdict = OK
	}
}

// order is an error for an operation whose return lies before its call.
func order(ops []history.Op) error {
	for i := range ops {
		o := &ops[i]
		if o.Status != history.Unknown && o.Return < o.Invoke {
			return fmt.Errorf("check: operation %d: return %d lies before invoke %d", i, o.Return, o.Invoke)
		}
		if o.Invoke == forever || o.Status != history.Unknown && o.Return == forever {
			return fmt.Errorf("check: operation %d: the largest sequence number there is cannot be used", i)
		}
	}
	return nil
}
