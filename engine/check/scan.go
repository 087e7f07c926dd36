package check

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// calls gives the operations that may have had an effect, in the order of their
// invocations, after v has found nothing wrong with any.
func (v vocabulary) calls(ops []history.Op) ([]call, error) {
	if err := order(ops); err != nil {
		return nil, err
	}
	var all []call
	for i := range ops {
		o := &ops[i]
		if o.Status == history.Fail {
			continue
		}
		if err := v.check(o); err != nil {
			return nil, fmt.Errorf("check: operation %d: %w", i, err)
		}
		ret := o.Return
		if o.Status == history.Unknown {
			ret = forever
		}
		all = append(all, call{o, i, ret})
	}
	byInvocation(all)
	return all, nil
}

// UniqueIDs gives the checker of generators of identifiers, "unique-ids" among
// the named models: the one operation, generate() = value, never gives the same
// value twice.
func UniqueIDs() Checker { return uniqueIDs{} }

type uniqueIDs struct{}

var uniqueWords = vocabulary{{kind: "generate", answer: required}}

func (uniqueIDs) Check(ops []history.Op, _ Options) (*Result, error) {
	calls, err := uniqueWords.calls(ops)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	first := map[history.Value]*call{}
	for i := range calls {
		c := &calls[i]
		switch had := first[c.op.Result]; {
		case c.unknown():
		case had != nil:
			r.add("", Violation, scanned("", *c, []call{*had}, "that value was given before"))
			return r, nil
		default:
			first[c.op.Result] = c
		}
	}
	r.add("", OK, nil)
	return r, nil
}

// Leaders gives the checker of elections, "leader-election" among the named
// models: in each term at most one node is elected. Its one operation is
// elected(term, node), called by whoever learns of it. Without a node it is the
// one that the client runs on. A call of unknown end counts: whoever made it
// believed it.
func Leaders() Checker { return leaders{} }

type leaders struct{}

var leaderWords = vocabulary{{kind: "elected", min: 1, max: 2}}

func (leaders) Check(ops []history.Op, _ Options) (*Result, error) {
	calls, err := leaderWords.calls(ops)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	first := map[history.Value]*call{}
	for i := range calls {
		c := &calls[i]
		term := c.op.Args[0]
		switch had := first[term]; {
		case had == nil:
			first[term] = c
		case leader(had.op) != leader(c.op):
			r.add("", Violation, scanned("", *c, []call{*had}, fmt.Sprintf("term %s has two leaders, %s and %s", term, leader(had.op), leader(c.op))))
			return r, nil
		}
	}
	r.add("", OK, nil)
	return r, nil
}

func leader(op *history.Op) history.Value {
	if len(op.Args) > 1 {
		return op.Args[1]
	}
	return history.String(op.Origin.Node)
}
