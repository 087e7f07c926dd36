package check

import "fmt"

// OpError says that a history cannot be judged because of one operation.
type OpError struct {
	// Index is the operation's in what was handed to Check.
	Index int
	// Err is what is wrong with it.
	Err error
}

func (e *OpError) Error() string { return fmt.Sprintf("check: operation %d: %v", e.Index, e.Err) }

// Unwrap gives what is wrong.
func (e *OpError) Unwrap() error { return e.Err }

// ModelError says that a model is at fault and not the history: it does not always
// give the same answer, or gives none.
type ModelError struct {
	// Problem ends the sentence that begins with "the model", such as "panics:
	// index out of range".
	Problem string
	// Detail says more, in lines; "" if there is no more to say.
	Detail string
}

func (e *ModelError) Error() string {
	if e.Detail == "" {
		return "the model " + e.Problem
	}
	return "the model " + e.Problem + "\n" + e.Detail
}
