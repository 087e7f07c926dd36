package model

import (
	"reflect"
	"testing"

	"github.com/seedfall/seedfall/engine/history"
)

func TestASessionAsksAModel(t *testing.T) {
	s := open(t, mode(t, "stack"))
	push, pop := ended(1, "", "push", `"k"`, "7"), ended(3, "7", "pop", `"k"`)
	about, err := s.About(s.Op(&push))
	if err != nil || about != (About{Key: "k"}) {
		t.Errorf("about push: %+v, %v", about, err)
	}
	empty, err := s.Init("k")
	if err != nil || empty != "null" {
		t.Errorf("init: %q, %v", empty, err)
	}
	one, err := s.Step(nil, empty, s.Op(&push))
	if err != nil || !reflect.DeepEqual(one, []string{"[7]"}) {
		t.Fatalf("push: %q, %v", one, err)
	}
	none, err := s.Step(nil, empty, s.Op(&pop))
	if err != nil || none != nil {
		t.Errorf("pop from nothing: %q, %v", none, err)
	}
	rest, err := s.Step([]string{"kept"}, one[0], s.Op(&pop))
	if err != nil || !reflect.DeepEqual(rest, []string{"kept", "[]"}) {
		t.Errorf("pop: %q, %v", rest, err)
	}
	if words, err := s.Describe("[1,2]"); err != nil || words != "depth 2" {
		t.Errorf("describe: %q, %v", words, err)
	}
	if again, err := s.Again("[1,2,3]"); err != nil || again != "[1,2,3]" {
		t.Errorf("again: %q, %v", again, err)
	}
	if s.Op(&history.Op{Kind: "push", Args: []history.Value{`"k"`, "7"}, Status: history.OK, Invoke: 99}) != s.Op(&push) {
		t.Error("operations that look the same have two numbers")
	}
}

// A program may say anything. What is no answer is an error, and states that are
// read are canonical JSON.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("\x02\x00\x03[1]\x01"))
	f.Add([]byte("\x01\x00\x07{\"b\": 1"))
	f.Add([]byte("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02"))
	f.Fuzz(func(t *testing.T, b []byte) {
		s := &Session{ids: map[string]uint64{}, in: b}
		s.add("0")
		next, err := s.states(nil)
		if err != nil {
			return
		}
		for _, n := range next {
			if v, err := history.Canonical([]byte(n)); err != nil || string(v) != n {
				t.Errorf("%q is a state: %v", n, err)
			}
		}
	})
}
