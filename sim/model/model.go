// Package model is what a program imports that judges histories for seedfall: a
// sequential specification of what the system under test does. The program's main
// function calls Main with it; seedfall builds the program for wasip1 and asks it
// in a sandbox of its own, without files, network, or a clock that moves. The
// model itself is plain Go, and can be tested as such. It depends on the standard
// library only.
package model

// Model is a sequential specification: what a single copy of the system does when
// operations come one after the other. S is its state, anything that encoding/json
// can write and read. Two states are the same exactly if their JSON is, whatever
// the order of names in objects.
//
// Every method gives the same answer for the same arguments, whatever was asked
// before: a model remembers nothing. seedfall model test finds one that does. No
// method sees an operation that has failed.
type Model[S any] interface {
	// Init is the state of a part of the system before its first operation.
	Init(key string) S
	// Step gives each state that may follow s when op takes effect with the answer
	// that it got, in any order. None means that op cannot have got this answer in
	// s. An op that is Unknown has no answer: Step gives every state that it may
	// leave, or none where it leaves s as it is. Step may change s, which is a copy.
	Step(s S, op Op) []S
	// Key says which part of the system op belongs to. Parts are judged apart,
	// which is far cheaper, and right only if no operation on one can be seen in
	// another. It depends on the call and its arguments only. A model without parts
	// gives "" always.
	Key(op Op) string
	// ReadOnly says that op, with the answer that it got, changes no state. A wrong
	// true makes verdicts wrong, a wrong false makes them slow.
	ReadOnly(op Op) bool
	// Describe gives the state in plain words, such as "5" or "held by c1".
	Describe(s S) string
}

// Checker is what a Model may have besides: Check says what is wrong with an
// operation that the model cannot judge, such as one that it does not know. The
// run fails then and shows the operation with this text. The other methods see
// only operations without such an error. A model that has no Check allows an
// operation that it does not know in no state.
type Checker interface {
	Check(op Op) error
}

// Main answers seedfall's questions and does not return. Run in any other way than
// as a model, the program says how to use it and exits with code 2.
func Main[S any](m Model[S]) { run(m) }
