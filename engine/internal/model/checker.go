package model

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// Checker gives the checker of linearizability by the model. Each Check has an
// instance of the program of its own: its verdict depends on the history only, even
// if the model remembers what it was asked.
func Checker(c *Code) check.Checker { return checker{c} }

type checker struct{ code *Code }

// String is the name of the model.
func (c checker) String() string { return c.code.name }

// Check implements check.Checker. A *check.ModelError says that the model is at
// fault.
func (c checker) Check(ops []history.Op, o check.Options) (r *check.Result, err error) {
	s, err := c.code.Open()
	if err != nil && !atFault(err) {
		err = &check.ModelError{Problem: "cannot be started: " + err.Error()}
	}
	if err != nil {
		return nil, err
	}
	defer s.Close()
	defer func() {
		if f := caught(recover()); f != nil {
			r, err = nil, f.in(ops)
		}
	}()
	m := &asked{session: s, known: map[*history.Op]*known{}, answers: map[question][]string{}}
	if r, err = check.Linearizable[string](m).Check(ops, o); err == nil {
		m.askAgain()
	}
	return r, err
}

// failure leaves a search over a question without an answer.
type failure struct {
	err error
	op  *history.Op // that it was about; nil if it was about none
}

// caught is what a search was left by; any other panic goes on.
func caught(v any) *failure {
	f, ok := v.(*failure)
	if v != nil && !ok {
		panic(v)
	}
	return f
}

// in gives the error for a history.
func (f *failure) in(ops []history.Op) error {
	var unfit *UnfitError
	if errors.As(f.err, &unfit) && f.op != nil {
		return &check.OpError{Index: f.index(ops), Err: unfit}
	}
	var fault *check.ModelError
	if f.op != nil && errors.As(f.err, &fault) {
		about := &check.ModelError{Problem: fault.Problem, Detail: "asked about " + check.Words(f.op)}
		if fault.Detail != "" {
			about.Detail += "\n" + fault.Detail
		}
		return about
	}
	return f.err
}

// index is that of the operation; -1 if it is not one of ops.
func (f *failure) index(ops []history.Op) int {
	for i := range ops {
		if &ops[i] == f.op {
			return i
		}
	}
	return -1
}

// asked is a model whose methods ask a session.
type asked struct {
	session *Session
	known   map[*history.Op]*known
	// answers are those to steps: a search asks the same over and over, most of all
	// when it explains a violation.
	answers map[question][]string
	first   []first // questions of answers
}

// first is one of the questions that were asked first.
type first struct {
	question
	about *history.Op
}

// question is a step that is asked for.
type question struct {
	state string
	op    Op
}

const (
	// maxAnswers is how many answers are kept, about a hundred bytes each.
	maxAnswers = 1 << 20
	// maxAgain is how many steps of a check are made again at its end.
	maxAgain = 64
)

// askAgain makes some steps of the check again, the last first. A model that
// remembers what it was asked gives verdicts that mean nothing, and would pass for
// a system that is wrong, or right.
func (m *asked) askAgain() {
	for _, q := range slices.Backward(m.first) {
		next, err := m.session.Step(nil, q.state, q.op)
		must(err, q.about)
		if before := m.answers[q.question]; !slices.Equal(next, before) {
			must(&check.ModelError{Problem: "does not give the same answer each time",
				Detail: fmt.Sprintf("in the state %s it led to %s, and later to %s", q.state, list(before), list(next))}, q.about)
		}
	}
}

// known is what is known of an operation.
type known struct {
	op    Op
	about About
}

func (m *asked) of(o *history.Op) *known {
	k := m.known[o]
	if k == nil {
		k = &known{op: m.session.Op(o)}
		var err error
		k.about, err = m.session.About(k.op)
		must(err, o)
		m.known[o] = k
	}
	return k
}

// must leaves the search over an error.
func must(err error, o *history.Op) {
	if err != nil {
		panic(&failure{err, o})
	}
}

// Check implements check.Model, as the other methods do.
func (m *asked) Check(o *history.Op) error {
	if p := m.of(o).about.Problem; p != "" {
		return errors.New(p)
	}
	return nil
}

// Key asks for the part that an operation belongs to.
func (m *asked) Key(o *history.Op) string { return m.of(o).about.Key }

// ReadOnly asks whether an operation changes anything.
func (m *asked) ReadOnly(o *history.Op) bool { return m.of(o).about.ReadOnly }

// Init asks for the first state.
func (m *asked) Init(key string) string {
	s, err := m.session.Init(key)
	must(err, nil)
	return s
}

// Step asks for the next states.
func (m *asked) Step(next []string, s string, o *history.Op) []string {
	q := question{s, m.of(o).op}
	known, ok := m.answers[q]
	if !ok {
		var err error
		known, err = m.session.Step(nil, s, q.op)
		must(err, o)
		if len(m.answers) < maxAnswers {
			m.answers[q] = known
		}
		if len(m.first) < maxAgain {
			m.first = append(m.first, first{q, o})
		}
	}
	return append(next, known...)
}

// Describe asks for the words of a state.
func (m *asked) Describe(s string) string {
	words, err := m.session.Describe(s)
	must(err, nil)
	return words
}
