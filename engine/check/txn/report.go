package txn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// Headline says the verdict in one line, such as "serializable: violation:
// G-single: read skew: T2 read y = [] and did not see the 1 that T1 put there,
// although T2 read x = [1], where T1 had put 1".
func (r *Report) Headline() string {
	line := r.Level.String() + ": " + r.Verdict.String()
	switch {
	case len(r.Anomalies) > 0:
		return line + ": " + r.Anomalies[0].Name() + ": " + r.Anomalies[0].Text
	case r.Verdict == Undecided:
		return line + ": the order of the values is not known for " + strings.Join(r.Unordered, ", ")
	}
	return line
}

// Explain tells all of the report in lines of plain words. Txns is the history
// that was judged; T1 is its first transaction.
func (r *Report) Explain(txns []history.Txn) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s: %s\n", r.Level, r.Verdict)
	for i := range r.Anomalies {
		r.Anomalies[i].explain(&s)
	}
	if r.Verdict == Violation {
		fmt.Fprintf(&s, "%s requires %s\n", r.Level, r.Level.requirement())
	}
	if len(r.Beyond) > 0 {
		fmt.Fprintf(&s, "%s does not forbid:\n", r.Level)
		for i := range r.Beyond {
			r.Beyond[i].explain(&s)
		}
	}
	r.transactions(&s, txns)
	if len(r.RuledOut) > 0 {
		fmt.Fprintf(&s, "ruled out: %s and everything stronger\n", names(r.RuledOut))
	}
	if len(r.Holds) > 0 {
		fmt.Fprintf(&s, "still possible: %s and everything weaker\n", names(r.Holds))
	}
	if len(r.Open) > 0 {
		fmt.Fprintf(&s, "undecided: %s; the order of the values is not known for %s\n", names(r.Open), strings.Join(r.Unordered, ", "))
	}
	return s.String()
}

// shownSteps bounds how many steps of a cycle are printed, from its start.
const shownSteps = 12

// shown gives the steps of a cycle that are printed: all, or the first ones and
// the last.
func (a *Anomaly) shown() (head, tail []Step) {
	if n := len(a.Cycle); n > shownSteps {
		return a.Cycle[:shownSteps-1], a.Cycle[n-1:]
	}
	return a.Cycle, nil
}

// explain prints an anomaly and the steps of its cycle.
func (a *Anomaly) explain(s *strings.Builder) {
	fmt.Fprintf(s, "  %s: %s\n", a.Name(), a.Text)
	head, tail := a.shown()
	for i := range head {
		head[i].explain(s)
	}
	if len(tail) > 0 {
		fmt.Fprintf(s, "    and so on, %d more steps\n", len(a.Cycle)-len(head)-len(tail))
		tail[0].explain(s)
	}
}

func (t *Step) explain(s *strings.Builder) {
	fmt.Fprintf(s, "    T%d before T%d (%s): %s\n", t.From+1, t.To+1, t.Dependency, t.Text)
}

// named gives the transactions that the printed part of an anomaly is about.
func (a *Anomaly) named() (txns []int) {
	if len(a.Cycle) == 0 {
		return a.Txns
	}
	head, tail := a.shown()
	for _, step := range slices.Concat(head, tail) {
		txns = append(txns, step.From, step.To)
	}
	return txns
}

// transactions prints those that the anomalies name, in the order of the
// history.
func (r *Report) transactions(s *strings.Builder, txns []history.Txn) {
	var named []int
	for _, list := range [][]Anomaly{r.Anomalies, r.Beyond} {
		for i := range list {
			named = append(named, list[i].named()...)
		}
	}
	slices.Sort(named)
	for _, i := range slices.Compact(named) {
		t := &txns[i]
		fmt.Fprintf(s, "  T%d, client %s, %s:", i+1, t.Client, endings[t.Status])
		for j := range t.Ops {
			m := &t.Ops[j]
			if j > 0 {
				s.WriteString(",")
			}
			fmt.Fprintf(s, " %s", operation(m))
		}
		s.WriteString("\n")
	}
}

var endings = map[history.Status]string{history.OK: "committed", history.Fail: "aborted", history.Unknown: "outcome unknown"}

// operation says what a micro-operation did.
func operation(m *history.Micro) string {
	switch {
	case m.F == history.Append:
		return fmt.Sprintf("append %d to %s", m.Value, m.Key)
	case m.F == history.Write:
		return fmt.Sprintf("write %s = %d", m.Key, m.Value)
	case !m.Known:
		return fmt.Sprintf("read %s without an answer", m.Key)
	}
	return fmt.Sprintf("read %s = %s", m.Key, answer(m, m.List != nil))
}

// names lists levels.
func names(levels []Level) string {
	var parts []string
	for _, l := range levels {
		parts = append(parts, l.String())
	}
	return strings.Join(parts, ", ")
}
