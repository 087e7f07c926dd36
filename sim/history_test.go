package sim

import (
	"errors"
	"testing"
)

func TestValuesAreRecordedAsJSON(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{nil, `null`}, {[]byte(nil), `null`}, {5, `5`}, {"a<b", `"a<b"`}, {[]byte("text"), `"text"`}, {[]byte{0xff, 0}, `"base64:/wA="`},
		{[]any{[]byte("a"), nil, true}, `["a",null,true]`}, {[][]byte{[]byte("a"), []byte("b")}, `["a","b"]`}, {map[string]int{"b": 1, "a": 2}, `{"a":2,"b":1}`},
		{errors.New("why"), `"why"`}, {[]int{}, `[]`}, {struct{ A int }{1}, `{"A":1}`},
	} {
		if got, err := encode(c.value); got != c.want || err != nil {
			t.Errorf("%v: %s, %v; want %s", c.value, got, err, c.want)
		}
	}
	if got, err := encode(func() {}); err == nil {
		t.Errorf("a function is recorded as %s", got)
	}
}

// Without the simulation calls are recorded nowhere, but code that uses them
// runs, and what cannot be recorded is found.
func TestOutsideOfTheSimulationNothingIsRecorded(t *testing.T) {
	op := History("orders").Client("me").Invoke("cas", "k", 1, 2)
	op.OK(true)
	op.Fail("twice")
	Put("k", 1).Unknown(errors.New("timeout"))
	Get("k").OK(nil)
	x := Txn()
	x.Append("k", 1)
	x.Write("r", 2)
	x.Read("k", []int{1})
	x.Read("r", nil)
	x.Commit()
	end := Quiet()
	end()
	end()
	for name, f := range map[string]func(){
		"an argument": func() { Put("k", func() {}) },
		"an answer":   func() { Get("k").OK(func() {}) },
		"a read":      func() { Txn().Read("k", "text") },
	} {
		if !panics(f) {
			t.Errorf("%s that cannot be recorded goes unnoticed", name)
		}
	}
}

func panics(f func()) (yes bool) {
	defer func() { yes = recover() != nil }()
	f()
	return false
}
