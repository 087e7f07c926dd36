package model

import (
	"encoding"
	"encoding/json"
	"reflect"
)

// states are all states that either side has told of, by number.
type states[S any] struct {
	texts []string
	ids   map[string]uint64
	// values are the states themselves, where a copy shares no memory with the
	// original; known says which have been read.
	values []S
	known  []bool
	flat   bool
	// written are the numbers of flat states that have been written before. What is
	// equal has the same JSON, so it need not be written again.
	written map[any]uint64
}

func newStates[S any]() *states[S] {
	return &states[S]{ids: map[string]uint64{}, flat: flat(reflect.TypeFor[S]()), written: map[any]uint64{}}
}

// add takes a new state and gives its number.
func (t *states[S]) add(text string) uint64 {
	id := uint64(len(t.texts))
	t.ids[text] = id
	t.texts = append(t.texts, text)
	if t.flat {
		var none S
		t.values, t.known = append(t.values, none), append(t.known, false)
	}
	return id
}

// get gives a state that the model may do with what it likes. It is read from
// JSON even where the value is at hand: a state is what JSON says of it.
func (t *states[S]) get(id uint64) (s S, err error) {
	if t.flat && t.known[id] {
		return t.values[id], nil
	}
	if err = json.Unmarshal([]byte(t.texts[id]), &s); err != nil {
		return s, err
	}
	if t.flat {
		t.values[id], t.known[id] = s, true
	} else {
		clip(reflect.ValueOf(&s).Elem())
	}
	return s, nil
}

// flat says whether copies of a type share no memory that can be changed, and are
// the same exactly if they are equal by ==.
func flat(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return flat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !flat(t.Field(i).Type) {
				return false
			}
		}
		return true
	case reflect.Slice, reflect.Map, reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func, reflect.UnsafePointer,
		reflect.Float32, reflect.Float64, reflect.Complex64, reflect.Complex128:
		return false
	}
	return true
}

// clip takes from slices the room that reading left behind their last element:
// two states that a model makes by appending to one would share it.
func clip(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		v.SetCap(v.Len())
		if !flat(v.Type().Elem()) {
			for i := range v.Len() {
				clip(v.Index(i))
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				clip(f)
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			clip(v.Elem())
		}
	}
}

// lost gives the first field of a type that encoding/json does not write, as
// "stack.items"; "" if there is none.
func lost(t reflect.Type, seen map[reflect.Type]bool) string {
	if seen[t] || writesItself(t) || writesItself(reflect.PointerTo(t)) {
		return ""
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map, reflect.Pointer:
		return lost(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if !f.IsExported() && !f.Anonymous && f.Type.Size() > 0 {
				return t.Name() + "." + f.Name
			}
			if name := lost(f.Type, seen); name != "" {
				return name
			}
		}
	}
	return ""
}

func writesItself(t reflect.Type) bool {
	return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
}
