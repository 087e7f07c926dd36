// Package judge judges what a run has recorded: each history by the model and
// the isolation level that the config asks for, and says what is wrong in the
// words of a failure.
package judge

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Judge knows by what to judge. It does not change; all runs of a program share
// it.
type Judge struct {
	config *config.Config
	own    map[string]check.Checker
	epoch  int64
}

// New makes the judge of a config. own has the checkers of histories that have one
// of their own, which goes before what the config says; a String method gives its
// name. epoch is what the clocks of guests show at the begin
// of a run, in nanoseconds: a lease that is recorded by its clock ends so much
// earlier in the run.
func New(c *config.Config, own map[string]check.Checker, epoch int64) *Judge {
	return &Judge{c, own, epoch}
}

// Verdict is the judgement of the calls, or of the transactions, of one history.
type Verdict struct {
	// History is its name; "" if it has none.
	History string `json:"history"`
	// By is the model or the level that it was judged by, such as "kv" or
	// "serializable"; "" if nothing judges it.
	By string `json:"by,omitempty"`
	// Ops and Txns are what was judged, in the order of the calls: one of the two
	// is empty.
	Ops  []history.Op  `json:"-"`
	Txns []history.Txn `json:"-"`
	// Count is how many they are.
	Count int `json:"count"`
	// Verdict says whether the history is as it should be.
	Verdict check.Verdict `json:"-"`
	// Why says why it is undecided, or cannot be judged; "" elsewhere.
	Why string `json:"why,omitempty"`
	// Malformed says that the history cannot be judged, since a call is not one
	// that the model knows. Its Verdict is Violation.
	Malformed bool `json:"malformed,omitempty"`
	// Bad is the index of that call; -1 if it is not a single one.
	Bad int `json:"-"`
	// Fault says that the model is at fault and has no verdict; nil if it is not.
	// Verdict is Violation then too.
	Fault *check.ModelError `json:"-"`
	// Linear is what a model found, Isolation what was found about transactions;
	// nil where the other one judged, or nothing.
	Linear    *check.Result `json:"-"`
	Isolation *txn.Report   `json:"-"`

	program bool // By is a program of the config
}

// All judges every history of a log, by name, calls before transactions. A nil
// Judge judges none.
func (j *Judge) All(l *history.Log) (all []Verdict) {
	if j == nil {
		return nil
	}
	for _, name := range names(l) {
		h, _ := j.config.HistoryOf(name)
		if h.Model == config.ModelNone && j.own[name] == nil {
			continue
		}
		if ops := opsOf(l, name); len(ops) > 0 {
			all = append(all, j.calls(h, ops))
		}
		if h.Model == config.ModelNone {
			continue
		}
		if txns := txnsOf(l, name); len(txns) > 0 {
			all = append(all, transactions(h, txns))
		}
	}
	return all
}

// names are the names of all histories of a log, sorted.
func names(l *history.Log) (all []string) {
	for i := range l.Ops {
		all = append(all, l.Ops[i].History)
	}
	for i := range l.Txns {
		all = append(all, l.Txns[i].History)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func opsOf(l *history.Log, name string) (ops []history.Op) {
	for i := range l.Ops {
		if l.Ops[i].History == name {
			ops = append(ops, l.Ops[i])
		}
	}
	return ops
}

func txnsOf(l *history.Log, name string) (txns []history.Txn) {
	for i := range l.Txns {
		if l.Txns[i].History == name {
			txns = append(txns, l.Txns[i])
		}
	}
	return txns
}

// calls judges calls by a model.
func (j *Judge) calls(h config.History, ops []history.Op) Verdict {
	v := Verdict{History: h.Name, By: string(h.Model), Ops: ops, Count: len(ops)}
	checker := j.own[h.Name]
	switch {
	case checker != nil:
		v.By = nameOf(checker)
		v.program = v.By == h.Package
	case h.Model == "" && all(ops, kvCalls):
		h.Model, v.By = config.ModelKV, string(config.ModelKV)
		fallthrough
	case h.Model != "":
		checker = checkerOf(h)
	default:
		v.Why = fmt.Sprintf(`it has calls such as %s and no model judges them; write {"name": %q, "model": ...} under "histories", with the model "none" if they are not to be judged`,
			ops[slices.IndexFunc(ops, func(o history.Op) bool { return !kvCalls[o.Kind] })].Kind, h.Name)
		return v
	}
	judged := ops
	if h.Model == config.ModelLease {
		judged = sinceStart(ops, j.epoch)
		v.Ops = judged
	}
	r, err := checker.Check(judged, check.Options{Budget: int64(h.Budget)})
	if err != nil {
		v.refused(err, checker, judged)
		return v
	}
	v.Linear, v.Verdict = r, r.Verdict
	if r.Verdict == check.Undecided {
		v.Why = undecided(h, r.Undecided)
	}
	return v
}

// refused takes the error of a checker: of its model, or of a call.
func (v *Verdict) refused(err error, checker check.Checker, ops []history.Op) {
	v.Verdict, v.Why, v.Bad = check.Violation, err.Error(), -1
	if errors.As(err, &v.Fault) {
		return
	}
	v.Malformed = true
	var bad *check.OpError
	if errors.As(err, &bad) {
		v.Bad = bad.Index
		return
	}
	v.Bad = slices.IndexFunc(ops, func(o history.Op) bool {
		_, err := checker.Check([]history.Op{o}, check.Options{})
		return err != nil
	})
}

// nameOf names a checker that is not one of ours.
func nameOf(c check.Checker) string {
	if s, ok := c.(fmt.Stringer); ok {
		return s.String()
	}
	return "a model of your own"
}

// kvCalls are the calls that are judged as kv without being told to.
var kvCalls = map[string]bool{"get": true, "put": true, "delete": true, "cas": true}

func all(ops []history.Op, kinds map[string]bool) bool {
	for i := range ops {
		if !kinds[ops[i].Kind] {
			return false
		}
	}
	return true
}

// checkerOf is the checker of one of our own models.
func checkerOf(h config.History) check.Checker {
	switch h.Model {
	case config.ModelBank:
		return check.BankChecker(check.Bank{Overdraft: h.Overdraft})
	case config.ModelSessions:
		var g check.Guarantees
		for _, name := range h.Guarantees {
			g |= guarantees[name]
		}
		return check.Sessions(g)
	}
	c, _ := check.Named(string(h.Model))
	return c
}

var guarantees = map[config.Guarantee]check.Guarantees{config.ReadYourWrites: check.ReadYourWrites, config.MonotonicReads: check.MonotonicReads,
	config.MonotonicWrites: check.MonotonicWrites, config.SessionWritesFollowReads: check.WritesFollowReads}

func undecided(h config.History, keys []string) string {
	what := "the key " + keys[0]
	switch {
	case keys[0] == "":
		what = "the history"
	case len(keys) == 2:
		what += " and one more"
	case len(keys) > 2:
		what += fmt.Sprintf(" and %d more", len(keys)-1)
	}
	switch h.Model {
	case config.ModelConvergence:
		return fmt.Sprintf("nobody has read %s once all writes had ended", what)
	case config.ModelSessions:
		return fmt.Sprintf("a value was written twice to %s; give every write a value of its own", what)
	}
	return fmt.Sprintf("the budget of %d steps ended before %s was decided; raise \"budget\", or use more keys or fewer clients", h.Budget, what)
}

// sinceStart turns ends of leases from readings of a guest's clock into instants
// of the run.
func sinceStart(ops []history.Op, epoch int64) []history.Op {
	ops = slices.Clone(ops)
	for i := range ops {
		o := &ops[i]
		if n, ok := o.Result.Int(); ok && n >= epoch {
			o.Result = history.Int(n - epoch)
		}
		if e, ok := o.Result.Elems(); ok && len(e) == 2 {
			if n, ok := e[1].Int(); ok && n >= epoch {
				o.Result = history.List(e[0], history.Int(n-epoch))
			}
		}
	}
	return ops
}

// transactions judges transactions by a level.
func transactions(h config.History, txns []history.Txn) Verdict {
	v := Verdict{History: h.Name, By: string(h.Isolation), Txns: txns, Count: len(txns)}
	level, err := txn.ParseLevel(string(h.Isolation))
	if err == nil {
		v.Isolation, err = txn.Check(txns, txn.Options{Level: level, Assume: assumed(h)})
	}
	if err != nil {
		v.Verdict, v.Malformed, v.Why, v.Bad = check.Violation, true, err.Error(), -1
		return v
	}
	v.Verdict = map[txn.Verdict]check.Verdict{txn.Undecided: check.Undecided, txn.OK: check.OK, txn.Violation: check.Violation}[v.Isolation.Verdict]
	if v.Verdict == check.Undecided {
		v.Why = fmt.Sprintf("the order in which values were written to %s is not known; let transactions read a key before they write it, use lists, or say more under \"assume\"",
			some(v.Isolation.Unordered))
	}
	return v
}

func assumed(h config.History) txn.Assume {
	has := func(a config.Assumption) bool { return slices.Contains(h.Assume, a) }
	return txn.Assume{WritesFollowReads: has(config.WritesFollowReads), SequentialKeys: has(config.SequentialKeys), LinearizableKeys: has(config.LinearizableKeys)}
}

// some names the first of many.
func some(names []string) string {
	switch len(names) {
	case 0:
		return "some key"
	case 1:
		return names[0]
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

// span is how long a call lasted, in words.
func span(from, to vtime.Instant, s history.Status) string {
	if s == history.Unknown {
		return micros(from) + ", end unknown"
	}
	return micros(from) + " to " + micros(to)
}

// micros is an instant in seconds, cut to microseconds.
func micros(at vtime.Instant) string {
	return fmt.Sprintf("%d.%06ds", at/vtime.Instant(vtime.Second), at%vtime.Instant(vtime.Second)/vtime.Instant(vtime.Microsecond))
}
