package check

import (
	"errors"

	"github.com/seedfall/seedfall/engine/history"
)

// Queue is the model of a queue, first in first out, "queue" among the named
// models. Its operations are
//
//	enqueue(value), which may not be null
//	dequeue() = value, or null if the queue is empty
//
// The answer of enqueue does not matter.
type Queue struct{}

var queueWords = vocabulary{
	{kind: "enqueue", min: 1, max: 1},
	{kind: "dequeue", answer: required},
}

// Check is as Model asks.
func (Queue) Check(op *history.Op) error {
	if op.Kind == "enqueue" && op.Arg(0) == history.Null {
		return errors.New("enqueue cannot take null, which is what an empty queue answers")
	}
	return queueWords.check(op)
}

// Key is as Model asks: there are no parts.
func (Queue) Key(*history.Op) string { return "" }

// Init is as Model asks.
func (Queue) Init(string) history.Value { return "[]" }

// Step is as Model asks.
func (Queue) Step(next []history.Value, s history.Value, op *history.Op) []history.Value {
	if op.Kind == "enqueue" {
		return append(next, push(s, op.Args[0]))
	}
	head, rest := pop(s)
	if op.Status == history.OK && op.Result != head {
		return next
	}
	return append(next, rest)
}

// ReadOnly is as Model asks.
func (Queue) ReadOnly(op *history.Op) bool { return op.Kind == "dequeue" && op.Result == history.Null }

// Describe is as Model asks.
func (Queue) Describe(s history.Value) string { return string(s) }
