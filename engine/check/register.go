package check

import "github.com/seedfall/seedfall/engine/history"

// Register is the model of one cell that is read and written, "register" and
// "cas-register" among the named models. Its operations are
//
//	read() = value
//	write(value)
//	cas(old, new) = true or false: sets new if the cell holds old
//
// The answer of write does not matter.
type Register struct {
	// First is what the cell holds at first; "" stands for null.
	First history.Value
}

// KV is the model of independent cells, each under a key: "kv" among the named
// models. Its operations are
//
//	get(key) = value, or null if there is none
//	put(key, value), where to put null is to delete
//	delete(key)
//	cas(key, old, new) = true or false: sets new if the cell holds old
//
// The answers of put and delete do not matter.
type KV struct{}

var registerWords = vocabulary{
	{kind: "read", answer: required},
	{kind: "write", min: 1, max: 1},
	{kind: "cas", min: 2, max: 2, answer: truth},
}

var kvWords = vocabulary{
	{kind: "get", min: 1, max: 1, answer: required},
	{kind: "put", min: 2, max: 2},
	{kind: "delete", min: 1, max: 1},
	{kind: "cas", min: 3, max: 3, answer: truth},
}

// Check is as Model asks.
func (Register) Check(op *history.Op) error { return registerWords.check(op) }

// Key is as Model asks: there are no parts.
func (Register) Key(*history.Op) string { return "" }

// Init is as Model asks.
func (r Register) Init(string) history.Value {
	if r.First == "" {
		return history.Null
	}
	return r.First
}

// Step is as Model asks.
func (Register) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	switch op.Kind {
	case "read":
		return readStep(next, s, op)
	case "write":
		return append(next, op.Args[0])
	}
	return casStep(next, s, op, op.Args[0], op.Args[1])
}

// ReadOnly is as Model asks.
func (Register) ReadOnly(op *history.Op) bool {
	return op.Kind == "read" || op.Kind == "cas" && op.Result == "false"
}

// Describe is as Model asks.
func (Register) Describe(s history.Value) string { return string(s) }

// Check is as Model asks.
func (KV) Check(op *history.Op) error { return kvWords.check(op) }

// Key is as Model asks: the first argument.
func (KV) Key(op *history.Op) string { return string(op.Args[0]) }

// Init is as Model asks: no key has a value.
func (KV) Init(string) history.Value { return history.Null }

// Step is as Model asks.
func (KV) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	switch op.Kind {
	case "get":
		return readStep(next, s, op)
	case "put":
		return append(next, op.Args[1])
	case "delete":
		return append(next, history.Null)
	}
	return casStep(next, s, op, op.Args[1], op.Args[2])
}

// ReadOnly is as Model asks.
func (KV) ReadOnly(op *history.Op) bool {
	return op.Kind == "get" || op.Kind == "cas" && op.Result == "false"
}

// Describe is as Model asks.
func (KV) Describe(s history.Value) string { return string(s) }

// readStep is a read, of known or unknown end, in state s.
func readStep(next []history.Value, s history.Value, op *history.Op) []history.Value {
	if op.Status == history.OK && op.Result != s {
		return next
	}
	return append(next, s)
}

// casStep is a comparison of s with from that sets to if they are equal.
func casStep(next []history.Value, s history.Value, op *history.Op, from, to history.Value) []history.Value {
	switch {
	case op.Status == history.OK && (op.Result == "true") != (s == from):
		return next
	case s == from:
		return append(next, to)
	}
	return append(next, s)
}

func (r Register) decide(p *part) (Verdict, *proof) { return zones(p, r.Init(""), cellAccess) }

func (KV) decide(p *part) (Verdict, *proof) { return zones(p, history.Null, cellAccess) }

// cellAccess is the valueOf of Register and KV.
func cellAccess(op *history.Op) (history.Value, access) {
	switch op.Kind {
	case "write", "put":
		return op.Args[len(op.Args)-1], writing
	case "delete":
		return history.Null, writing
	case "cas":
		return op.Args[len(op.Args)-1], comparing
	}
	return op.Result, reading
}
