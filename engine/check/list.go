package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// ListAppend is the model of lists that grow at their end, each under a key,
// "list-append" among the named models. Its operations are
//
//	append(key, value)
//	read(key) = list of all values, oldest first
//
// The answer of append does not matter.
type ListAppend struct{}

var listWords = vocabulary{
	{kind: "append", min: 2, max: 2},
	{kind: "read", min: 1, max: 1, answer: list},
}

// Check is as Model asks.
func (ListAppend) Check(op *history.Op) error { return listWords.check(op) }

// Key is as Model asks: the first argument.
func (ListAppend) Key(op *history.Op) string { return string(op.Args[0]) }

// Init is as Model asks.
func (ListAppend) Init(string) history.Value { return "[]" }

// Step is as Model asks.
func (ListAppend) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	if op.Kind == "append" {
		return append(next, push(s, op.Args[1]))
	}
	return readStep(next, s, op)
}

// ReadOnly is as Model asks.
func (ListAppend) ReadOnly(op *history.Op) bool { return op.Kind == "read" }

// Describe is as Model asks.
func (ListAppend) Describe(s history.Value) string { return string(s) }

// decide takes the order of appends from the reads, if no value is appended
// twice.
func (ListAppend) decide(p *part) (Verdict, *proof) {
	appends := map[history.Value]*call{}
	var reads []*call
	for i := range p.calls {
		c := &p.calls[i]
		if c.op.Kind == "read" {
			reads = append(reads, c)
			continue
		}
		v := c.op.Args[1]
		if appends[v] != nil {
			return Undecided, nil
		}
		appends[v] = c
	}
	slices.SortStableFunc(reads, func(a, b *call) int { return cmp.Compare(len(a.op.Result), len(b.op.Result)) })
	for i := 1; i < len(reads); i++ {
		if !isPrefix(reads[i-1].op.Result, reads[i].op.Result) {
			return Violation, &proof{pair(reads[i-1], reads[i]), false, "of two lists that were read neither is the beginning of the other"}
		}
	}
	return rankAppends(p, reads, appends)
}

// isPrefix says that list a is the beginning of list b, by their canonical forms.
func isPrefix(a, b history.Value) bool {
	inner := string(a[:len(a)-1])
	return a == b || a == "[]" || strings.HasPrefix(string(b), inner) && b[len(inner)] == ','
}

// rankAppends ranks reads, which are sorted and of which each is the beginning
// of the next, and appends: those nobody saw come last.
func rankAppends(p *part, reads []*call, appends map[history.Value]*call) (Verdict, *proof) {
	var elems []history.Value
	if n := len(reads); n > 0 {
		elems = elements(reads[n-1].op.Result)
	}
	var all []ranked
	length, size := 0, len("[]") // of the list so far, in elements and in bytes
	for _, r := range reads {
		for ; size < len(r.op.Result); length++ {
			v := elems[length]
			a := appends[v]
			if a == nil {
				return Violation, &proof{[]call{*r}, false, fmt.Sprintf("nobody appended %s, or it is there twice", v)}
			}
			delete(appends, v)
			all = append(all, exactly(a, 2*length+1))
			size += len(v)
			if length > 0 {
				size += len(",")
			}
		}
		all = append(all, exactly(r, 2*length))
	}
	for i := range p.calls {
		if c := &p.calls[i]; c.op.Kind == "append" && !c.unknown() && appends[c.op.Args[1]] == c {
			all = append(all, exactly(c, 2*length+1))
		}
	}
	return inOrder(all)
}
