package model

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/seedfall/seedfall/internal/abi"
)

// server answers the questions of the host; see package abi for their form.
type server[S any] struct {
	model  Model[S]
	check  func(Op) error // nil if the model has none
	lost   string         // see lost
	ops    []Op
	states *states[S]
	in     []byte // rest of the question
	out    []byte // the answer
}

func newServer[S any](m Model[S]) *server[S] {
	s := &server[S]{model: m, states: newStates[S](), lost: lost(reflect.TypeFor[S](), map[reflect.Type]bool{})}
	if c, ok := m.(Checker); ok {
		s.check = c.Check
	}
	return s
}

// answer answers a question. What it gives is good until the next one.
func (s *server[S]) answer(question []byte) []byte {
	s.in, s.out = question, append(s.out[:0], abi.ModelAnswers)
	for len(s.in) > 0 {
		if err := s.command(); err != nil {
			s.out = append(append(s.out[:0], abi.ModelFails), err.Error()...)
			break
		}
	}
	return s.out
}

func (s *server[S]) command() error {
	what := s.in[0]
	s.in = s.in[1:]
	switch what {
	case abi.ModelOp:
		s.newOp()
	case abi.ModelState:
		s.states.add(string(s.text()))
	case abi.ModelAbout:
		s.about(s.ops[s.number()])
	case abi.ModelInit:
		return s.put(s.model.Init(string(s.text())))
	case abi.ModelStep:
		return s.step()
	case abi.ModelDescribe, abi.ModelAgain:
		state, err := s.state()
		if err != nil {
			return err
		}
		if what == abi.ModelDescribe {
			s.out = append(s.out, s.model.Describe(state)...)
			return nil
		}
		text, err := s.write(state)
		s.out = append(s.out, text...)
		return err
	default:
		panic(fmt.Sprintf("model: a question of a kind that this version does not know, %d: seedfall and its module in go.mod differ", what))
	}
	return nil
}

// number and text read the fields of a question.
func (s *server[S]) number() uint64 {
	n, size := binary.Uvarint(s.in)
	s.in = s.in[size:]
	return n
}

func (s *server[S]) text() []byte {
	n := s.number()
	b := s.in[:n]
	s.in = s.in[n:]
	return b
}

func (s *server[S]) newOp() {
	op := Op{Unknown: s.number() != 0, Call: string(s.text())}
	if answer := s.text(); len(answer) > 0 {
		op.Answer = append(Value(nil), answer...)
	}
	for range s.number() {
		op.Args = append(op.Args, append(Value(nil), s.text()...))
	}
	s.ops = append(s.ops, op)
}

func (s *server[S]) about(op Op) {
	if s.check != nil {
		if err := s.check(op); err != nil {
			s.putText(err.Error())
			return
		}
	}
	s.putText("")
	s.putText(s.model.Key(op))
	readOnly := byte(0)
	if s.model.ReadOnly(op) {
		readOnly = 1
	}
	s.out = append(s.out, readOnly)
}

func (s *server[S]) step() error {
	state, err := s.state()
	if err != nil {
		return err
	}
	next := s.model.Step(state, s.ops[s.number()])
	s.out = binary.AppendUvarint(s.out, uint64(len(next)))
	for _, n := range next {
		if err := s.put(n); err != nil {
			return err
		}
	}
	return nil
}

func (s *server[S]) state() (S, error) {
	id := s.number()
	state, err := s.states.get(id)
	if err != nil {
		err = fmt.Errorf("the state %s cannot be read back: %w", s.states.texts[id], err)
	}
	return state, err
}

// put writes a state to the answer.
func (s *server[S]) put(state S) error {
	t := s.states
	if t.flat {
		if id, ok := t.written[state]; ok {
			s.out = binary.AppendUvarint(s.out, id+1)
			return nil
		}
	}
	text, err := s.write(state)
	if err != nil {
		return err
	}
	id, known := t.ids[string(text)]
	if !known {
		id = t.add(string(text))
		s.out = append(s.out, 0)
		s.putText(string(text))
	} else {
		s.out = binary.AppendUvarint(s.out, id+1)
	}
	if t.flat {
		t.written[state] = id
	}
	return nil
}

// write gives the JSON of a state.
func (s *server[S]) write(state S) ([]byte, error) {
	if s.lost != "" {
		return nil, fmt.Errorf("encoding/json does not write the field %s, so states that differ there look the same; begin its name with a capital letter", s.lost)
	}
	text, err := json.Marshal(state)
	if err != nil {
		return nil, fmt.Errorf("a state cannot be written as JSON: %w", err)
	}
	return text, nil
}

func (s *server[S]) putText(text string) {
	s.out = append(binary.AppendUvarint(s.out, uint64(len(text))), text...)
}
