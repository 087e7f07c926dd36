package model

import (
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// The bounds of what is tried.
const (
	maxStates   = 256    // of each key
	maxFrontier = 8      // states that a walk follows at once
	maxPairs    = 20_000 // steps
)

// explore collects operations and the states that they lead to, and asks each
// question once.
func (t *tester) explore() (*Breach, error) {
	t.asking = Breach{Question: "start"}
	if err := t.renew(); err != nil {
		return nil, err
	}
	if err := t.collect(); err != nil {
		return nil, err
	}
	for _, run := range t.runs {
		if err := t.walk(run); err != nil {
			return nil, err
		}
	}
	t.pair()
	for i := range t.pairs {
		p := &t.pairs[i]
		var err error
		if p.next, err = t.step(p.state, t.ops[p.op].Op); err != nil {
			return nil, err
		}
	}
	for _, key := range t.keys {
		for _, s := range t.states[key] {
			if _, err := t.describe(s); err != nil {
				return nil, err
			}
		}
	}
	return nil, nil
}

// collect finds the operations that differ, with their twins without an answer.
func (t *tester) collect() error {
	known := map[Op]int{}
	for _, run := range t.runs {
		for i := range run {
			o := &run[i]
			if o.Status == history.Fail {
				continue
			}
			at, err := t.add(o, known, true)
			if err != nil {
				return err
			}
			if at < 0 || o.Status == history.Unknown || t.ops[at].twin != at {
				continue
			}
			twin := *o
			twin.Status, twin.Result = history.Unknown, ""
			other, err := t.add(&twin, known, false)
			if err != nil {
				return err
			}
			if other >= 0 {
				t.ops[at].twin = other
			}
		}
	}
	return nil
}

// add takes an operation and gives its index; -1 if the model cannot judge it.
func (t *tester) add(o *history.Op, known map[Op]int, recorded bool) (int, error) {
	n := t.session.Op(o)
	if at, ok := known[n]; ok {
		return at, nil
	}
	about, err := t.about(o)
	if err != nil {
		return 0, err
	}
	at := len(t.ops)
	if about.Problem != "" {
		at = -1
		if recorded {
			t.refused = append(t.refused, Remark{words(o), about.Problem})
		}
	} else {
		t.ops = append(t.ops, op{o, about, at})
		if !slices.Contains(t.keys, about.Key) {
			t.keys = append(t.keys, about.Key)
		}
	}
	known[n] = at
	return at, nil
}

// walk follows the operations of a run in the order of their calls, from some of
// the states that are possible, and keeps the states that it comes by. An operation
// that no state allows is passed over: it may have taken effect earlier.
func (t *tester) walk(run []history.Op) error {
	frontier := map[string][]string{}
	calls := make([]*history.Op, 0, len(run))
	for i := range run {
		if run[i].Status != history.Fail {
			calls = append(calls, &run[i])
		}
	}
	slices.SortStableFunc(calls, func(a, b *history.Op) int {
		switch {
		case a.Invoke < b.Invoke:
			return -1
		case a.Invoke > b.Invoke:
			return 1
		}
		return 0
	})
	for _, o := range calls {
		a, err := t.about(o)
		if err != nil {
			return err
		}
		if a.Problem != "" || len(t.states[a.Key]) >= maxStates {
			continue
		}
		from := frontier[a.Key]
		if from == nil {
			s, err := t.init(a.Key)
			if err != nil {
				return err
			}
			from = []string{s}
			t.reach(a.Key, from)
		}
		var next []string
		for _, s := range from {
			more, err := t.step(s, o)
			if err != nil {
				return err
			}
			next = append(next, more...)
		}
		t.reach(a.Key, next)
		if o.Status == history.Unknown {
			next = append(next, from...) // it may not have taken effect
		}
		slices.Sort(next)
		if next = slices.Compact(next); len(next) == 0 {
			next = from
		}
		frontier[a.Key] = next[:min(len(next), maxFrontier)]
	}
	return nil
}

// reach keeps states that are new.
func (t *tester) reach(key string, states []string) {
	for _, s := range states {
		if len(t.states[key]) < maxStates && !slices.Contains(t.states[key], s) {
			t.states[key] = append(t.states[key], s)
		}
	}
}

// pair lists the steps to be tried: each state with each operation of its key, or
// as many as may be, spread over all.
func (t *tester) pair() {
	all := uint64(0)
	for i := range t.ops {
		all += uint64(len(t.states[t.ops[i].about.Key]))
	}
	n := uint64(0)
	for i := range t.ops {
		for _, s := range t.states[t.ops[i].about.Key] {
			const golden = 2_654_435_761 // 2^32 over the golden ratio: its multiples spread evenly
			if n++; all <= maxPairs || uint64(uint32(n*golden))*all < maxPairs<<32 {
				t.pairs = append(t.pairs, pair{op: i, state: s})
			}
		}
	}
}
