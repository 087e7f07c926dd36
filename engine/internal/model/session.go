package model

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/internal/abi"
)

// Session is a conversation with one instance of a model. States are their
// canonical JSON. An error is a *check.ModelError, after which the session answers
// nothing any more, or an *UnfitError, after which it does not either. It is for
// one goroutine at a time.
type Session struct {
	code    *Code
	proc    *wasi.Process
	inst    *guest.Instance
	outside outside
	failed  error

	ops    map[string]uint64 // numbers of operations, by what they look like
	ids    map[string]uint64 // numbers of states, by their canonical JSON
	texts  []string          // canonical JSON of states, by number
	out    []byte            // the question
	in     []byte            // the rest of the answer
	scheme []byte
}

// UnfitError says that a model takes a value of an operation for something that it
// is not.
type UnfitError struct{ Problem string }

func (e *UnfitError) Error() string { return e.Problem }

// Close ends the session.
func (s *Session) Close() { s.inst.Close() }

// Op is the number of an operation in its session.
type Op uint64

// Op gives the number of an operation. Operations that look the same have the same.
func (s *Session) Op(o *history.Op) Op {
	unknown, answer := uint64(0), string(o.Result)
	if o.Status == history.Unknown {
		unknown, answer = 1, ""
	}
	b := binary.AppendUvarint(s.scheme[:0], unknown)
	b = text(text(b, o.Kind), answer)
	b = binary.AppendUvarint(b, uint64(len(o.Args)))
	for _, a := range o.Args {
		b = text(b, string(a))
	}
	s.scheme = b
	if n, ok := s.ops[string(b)]; ok {
		return Op(n)
	}
	n := uint64(len(s.ops))
	s.ops[string(b)] = n
	s.out = append(append(s.out, abi.ModelOp), b...)
	return Op(n)
}

// About is what a model says of an operation in any state.
type About struct {
	// Problem is why the model cannot judge it; "" if it can.
	Problem  string
	Key      string
	ReadOnly bool
}

// About asks about an operation.
func (s *Session) About(op Op) (a About, err error) {
	if err := s.ask(abi.ModelAbout, uint64(op)); err != nil {
		return a, err
	}
	if a.Problem = s.text(); a.Problem == "" {
		a.Key = s.text()
		a.ReadOnly = s.byte() != 0
	}
	return a, s.end()
}

// Init asks for the first state of a part.
func (s *Session) Init(key string) (state string, err error) {
	s.out = text(append(s.out, abi.ModelInit), key)
	if err := s.exchange(); err != nil {
		return "", err
	}
	if state, err = s.state(); err != nil {
		return "", err
	}
	return state, s.end()
}

// Step appends to next the states that may follow a state when an operation takes
// effect: each once, and in the order of their texts, whatever order the model has
// them in.
func (s *Session) Step(next []string, state string, op Op) ([]string, error) {
	if err := s.ask(abi.ModelStep, s.id(state), uint64(op)); err != nil {
		return nil, err
	}
	return s.states(next)
}

// states reads the states of an answer to its end.
func (s *Session) states(next []string) ([]string, error) {
	from := len(next)
	for n := s.number(); n > 0 && s.failed == nil; n-- {
		state, err := s.state()
		if err != nil {
			return nil, err
		}
		next = append(next, state)
	}
	if len(next)-from > 1 {
		slices.Sort(next[from:])
		next = append(next[:from], slices.Compact(next[from:])...)
	}
	return next, s.end()
}

// Describe asks for a state in plain words.
func (s *Session) Describe(state string) (string, error) {
	err := s.ask(abi.ModelDescribe, s.id(state))
	return string(s.in), err
}

// Again lets the model read a state and write it.
func (s *Session) Again(state string) (string, error) {
	if err := s.ask(abi.ModelAgain, s.id(state)); err != nil {
		return "", err
	}
	return s.canonical(s.in)
}

// id gives the number of a state, and tells of it if it is new.
func (s *Session) id(state string) uint64 {
	n, ok := s.ids[state]
	if !ok {
		n = s.add(state)
		s.out = text(append(s.out, abi.ModelState), state)
	}
	return n
}

// add numbers a state. Of two numbers for the same state the first one is used.
func (s *Session) add(canonical string) uint64 {
	n := uint64(len(s.texts))
	s.texts = append(s.texts, canonical)
	if _, known := s.ids[canonical]; !known {
		s.ids[canonical] = n
	}
	return n
}

// ask asks a question whose fields are numbers.
func (s *Session) ask(what byte, fields ...uint64) error {
	s.out = append(s.out, what)
	for _, f := range fields {
		s.out = binary.AppendUvarint(s.out, f)
	}
	return s.exchange()
}

// exchange hands over the question and takes the answer.
func (s *Session) exchange() error {
	if s.failed != nil {
		return s.failed
	}
	s.inst.Ask(s.out)
	if err := s.run(); err != nil {
		return err
	}
	s.out = s.out[:0]
	switch s.in = s.inst.Answer(); {
	case len(s.in) > 0 && s.in[0] == abi.ModelAnswers:
		s.in = s.in[1:]
	case len(s.in) > 0 && s.in[0] == abi.ModelFails:
		return s.fail(&check.ModelError{Problem: "has a state that is none: " + string(s.in[1:])})
	default:
		return s.fail(errGarbled)
	}
	return nil
}

// errGarbled is for a program whose package model is not that of this seedfall.
var errGarbled = &check.ModelError{Problem: "answers in a form that this seedfall does not know: use the version of its module in go.mod"}

func (s *Session) fail(err error) error {
	s.failed = err
	return err
}

// state reads a state of an answer.
func (s *Session) state() (string, error) {
	n := s.number()
	if n == 0 {
		canonical, err := s.canonical([]byte(s.text()))
		if err == nil {
			s.add(canonical)
		}
		return canonical, err
	}
	if n > uint64(len(s.texts)) {
		return "", s.fail(errGarbled)
	}
	return s.texts[n-1], nil
}

func (s *Session) canonical(raw []byte) (string, error) {
	v, err := history.Canonical(raw)
	if err != nil {
		return "", s.fail(&check.ModelError{Problem: fmt.Sprintf("has a state that is none: %q is not JSON", raw)})
	}
	return string(v), nil
}

// number, text and byte read the fields of an answer; what is not there reads as
// zero and makes end fail.
func (s *Session) number() uint64 {
	n, size := binary.Uvarint(s.in)
	if size <= 0 {
		s.fail(errGarbled) //nolint:errcheck // end gives it
		return 0
	}
	s.in = s.in[size:]
	return n
}

func (s *Session) text() string {
	n := s.number()
	if n > uint64(len(s.in)) {
		s.fail(errGarbled) //nolint:errcheck // end gives it
		return ""
	}
	t := string(s.in[:n])
	s.in = s.in[n:]
	return t
}

func (s *Session) byte() byte {
	if len(s.in) == 0 {
		s.fail(errGarbled) //nolint:errcheck // end gives it
		return 0
	}
	b := s.in[0]
	s.in = s.in[1:]
	return b
}

// end says whether an answer was read to its end, and no further.
func (s *Session) end() error {
	if s.failed == nil && len(s.in) > 0 {
		return s.fail(errGarbled)
	}
	return s.failed
}

func text(b []byte, t string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(t))), t...)
}

// atFault says whether an error is one of a model or an operation, and not one
// that keeps the program from running at all.
func atFault(err error) bool {
	var m *check.ModelError
	var u *UnfitError
	return errors.As(err, &m) || errors.As(err, &u)
}
