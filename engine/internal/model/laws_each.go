package model

import (
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// The ways in which a question is asked again.
const (
	atOnce   = "asked again at once"
	later    = "asked again after other questions"
	reversed = "asked of a new process in the reverse order"
)

// repeat asks for every step twice more.
func (t *tester) repeat() (*Breach, error) {
	for i := range t.pairs {
		for n := range 2 {
			next, err := t.step(t.pairs[i].state, t.ops[t.pairs[i].op].Op)
			if err != nil {
				return nil, err
			}
			if !slices.Equal(next, t.pairs[i].next) {
				return t.differs(list(t.pairs[i].next), list(next), []string{later, atOnce}[n]), nil
			}
		}
	}
	return nil, nil
}

// reverse asks a new process for every step, the last first.
func (t *tester) reverse() (*Breach, error) {
	if err := t.renew(); err != nil {
		return nil, err
	}
	for i := range t.pairs {
		p := &t.pairs[len(t.pairs)-1-i]
		next, err := t.step(p.state, t.ops[p.op].Op)
		if err != nil {
			return nil, err
		}
		if !slices.Equal(next, p.next) {
			return t.differs(list(p.next), list(next), reversed), nil
		}
	}
	return nil, nil
}

// keyed asks for keys again.
func (t *tester) keyed() (*Breach, error) {
	for i := range slices.Backward(t.ops) {
		o := &t.ops[i]
		twin := t.ops[o.twin]
		a, err := t.about(o.Op)
		if err != nil {
			return nil, err
		}
		t.asking.Question = "Key"
		if a.Key != o.about.Key {
			return t.differs(quoted(o.about.Key), quoted(a.Key), reversed), nil
		}
		if twin.about.Key != o.about.Key {
			return t.differs(quoted(o.about.Key), quoted(twin.about.Key), "asked about the same call without its answer"), nil
		}
	}
	return nil, nil
}

func quoted(key string) string { return fmt.Sprintf("%q", key) }

// readOnly looks at what read-only operations did.
func (t *tester) readOnly() (*Breach, error) {
	for i := range t.ops {
		o := &t.ops[i]
		for range 2 {
			a, err := t.about(o.Op)
			if err != nil {
				return nil, err
			}
			t.asking.Question = "ReadOnly"
			if a.ReadOnly != o.about.ReadOnly {
				return t.differs(fmt.Sprint(o.about.ReadOnly), fmt.Sprint(a.ReadOnly), later), nil
			}
		}
	}
	for i := range t.pairs {
		p := &t.pairs[i]
		o := &t.ops[p.op]
		if changed := slices.ContainsFunc(p.next, func(s string) bool { return s != p.state }); changed && o.about.ReadOnly {
			return &Breach{Question: "Step", Op: words(o.Op), State: p.state, First: list(p.next), How: "another state, and the operation is read-only"}, nil
		}
	}
	return nil, nil
}

// first asks for first states, in one process and in another.
func (t *tester) first() (*Breach, error) {
	said := map[string]string{}
	for round, how := range []string{"", later, reversed} {
		if round == 2 {
			if err := t.renew(); err != nil {
				return nil, err
			}
		}
		for i := range t.keys {
			key := t.keys[i]
			if round == 2 {
				key = t.keys[len(t.keys)-1-i]
			}
			for n := range 2 {
				s, err := t.init(key)
				if err != nil {
					return nil, err
				}
				before, known := said[key]
				if said[key] = s; known && before != s {
					return t.differs(before, s, []string{how, atOnce}[n]), nil
				}
			}
		}
	}
	return nil, nil
}

// described asks for the words of states, in one process and in another.
func (t *tester) described() (*Breach, error) {
	said := map[string]string{}
	for round, how := range []string{later, later, reversed} {
		if round == 2 {
			if err := t.renew(); err != nil {
				return nil, err
			}
		}
		for _, s := range t.all(round == 2) {
			w, err := t.describe(s)
			if err != nil {
				return nil, err
			}
			if w == "" {
				return t.differs(`""`, "", "no words"), nil
			}
			if before, known := said[s]; known && before != w {
				return t.differs(quoted(before), quoted(w), how), nil
			}
			said[s] = w
		}
	}
	return nil, nil
}

// again has states read and written.
func (t *tester) again() (*Breach, error) {
	for _, s := range t.all(false) {
		t.asking = Breach{Question: "JSON", State: s}
		text, err := t.session.Again(s)
		if err != nil {
			return nil, err
		}
		if text != s {
			return t.differs(s, text, "read from JSON and written again"), nil
		}
	}
	return nil, nil
}

// all are the states of all keys.
func (t *tester) all(backwards bool) (all []string) {
	for _, key := range t.keys {
		all = append(all, t.states[key]...)
	}
	if backwards {
		slices.Reverse(all)
	}
	return all
}

// suspicious names the kinds of calls whose operations of unknown end have no effect
// in any state, though they are not read-only: most likely the model looks for an
// answer that is not there.
func (t *tester) suspicious() (all []Remark) {
	example, effect := map[string]*history.Op{}, map[string]bool{}
	var kinds []string
	for i := range t.pairs {
		p := &t.pairs[i]
		o := &t.ops[p.op]
		if o.Status != history.Unknown || o.about.ReadOnly {
			continue
		}
		if example[o.Kind] == nil {
			example[o.Kind] = o.Op
			kinds = append(kinds, o.Kind)
		}
		effect[o.Kind] = effect[o.Kind] || slices.ContainsFunc(p.next, func(s string) bool { return s != p.state })
	}
	for _, kind := range kinds {
		if !effect[kind] {
			all = append(all, Remark{words(example[kind]), "no " + kind + " of unknown end changes any of the states; if it may, Step has to say so when op.Unknown is set, and if it may not, ReadOnly should be true"})
		}
	}
	return all
}
