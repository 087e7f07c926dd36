package check

import "github.com/seedfall/seedfall/engine/history"

// Model is a sequential specification: what a single copy of the system does
// when operations come one after the other. S is its state; two states are the
// same exactly if they are equal by ==, so a state that is a map or a list is
// written as a string, the same one whenever it is the same state.
//
// Every method gives the same answer for the same arguments and changes none.
type Model[S comparable] interface {
	// Check says what is wrong with an operation that the model cannot judge: a
	// kind it does not know, arguments or an answer it cannot read. The other
	// methods see only operations without such an error, and none that failed.
	Check(op *history.Op) error
	// Key says which part of the system op belongs to. Parts are judged apart,
	// which is far cheaper, and right only if no operation on one can be seen in
	// another. A model without parts gives "" always.
	Key(op *history.Op) string
	// Init is the state of a part before its first operation.
	Init(key string) S
	// Step appends to next each state that may follow s when op takes effect with
	// the answer that it got, and gives the longer slice. None means that op
	// cannot have got this answer in s. An op of unknown end has no answer: Step
	// gives every state that it may leave, or none where it leaves s as it is.
	Step(next []S, s S, op *history.Op) []S
	// ReadOnly says that op, with the answer that it got, changes no state. A
	// wrong true makes verdicts wrong, a wrong false makes them slow.
	ReadOnly(op *history.Op) bool
	// Describe gives the state in plain words, such as "5" or "held by c1".
	Describe(s S) string
}

// Linearizable gives the checker that asks whether operations could have taken
// effect one after the other, each at one instant between its call and its
// return, as the model says. Operations of unknown end take effect at any
// instant after their call, or never.
func Linearizable[S comparable](m Model[S]) Checker { return linearizable[S]{m} }

type linearizable[S comparable] struct{ model Model[S] }

func (l linearizable[S]) Check(ops []history.Op, o Options) (*Result, error) {
	parts, err := split(ops, l.model)
	if err != nil {
		return nil, err
	}
	all := make([]judgement, len(parts))
	broken, err := judgeAll(l.model, parts, all, o.budget()/quick, o.budget(), false)
	if err == nil && !broken {
		_, err = judgeAll(l.model, parts, all, o.budget(), o.budget(), true)
	}
	if err != nil {
		return nil, err
	}
	r := &Result{Verdict: OK}
	for i, j := range all {
		r.Steps += j.steps
		r.add(parts[i].key, j.verdict, j.anomaly)
	}
	return r, nil
}

// quick is the part of the budget that each key may take before any takes more:
// one that is in violation then saves the work on the others.
const quick = 64

// judgement is what was found of one part. The zero value is undecided.
type judgement struct {
	verdict Verdict
	anomaly *Anomaly
	steps   int64
}

// judgeAll judges the parts that are undecided and says whether any is in
// violation. With once the first such part ends it.
func judgeAll[S comparable](m Model[S], parts []*part, all []judgement, budget, explain int64, once bool) (broken bool, err error) {
	s := &search[S]{model: m}
	for i, p := range parts {
		j := &all[i]
		if j.verdict != Undecided {
			continue
		}
		v, a, steps, err := s.judge(p, budget, explain)
		if err != nil {
			return false, err
		}
		*j = judgement{v, a, j.steps + steps}
		broken = broken || v == Violation
		if broken && once {
			break
		}
	}
	return broken, nil
}

// shortcut is a model that can decide some histories without a search.
type shortcut[S comparable] interface {
	// decide gives OK or Violation, with what proves the latter, or Undecided if
	// the history is not of the form that it knows.
	decide(p *part) (Verdict, *proof)
}

// proof is why a shortcut found a violation.
type proof struct {
	// core are the calls that contradict each other, in the order of their
	// invocations. They alone, from the initial state, violate the model too if
	// alone is true; else they do together with what came before.
	core  []call
	alone bool
	// why says it in a sentence without a full stop.
	why string
}

// judge decides one part within a budget. An explanation has one of its own.
func (s *search[S]) judge(p *part, budget, explain int64) (v Verdict, a *Anomaly, steps int64, err error) {
	m := s.model
	if fast, ok := m.(shortcut[S]); ok {
		v, why := fast.decide(p)
		if v == Violation {
			a, err = explainProof(m, p, why, explain)
		}
		if v != Undecided {
			return v, a, 0, err
		}
	}
	s.begin(p, m.Init(p.key), budget)
	if v = s.run(); v == Violation {
		a, err = explainSearch(m, p, s, explain)
	}
	return v, a, s.steps, err
}
