package txn

import (
	"fmt"
	"slices"
)

// prover decides levels that no anomaly refutes although the order of some
// registers is not known. It proposes orders of all commits, which prove the
// levels that they keep, and works out what a level implies, which may refute it.
type prover struct {
	b      *book
	assume *Assume
	first  *judgement
	// starts are what the first step from a level gives, by what it depends on.
	starts map[startKey]*start
	// proposals that were judged so far.
	proposals []*judgement
}

// startKey is what of a level decides which orders inside a key it implies.
type startKey struct {
	order        Order // AnyOrder where reads may be old
	reads, flows bool
}

// start is a judgement with the orders inside each key that a level implies.
type start struct {
	*judgement
	given [][]edge
}

func newProver(b *book, a *Assume, first *judgement) *prover {
	return &prover{b: b, assume: a, first: first, starts: map[startKey]*start{}}
}

// start judges the history with what level l implies inside each key: what a
// transaction writes follows what it touched before, and where transactions see
// the latest versions, they see others whole, and each key follows the order asked
// for.
func (p *prover) start(l Level) *start {
	rule := ruleOf[l.Isolation]
	key := startKey{reads: rule.reads, flows: rule.over.has(link(WR))}
	if rule.reads {
		key.order = l.Order
	}
	if s, ok := p.starts[key]; ok {
		return s
	}
	s := &start{given: make([][]edge, len(p.b.keys))}
	if key.reads {
		s.given = p.b.seenWhole(p.first.registers)
	}
	var windows []window
	if key.order == RealTime {
		windows = p.b.narrowed(p.first.graph)
	}
	for i, g := range p.first.registers {
		if g == nil || !key.flows {
			continue
		}
		s.given[i] = append(s.given[i], g.steps()...)
		if key.order >= SessionOrder {
			s.given[i] = append(s.given[i], g.sequential(p.b)...)
		}
		if key.order == RealTime {
			s.given[i] = append(s.given[i], g.linearizable(windows)...)
		}
	}
	s.judgement = p.b.judge(p.assume, s.given, nil)
	p.starts[key] = s
	return s
}

// verdicts judges each level, and gives for those that are refuted by what they
// imply the anomalies that show then. The levels are sorted so that each comes
// before all that it implies.
func (p *prover) verdicts(all []Level) (verdicts []Verdict, implied [][]Anomaly) {
	verdicts, implied = make([]Verdict, len(all)), make([][]Anomaly, len(all))
	for i, l := range all {
		switch {
		case p.first.refutes(l):
			verdicts[i] = Violation
		case len(p.first.unordered) == 0 || kept(all[:i], verdicts, l):
			verdicts[i] = OK
		default:
			verdicts[i], implied[i] = p.decide(l)
		}
	}
	// What a weaker level refutes, a stronger one of unknown verdict does too.
	for i, l := range all {
		for j := i + 1; verdicts[i] == Undecided && j < len(all); j++ {
			if verdicts[j] == Violation && l.Implies(all[j]) {
				verdicts[i], implied[i] = Violation, implied[j]
			}
		}
	}
	return verdicts, implied
}

// kept says whether a level that holds implies l.
func kept(levels []Level, verdicts []Verdict, l Level) bool {
	for i, s := range levels {
		if verdicts[i] == OK && s.Implies(l) {
			return true
		}
	}
	return false
}

// decide tries to prove or refute a level, by the cheap means first.
func (p *prover) decide(l Level) (Verdict, []Anomaly) {
	if p.proved(l) {
		return OK, nil
	}
	s := p.start(l)
	if s.refutes(l) {
		return Violation, told(s.judgement, l)
	}
	if p.propose(s.judgement, s.given, l) {
		return OK, nil
	}
	j, given := p.b.saturate(p.assume, s, l)
	if j.refutes(l) {
		return Violation, told(j, l)
	}
	if j != s.judgement && p.propose(j, given, l) {
		return OK, nil
	}
	return Undecided, nil
}

// proved says whether a proposal that was judged keeps l.
func (p *prover) proved(l Level) bool {
	return slices.ContainsFunc(p.proposals, func(j *judgement) bool { return !j.refutes(l) })
}

// told gives the anomalies that refute l in a judgement that takes for granted
// what l implies, and says so.
func told(j *judgement, l Level) (list []Anomaly) {
	for _, a := range j.anomalies {
		if a.Refutes(l) {
			a.Text += fmt.Sprintf(", in the order of values that %s implies", l)
			list = append(list, a)
		}
	}
	return list
}

// propose takes an order of commits from a judgement, judges the history by it
// and says whether it keeps level l.
func (p *prover) propose(from *judgement, given [][]edge, l Level) bool {
	commits := p.b.order(from, ruleOf[l.Isolation], l.Order)
	if commits == nil {
		return false
	}
	j := p.b.judge(p.assume, given, commits)
	p.proposals = append(p.proposals, j)
	return !j.refutes(l)
}
