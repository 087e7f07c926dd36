package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// Report is what a test of a model's laws came to.
type Report struct {
	// Ops and States are how many different ones the laws were tried on, Keys in how
	// many parts. Half of the operations and more are not of the histories but made
	// from theirs by leaving out what they answered.
	Ops    int `json:"operations"`
	States int `json:"states"`
	Keys   int `json:"keys"`
	// Laws are the laws, in the order in which they are tried. Those behind one that
	// cannot be got past are not among them.
	Laws []Law `json:"laws"`
	// Refused are operations of the histories that the model cannot judge, with its
	// reason: runs that have them fail.
	Refused []Remark `json:"refused,omitempty"`
	// Suspicious are kinds of calls that look wrong without breaking a law.
	Suspicious []Remark `json:"suspicious,omitempty"`
}

// Law is one law and how it was kept.
type Law struct {
	// Name is a word or two, Rule the law as a sentence without a full stop.
	Name string `json:"name"`
	Rule string `json:"rule"`
	// Ops and States are how many it was tried on; 0 where it is not about them.
	Ops    int `json:"operations"`
	States int `json:"states"`
	// Breach is the first example against it; nil if it was kept.
	Breach *Breach `json:"breach,omitempty"`
}

// Breach is an example against a law: one question with two answers, or one with an
// answer that it may not have.
type Breach struct {
	// Question is what was asked, such as "Step".
	Question string `json:"question"`
	// Op and State are what it was about; "" if about none.
	Op    string `json:"operation,omitempty"`
	State string `json:"state,omitempty"`
	Key   string `json:"key,omitempty"`
	// First and Second are the two answers, and How tells what was different the
	// second time; of a single answer Second is "" and How what is wrong with it.
	First  string `json:"first"`
	Second string `json:"second,omitempty"`
	How    string `json:"how"`
}

// Remark is something about an operation.
type Remark struct {
	Op  string `json:"operation"`
	Why string `json:"why"`
}

// OK says that no law was broken.
func (r *Report) OK() bool {
	return !slices.ContainsFunc(r.Laws, func(l Law) bool { return l.Breach != nil })
}

// laws are all of them. Each test gives the first breach.
var laws = []struct {
	name, rule string
	ops        bool // tried on operations
	states     bool // tried on states
	test       func(*tester) (*Breach, error)
}{
	{"answers", "every question has an answer, also about calls of unknown end", true, true, (*tester).explore},
	{"same answer", "the same question has the same answer, at once and after other questions", true, true, (*tester).repeat},
	{"no memory", "a step does not depend on what was asked before", true, true, (*tester).reverse},
	{"key", "the key of an operation is always the same, and does not depend on its answer", true, false, (*tester).keyed},
	{"read-only", "a read-only operation leaves every state as it is, and is always read-only", true, true, (*tester).readOnly},
	{"init", "the first state of a key depends on the key only", false, false, (*tester).first},
	{"describe", "every state is described, and always in the same words", false, true, (*tester).described},
	{"states", "a state that is read from JSON and written again is the same", false, true, (*tester).again},
}

// Test tries the laws of checkers on a model, on the operations of runs, each run
// being those of one history. The error says that the program cannot be run.
func Test(c *Code, runs [][]history.Op) (*Report, error) {
	t := &tester{code: c, runs: runs, states: map[string][]string{}}
	defer t.close()
	r := &Report{}
	for _, l := range laws {
		breach, err := l.test(t)
		law := Law{Name: l.name, Rule: l.rule, Breach: breach}
		stop := false
		if err != nil {
			if law.Breach, stop = t.fault(err); !stop {
				return nil, err
			}
		}
		if l.ops {
			law.Ops = len(t.ops)
		}
		if l.states {
			law.States = t.count()
		}
		r.Laws = append(r.Laws, law)
		if stop {
			break
		}
	}
	r.Ops, r.States, r.Keys, r.Refused = len(t.ops), t.count(), len(t.keys), t.refused
	if r.OK() {
		r.Suspicious = t.suspicious()
	}
	return r, nil
}

// tester is a test under way.
type tester struct {
	code    *Code
	runs    [][]history.Op
	session *Session

	ops     []op
	keys    []string            // of ops, in the order in which they came
	states  map[string][]string // those reached, by key
	refused []Remark
	pairs   []pair
	asking  Breach // the present question
}

// op is an operation that the laws are tried on.
type op struct {
	*history.Op
	about About
	twin  int // index of the one that is the same without an answer; its own if it has none
}

// pair is a question of a step, with the answer that it first had.
type pair struct {
	op    int
	state string
	next  []string
}

func (t *tester) close() {
	if t.session != nil {
		t.session.Close()
	}
}

// renew begins a new session.
func (t *tester) renew() error {
	t.close()
	var err error
	t.session, err = t.code.Open()
	return err
}

func (t *tester) count() (n int) {
	for _, s := range t.states {
		n += len(s)
	}
	return n
}

// fault makes a breach of an error that is the model's; ok is false for others.
func (t *tester) fault(err error) (b *Breach, ok bool) {
	if !atFault(err) {
		return nil, false
	}
	breach := t.asking
	breach.How = "that is no answer"
	var m *check.ModelError
	if errors.As(err, &m) {
		breach.First = "the model " + m.Problem
		if m.Detail != "" {
			breach.First += "\n" + m.Detail
		}
	} else {
		breach.First = err.Error()
	}
	return &breach, true
}

// The questions. Each notes what it is about, for a breach.

func (t *tester) about(o *history.Op) (About, error) {
	t.asking = Breach{Question: "Key and ReadOnly", Op: words(o)}
	return t.session.About(t.session.Op(o))
}

func (t *tester) init(key string) (string, error) {
	t.asking = Breach{Question: "Init", Key: key}
	return t.session.Init(key)
}

func (t *tester) step(state string, o *history.Op) ([]string, error) {
	t.asking = Breach{Question: "Step", Op: words(o), State: state}
	return t.session.Step(nil, state, t.session.Op(o))
}

func (t *tester) describe(state string) (string, error) {
	t.asking = Breach{Question: "Describe", State: state}
	return t.session.Describe(state)
}

// differs is a breach of the present question by two answers.
func (t *tester) differs(first, second, how string) *Breach {
	b := t.asking
	b.First, b.Second, b.How = first, second, how
	return &b
}

// words are an operation without the places where it stood.
func words(o *history.Op) string {
	args := make([]string, len(o.Args))
	for i, a := range o.Args {
		args[i] = string(a)
	}
	s := fmt.Sprintf("%s(%s)", o.Kind, strings.Join(args, ", "))
	switch {
	case o.Status == history.Unknown:
		return s + " of unknown end"
	case o.Result != "":
		return s + " = " + string(o.Result)
	}
	return s
}

// list shows next states.
func list(states []string) string {
	if len(states) == 0 {
		return "no state"
	}
	return strings.Join(states, " or ")
}
