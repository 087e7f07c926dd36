package check

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// Set is the model of a set. Its operations are
//
//	add(value) = true if it was not there before, else false
//	remove(value) = true if it was there before, else false
//	contains(value) = true or false
//	read() = list of all values, in any order
//
// add and remove may go without an answer. SetChecker, "set" among the named
// models, chooses Whole as the history needs it.
type Set struct {
	// Whole says that the set is judged as one, which read needs. Otherwise each
	// value is a part of its own, which is far cheaper.
	Whole bool
}

var setWords = vocabulary{
	{kind: "add", min: 1, max: 1, answer: maybe},
	{kind: "remove", min: 1, max: 1, answer: maybe},
	{kind: "contains", min: 1, max: 1, answer: truth},
	{kind: "read", answer: list},
}

// Check is as Model asks.
func (s Set) Check(op *history.Op) error {
	if op.Kind == "read" && !s.Whole {
		return errors.New("read needs the whole set to be judged as one")
	}
	return setWords.check(op)
}

// Key is as Model asks: the value, or "" for the whole set.
func (s Set) Key(op *history.Op) string {
	if s.Whole {
		return ""
	}
	return string(op.Args[0])
}

// Init is as Model asks.
func (Set) Init(string) history.Value { return "[]" }

// Step is as Model asks. A state is the sorted list of what is in the set.
func (Set) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	elems := elements(s)
	if op.Kind == "read" {
		if op.Status == history.OK && !slices.Equal(sorted(elements(op.Result)), elems) {
			return next
		}
		return append(next, s)
	}
	at, there := slices.BinarySearch(elems, op.Args[0])
	says := there == (op.Kind != "add") // what it answers, if it answers
	if op.Status == history.OK && op.Result != "" && (op.Result == "true") != says {
		return next
	}
	switch {
	case op.Kind == "add" && !there:
		s = history.List(slices.Insert(elems, at, op.Args[0])...)
	case op.Kind == "remove" && there:
		s = history.List(slices.Delete(elems, at, at+1)...)
	}
	return append(next, s)
}

// ReadOnly is as Model asks.
func (Set) ReadOnly(op *history.Op) bool {
	return op.Kind == "read" || op.Kind == "contains" || op.Result == "false"
}

// Describe is as Model asks.
func (Set) Describe(s history.Value) string { return "{" + string(s[1:len(s)-1]) + "}" }

// SetChecker gives the checker of a set: value by value if nothing reads it all.
func SetChecker() Checker { return setChecker{} }

type setChecker struct{}

func (setChecker) Check(ops []history.Op, o Options) (*Result, error) {
	whole := slices.ContainsFunc(ops, func(o history.Op) bool { return o.Kind == "read" })
	return Linearizable(Set{whole}).Check(ops, o)
}

// decide knows whole sets to which each value is added once and none removed:
// reads tell in which order values came.
func (s Set) decide(p *part) (Verdict, *proof) {
	if !s.Whole {
		return Undecided, nil
	}
	adds := map[history.Value]*call{}
	var reads []*setRead
	for i := range p.calls {
		c := &p.calls[i]
		switch {
		case c.op.Kind == "read":
			reads = append(reads, &setRead{c, sorted(elements(c.op.Result))})
		case c.op.Kind != "add" || adds[c.op.Args[0]] != nil || c.op.Result == "false":
			return Undecided, nil
		default:
			adds[c.op.Args[0]] = c
		}
	}
	slices.SortStableFunc(reads, func(a, b *setRead) int { return cmp.Compare(len(a.elems), len(b.elems)) })
	return rankAdds(p, reads, adds)
}

// setRead is a read of a whole set with what it found, sorted.
type setRead struct {
	call  *call
	elems []history.Value
}

// rankAdds ranks reads, which are sorted by size, and all other calls by them.
func rankAdds(p *part, reads []*setRead, adds map[history.Value]*call) (Verdict, *proof) {
	var all []ranked
	rank := map[history.Value]int{} // of adds that were read
	for i, r := range reads {
		if i > 0 && !includes(r.elems, reads[i-1].elems) {
			return Violation, &proof{pair(reads[i-1].call, r.call), false, "of two sets that were read neither includes the other"}
		}
		for _, v := range r.elems {
			if rank[v] != 0 {
				continue
			}
			if adds[v] == nil {
				return Violation, &proof{[]call{*r.call}, false, fmt.Sprintf("nobody added %s", v)}
			}
			rank[v] = 2*i + 1
			all = append(all, exactly(adds[v], 2*i+1))
		}
		all = append(all, exactly(r.call, 2*i+2))
	}
	for i := range p.calls {
		c := &p.calls[i]
		if c.op.Kind == "add" && rank[c.op.Args[0]] == 0 && !c.unknown() {
			all = append(all, exactly(c, 2*len(reads)+1))
		}
	}
	return inOrder(all)
}

// includes says that sorted a has all of sorted b.
func includes(a, b []history.Value) bool {
	i := 0
	for _, v := range b {
		for i < len(a) && a[i] < v {
			i++
		}
		if i == len(a) || a[i] != v {
			return false
		}
	}
	return true
}
