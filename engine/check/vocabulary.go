package check

import (
	"fmt"
	"strings"

	"github.com/seedfall/seedfall/engine/history"
)

// answer is the form that the answers of an operation must have.
type answer uint8

const (
	anything answer = iota // also no answer; the model does not look at it
	required               // any value, but not none
	whole                  // a whole number
	truth                  // true or false
	maybe                  // true, false, or none
	list                   // a list
	object                 // an object
)

var answerWords = [...]string{required: "an answer", whole: "a whole number", truth: "true or false",
	maybe: "true, false or no answer", list: "a list", object: "an object"}

// word is one operation that a model knows.
type word struct {
	kind     string
	min, max int // numbers of arguments
	numbers  bool
	answer   answer
}

// vocabulary is all operations that a model knows.
type vocabulary []word

// check says what is wrong with op.
func (v vocabulary) check(op *history.Op) error {
	for i := range v {
		if v[i].kind == op.Kind {
			return v[i].check(op)
		}
	}
	kinds := make([]string, len(v))
	for i := range v {
		kinds[i] = v[i].kind
	}
	return fmt.Errorf("kind %q is not known to this model; use %s", op.Kind, strings.Join(kinds, ", "))
}

func (w *word) check(op *history.Op) error {
	if n := len(op.Args); n < w.min || n > w.max {
		if w.min == w.max {
			return fmt.Errorf("%s takes %d arguments, not %d", w.kind, w.min, n)
		}
		return fmt.Errorf("%s takes %d to %d arguments, not %d", w.kind, w.min, w.max, n)
	}
	for i, a := range op.Args {
		if a == "" {
			return fmt.Errorf("argument %d of %s is empty; use null for nothing", i, w.kind)
		}
		if !w.numbers {
			continue
		}
		if _, ok := a.Int(); !ok {
			return fmt.Errorf("argument %d of %s must be a whole number, not %s", i, w.kind, a)
		}
	}
	if op.Status == history.OK && !w.answer.fits(op.Result) {
		return fmt.Errorf("%s must answer %s, not %q", w.kind, answerWords[w.answer], string(op.Result))
	}
	return nil
}

func (a answer) fits(v history.Value) (ok bool) {
	switch a {
	case required:
		return v != ""
	case whole:
		_, ok = v.Int()
		return ok
	case truth:
		return v == "true" || v == "false"
	case maybe:
		return v == "true" || v == "false" || v == ""
	case list:
		return len(v) > 1 && v[0] == '[' && v[len(v)-1] == ']'
	case object:
		_, ok = v.Members()
		return ok
	}
	return true
}
