package judge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/verdict"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Failure is the failure that a violation is; ok is false for other verdicts. at
// is where the call comes from that shows it first, conflicts where those do that
// it contradicts.
func (v *Verdict) Failure() (f verdict.Failure, at history.Origin, conflicts []history.Origin, ok bool) {
	if v.Verdict != check.Violation {
		return f, at, nil, false
	}
	f = verdict.Failure{Class: verdict.History, Property: v.History}
	if v.Txns != nil {
		f.Class = verdict.Isolation
	}
	switch {
	case v.Fault != nil:
		f.Message = fmt.Sprintf("cannot be judged: the model %s %s", v.By, v.Fault.Problem)
		if f.Detail = v.Fault.Detail; v.program {
			f.Detail = strings.TrimPrefix(f.Detail+"\nseedfall model test tells which law the model breaks", "\n")
		}
	case v.Malformed:
		f.Message, f.Detail = "cannot be judged as "+v.By+": a call that it does not know", v.Why
		switch {
		case v.Txns != nil:
			f.Message = "cannot be judged: a transaction that has no meaning"
		case v.Bad >= 0:
			at = v.Ops[v.Bad].Origin
			f.Message = fmt.Sprintf("cannot be judged as %s: a call of %s that it does not know", v.By, v.Ops[v.Bad].Kind)
		}
	case v.Linear != nil:
		at, conflicts = v.model(&f)
	default:
		at, conflicts = v.level(&f)
	}
	return f, at, conflicts, true
}

// breaks says what it means that a model is violated; a model without an entry is
// one of linearizability.
var breaks = map[string]string{
	string(config.ModelLease):          "breaks the rules of leases",
	string(config.ModelBank):           "breaks the rules of a bank",
	string(config.ModelUniqueIDs):      "gives an identifier twice",
	string(config.ModelLeaderElection): "has two leaders in a term",
	string(config.ModelSessions):       "breaks a guarantee of sessions",
	string(config.ModelConvergence):    "does not converge",
}

// model tells of the anomaly that showed first.
func (v *Verdict) model(f *verdict.Failure) (at history.Origin, conflicts []history.Origin) {
	a := &v.Linear.Anomalies[v.First()]
	op := &v.Ops[a.Op]
	f.Message = breaks[v.By]
	if f.Message == "" {
		f.Message = "not linearizable as " + v.By
	}
	f.Symptom = answered(op) + " cannot be explained"
	var lines []string
	for line := range strings.Lines(a.Text) {
		if !strings.HasPrefix(line, "It conflicts with ") { // told below, with their times
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	lines = append(lines, "the calls:")
	for _, i := range slices.Concat(v.grants(a), a.Conflicts, []int{a.Op}) {
		lines = append(lines, "  "+timed(&v.Ops[i]))
	}
	for _, i := range a.Conflicts {
		conflicts = append(conflicts, v.Ops[i].Origin)
	}
	if n := len(v.Linear.Anomalies); n > 1 {
		lines = append(lines, fmt.Sprintf("%d keys are in violation in all; this one showed first", n))
	}
	f.Detail = strings.Join(lines, "\n")
	return op.Origin, conflicts
}

// First is the index of the anomaly whose call returned first. Linear has some.
func (v *Verdict) First() (best int) {
	for i := range v.Linear.Anomalies {
		if v.Ops[v.Linear.Anomalies[i].Op].Return < v.Ops[v.Linear.Anomalies[best].Op].Return {
			best = i
		}
	}
	return best
}

func timed(o *history.Op) string {
	text := fmt.Sprintf("%s  %s", span(o.Origin.InvokeAt, o.Origin.ReturnAt, o.Status), check.Words(o))
	if g, ok := grantOf(o); ok {
		text += ", which ends at " + micros(g.until)
	}
	return text
}

// answered is a call with its answer.
func answered(o *history.Op) string {
	bare := *o
	bare.Client = ""
	text := check.Words(&bare)
	return text[:strings.LastIndex(text, " [")]
}

// grant is a lease that was given to somebody.
type grant struct {
	token history.Value
	until vtime.Instant
}

// grantOf is the lease that a call got; ok is false if it got none.
func grantOf(o *history.Op) (g grant, ok bool) {
	e, _ := o.Result.Elems()
	if o.Kind != "acquire" || len(e) != 2 {
		return g, false
	}
	until, ok := e[1].Int()
	return grant{e[0], vtime.Instant(until)}, ok
}

// grants are the calls, besides those that an anomaly names, that got the leases
// which it is about.
func (v *Verdict) grants(a *check.Anomaly) (calls []int) {
	if v.By != string(config.ModelLease) {
		return nil
	}
	named := append(slices.Clone(a.Conflicts), a.Op)
	tokens := map[history.Value]bool{}
	for _, i := range named {
		if v.Ops[i].Kind == "use" {
			tokens[v.Ops[i].Arg(1)] = true
		}
	}
	for i := range v.Ops {
		g, ok := grantOf(&v.Ops[i])
		if ok && tokens[g.token] && v.Ops[i].Arg(0) == v.Ops[a.Op].Arg(0) && !slices.Contains(named, i) {
			calls = append(calls, i)
		}
	}
	return calls
}

// level tells of the anomaly that refutes the weakest level.
func (v *Verdict) level(f *verdict.Failure) (at history.Origin, conflicts []history.Origin) {
	a := &v.Isolation.Anomalies[0]
	f.Message, f.Symptom = "not "+v.By, a.Name()
	if nick, _, ok := strings.Cut(a.Text, ": "); ok && !strings.ContainsAny(nick, "0123456789") {
		f.Symptom += ", " + nick
	}
	lines := []string{strings.TrimRight(v.Isolation.Explain(v.Txns), "\n"), "when they ran:"}
	for _, i := range distinct(v.Isolation.Anomalies) {
		t := &v.Txns[i]
		lines = append(lines, fmt.Sprintf("  T%d  %s", i+1, span(t.Origin.InvokeAt, t.Origin.ReturnAt, t.Status)))
	}
	f.Detail = strings.Join(lines, "\n")
	for _, i := range distinct(v.Isolation.Anomalies[:1]) {
		t := &v.Txns[i]
		if t.Origin.ReturnEvent >= at.ReturnEvent {
			at = t.Origin
		}
		conflicts = append(conflicts, t.Origin)
	}
	conflicts = slices.DeleteFunc(conflicts, func(o history.Origin) bool { return o == at })
	return at, conflicts
}

// distinct are the transactions of anomalies, in order, each once.
func distinct(all []txn.Anomaly) (txns []int) {
	for i := range all {
		txns = append(txns, all[i].Txns...)
	}
	slices.Sort(txns)
	return slices.Compact(txns)
}
