package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/internal/abi"
)

// Op is one call of the system under test, as its client saw it.
type Op struct {
	// Call is what was called, as sim.Invoke names it.
	Call string
	// Args are the arguments.
	Args []Value
	// Answer is what the call answered; empty if it answered nothing, or is
	// Unknown.
	Answer Value
	// Unknown says that nobody knows whether the call took effect, now or later,
	// or what it answered.
	Unknown bool
}

// NewOp makes an operation of unknown end, to test a model with: NewOp("push", 1).
// It panics if an argument is nothing that encoding/json can write.
func NewOp(call string, args ...any) Op {
	op := Op{Call: call, Unknown: true}
	for _, a := range args {
		op.Args = append(op.Args, valueOf(a))
	}
	return op
}

// Answers gives op with an answer: one value, or none.
func (op Op) Answers(value ...any) Op {
	op.Unknown, op.Answer = false, nil
	if len(value) > 0 {
		op.Answer = valueOf(value[0])
	}
	return op
}

// Arg is argument i, from 0. If there is none, the operation is not one that the
// model can judge, and the run fails with that.
func (op Op) Arg(i int) Value {
	if i >= len(op.Args) {
		unfit("%s has no argument %d", op, i)
	}
	return op.Args[i]
}

// String shows the operation as "push(1) = true".
func (op Op) String() string {
	args := make([]string, len(op.Args))
	for i, a := range op.Args {
		args[i] = string(a)
	}
	s := op.Call + "(" + strings.Join(args, ", ") + ")"
	switch {
	case op.Unknown:
		return s + " of unknown end"
	case len(op.Answer) > 0:
		return s + " = " + string(op.Answer)
	}
	return s
}

// Value is an argument or an answer: JSON without spaces, names sorted, so that
// two values are the same exactly if their texts are. Empty is no value. If a
// value is not what a method takes it for, the operation is not one that the model
// can judge, and the run fails with that.
type Value json.RawMessage

// Int is the value as a whole number.
func (v Value) Int() int64 {
	n, err := strconv.ParseInt(string(v), 10, 64)
	if err != nil {
		v.unfit("a whole number of 64 bits")
	}
	return n
}

// Text is the value as a string.
func (v Value) Text() (s string) {
	if len(v) == 0 || v[0] != '"' || json.Unmarshal(v, &s) != nil {
		v.unfit("a text")
	}
	return s
}

// Bool is the value as true or false.
func (v Value) Bool() bool {
	switch string(v) {
	case "true":
		return true
	case "false":
		return false
	}
	v.unfit("true or false")
	return false
}

// List is the value as a list.
func (v Value) List() (elems []Value) {
	if len(v) == 0 || v[0] != '[' || json.Unmarshal(v, &elems) != nil {
		v.unfit("a list")
	}
	return elems
}

// Null says that the value is null, or that there is none.
func (v Value) Null() bool { return len(v) == 0 || string(v) == "null" }

// Into reads the value into what a pointer points to, as encoding/json does.
func (v Value) Into(pointer any) {
	if err := json.Unmarshal(v, pointer); err != nil {
		v.unfit(fmt.Sprintf("a value for %T: %v", pointer, err))
	}
}

// Equal says whether two values are the same.
func (v Value) Equal(other Value) bool { return bytes.Equal(v, other) }

// String is the JSON of the value; "" if there is none.
func (v Value) String() string { return string(v) }

// MarshalJSON writes the value as it is, none as null.
func (v Value) MarshalJSON() ([]byte, error) { return json.RawMessage(v).MarshalJSON() }

// UnmarshalJSON takes the value as it is.
func (v *Value) UnmarshalJSON(b []byte) error {
	*v = append((*v)[:0], b...)
	return nil
}

func (v Value) unfit(wanted string) {
	if len(v) == 0 {
		unfit("there is no answer where the model needs %s", wanted)
	}
	unfit("%s is not %s", []byte(v), wanted)
}

// unfitError is what a model panics with over an operation that is not what it
// takes it for. The host knows it by its text.
type unfitError string

func (e unfitError) Error() string { return abi.ModelUnfit + string(e) }

func unfit(format string, args ...any) { panic(unfitError(fmt.Sprintf(format, args...))) }

// valueOf is the JSON of a value, names sorted.
func valueOf(v any) Value {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	if err == nil && b.Len() > 0 && b.Bytes()[0] == '{' { // a struct has the order of its fields
		var sorted map[string]any
		d := json.NewDecoder(bytes.NewReader(b.Bytes()))
		d.UseNumber()
		if err = d.Decode(&sorted); err == nil {
			b.Reset()
			err = e.Encode(sorted)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("model: a value for an operation: %v", err))
	}
	return Value(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
