package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Value is an argument or an answer: one JSON value in canonical form, so that
// two values are the same exactly if the strings are equal. Canonical means no
// space, the members of objects sorted by name, strings escaped as encoding/json
// does without regard to HTML, whole numbers without "-0". Other numbers stay as
// they were written. The zero value "" is no value at all, which is not null.
type Value string

// Null is the value that stands for "nothing is there".
const Null Value = "null"

// Canonical reads one JSON value. b may have space around and inside.
func Canonical(b []byte) (Value, error) {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var v any
	err := d.Decode(&v)
	if errors.Is(err, io.EOF) {
		return "", errors.New("value: empty; use null for nothing")
	}
	if err != nil {
		return "", fmt.Errorf("value: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errors.New("value: text after the end of the value")
	}
	return encode(positiveZero(v)), nil
}

// positiveZero replaces each "-0" inside v by "0".
func positiveZero(v any) any {
	switch v := v.(type) {
	case json.Number:
		if v == "-0" {
			return json.Number("0")
		}
	case []any:
		for i := range v {
			v[i] = positiveZero(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = positiveZero(v[k])
		}
	}
	return v
}

func encode(v any) Value {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // a string, or something that was just decoded
	}
	return Value(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

// Int gives the value of a whole number.
func Int(n int64) Value { return Value(strconv.FormatInt(n, 10)) }

// String gives the value of a text. Bytes that are not UTF-8 become U+FFFD.
func String(s string) Value { return encode(s) }

// Bool gives true or false.
func Bool(b bool) Value { return Value(strconv.FormatBool(b)) }

// List gives the list of elems, none of which may be "".
func List(elems ...Value) Value {
	n := 2
	for _, e := range elems {
		n += len(e) + 1
	}
	b := append(make([]byte, 0, n), '[')
	for i, e := range elems {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, e...)
	}
	return Value(append(b, ']'))
}

// Int gives the whole number that v is; ok is false if it is none, or one
// outside the range of int64.
func (v Value) Int() (n int64, ok bool) {
	n, err := strconv.ParseInt(string(v), 10, 64)
	return n, err == nil
}

// Text gives the text that v is; ok is false if it is none.
func (v Value) Text() (s string, ok bool) {
	if len(v) < 2 || v[0] != '"' {
		return "", false
	}
	err := json.Unmarshal([]byte(v), &s)
	return s, err == nil
}

// Elems gives the elements of the list that v is; ok is false if it is none.
func (v Value) Elems() (elems []Value, ok bool) {
	if len(v) < 2 || v[0] != '[' {
		return nil, false
	}
	var raw []json.RawMessage
	if json.Unmarshal([]byte(v), &raw) != nil {
		return nil, false
	}
	elems = make([]Value, len(raw))
	for i, r := range raw {
		elems[i] = Value(r)
	}
	return elems, true
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value Value
}

// Object gives the value of an object with these members, in any order and
// each name once.
func Object(members ...Member) Value {
	m := make(map[string]json.RawMessage, len(members))
	for _, e := range members {
		m[e.Name] = json.RawMessage(e.Value)
	}
	return encode(m)
}

// Members gives the members of the object that v is, sorted by name; ok is
// false if it is none.
func (v Value) Members() (members []Member, ok bool) {
	if len(v) < 2 || v[0] != '{' {
		return nil, false
	}
	var raw map[string]json.RawMessage
	if json.Unmarshal([]byte(v), &raw) != nil {
		return nil, false
	}
	for k, r := range raw {
		members = append(members, Member{k, Value(r)})
	}
	slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	return members, true
}
