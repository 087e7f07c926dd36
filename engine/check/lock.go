package check

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/history"
)

// Lock is the model of locks that one owner holds at a time, each under a key,
// "lock" among the named models. Its operations are
//
//	acquire(key, owner) = a fencing token, a number greater than all before;
//	    or true or no answer if the lock was got, false if it was held
//	release(key, owner) = true or no answer if owner held it, else false
//
// The owner is named, as a client goes on under another name after a call of
// unknown end.
type Lock struct{}

// LockState is the state of a lock. The zero value is free.
type LockState struct {
	// Holder is who holds it, in canonical form; "" if it is free.
	Holder history.Value
	// Token is the greatest fencing token that was given out; 0 if none was.
	Token int64
}

var lockWords = vocabulary{
	{kind: "acquire", min: 2, max: 2},
	{kind: "release", min: 2, max: 2, answer: maybe},
}

// Check is as Model asks.
func (Lock) Check(op *history.Op) error {
	if err := lockWords.check(op); err != nil {
		return err
	}
	if _, token := op.Result.Int(); op.Status == history.OK && !token && !maybe.fits(op.Result) {
		return fmt.Errorf("acquire must answer a fencing token, %s, not %q", answerWords[maybe], string(op.Result))
	}
	return nil
}

// Key is as Model asks: the first argument.
func (Lock) Key(op *history.Op) string { return string(op.Args[0]) }

// Init is as Model asks.
func (Lock) Init(string) LockState { return LockState{} }

// Step is as Model asks.
func (Lock) Step(next []LockState, s LockState, op *history.Op) []LockState {
	owner := op.Args[1]
	refused, answered := op.Result == "false", op.Status == history.OK
	switch {
	case op.Kind == "acquire" && s.Holder == "" && !refused:
		token, fenced := op.Result.Int()
		if fenced && token <= s.Token {
			return next
		}
		return append(next, LockState{owner, max(s.Token, token)})
	case op.Kind == "acquire" && answered && s.Holder != "" == refused:
		return append(next, s)
	case op.Kind == "release" && s.Holder == owner && !refused:
		return append(next, LockState{"", s.Token})
	case op.Kind == "release" && answered && s.Holder != owner && refused:
		return append(next, s)
	}
	return next
}

// ReadOnly is as Model asks.
func (Lock) ReadOnly(op *history.Op) bool { return op.Result == "false" }

// Describe is as Model asks.
func (Lock) Describe(s LockState) string {
	d := "free"
	if s.Holder != "" {
		d = "held by " + string(s.Holder)
	}
	if s.Token != 0 {
		d += fmt.Sprintf(" (last token %d)", s.Token)
	}
	return d
}
