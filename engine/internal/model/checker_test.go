package model

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

func TestAModelJudgesHistories(t *testing.T) {
	good := []history.Op{ended(1, "", "push", `"k"`, "7"), ended(3, "", "push", `"k"`, "8"), unknown(5, "pop", `"k"`),
		ended(7, "7", "pop", `"k"`), ended(9, "null", "pop", `"other"`)}
	bad := append(good[:len(good):len(good)], ended(11, "8", "pop", `"k"`))
	c := Checker(mode(t, "stack"))
	r, err := c.Check(good, check.Options{})
	if err != nil || r.Verdict != check.OK || r.Keys != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = c.Check(bad, check.Options{})
	if err != nil || r.Verdict != check.Violation {
		t.Fatalf("%+v, %v", r, err)
	}
	want := `key k: pop("k") = 8 by c [11, 12] cannot be explained.
Just before it the state could only be depth 0.`
	if got := r.Anomalies[0].Text; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// What a model appends to one list twice are two lists.
func TestNextStatesShareNoMemory(t *testing.T) {
	s := open(t, mode(t, "appends"))
	push := ended(1, "", "push")
	for state, want := range map[string][]string{"null": {"[1]", "[2]"}, "[0]": {"[0,1]", "[0,2]"}, "[0,0,0]": {"[0,0,0,1]", "[0,0,0,2]"}} {
		if next, err := s.Step(nil, state, s.Op(&push)); err != nil || !reflect.DeepEqual(next, want) {
			t.Errorf("%s: %q, %v; want %q", state, next, err, want)
		}
	}
}

func TestAModelAtFaultIsToldFromABadCall(t *testing.T) {
	read, add := ended(3, "1", "read"), ended(1, "", "add", "1")
	for _, c := range []struct{ mode, want string }{
		{"panics", "the model ends with panic: runtime error: slice bounds out of range [:2] with capacity 0\nasked about read() = 1 by c [3, 4]\nmain.sums"},
		{"spins", "the model does not come to an answer"},
		{"channel", "the model has a state that is none: a state cannot be written as JSON"},
		{"returns", "the model ends without an answer"},
		{"checks", "check: operation 1: read is no call of a counter"},
		{"unfit", "check: operation 0: there is no answer where the model needs a whole number of 64 bits"},
	} {
		_, err := Checker(mode(t, c.mode)).Check([]history.Op{add, read}, check.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.mode, err)
		}
		var fault *check.ModelError
		var bad *check.OpError
		if isFault := strings.HasPrefix(c.want, "the model"); errors.As(err, &fault) != isFault || errors.As(err, &bad) == isFault {
			t.Errorf("%s: a %T", c.mode, err)
		}
	}
}

func TestAModelThatRemembersIsFoundOut(t *testing.T) {
	_, err := Checker(mode(t, "remembers")).Check(sums(6), check.Options{})
	var fault *check.ModelError
	if !errors.As(err, &fault) || fault.Problem != "does not give the same answer each time" {
		t.Error(err)
	}
}

// What a check says depends on the history and nothing else, whoever else asks: also
// of a model that remembers.
func TestChecksDoNotDisturbEachOther(t *testing.T) {
	for _, name := range []string{"plain", "remembers"} {
		c, ops := Checker(mode(t, name)), sums(4)
		said := func() string {
			r, err := c.Check(ops, check.Options{})
			return fmt.Sprintf("%+v %v", r, err)
		}
		want := said()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 5 {
					if got := said(); got != want {
						t.Errorf("%s: %s; want %s", name, got, want)
					}
				}
			})
		}
		all.Wait()
	}
}

// A question that is longer than the model expects, and an answer of any length.
func TestLongMessagesArrive(t *testing.T) {
	s := open(t, mode(t, "stack"))
	long := "[" + strings.Repeat("7,", 3000) + "7]"
	push := ended(1, "", "push", `"k"`, "8")
	next, err := s.Step(nil, long, s.Op(&push))
	if want := strings.TrimSuffix(long, "]") + ",8]"; err != nil || len(next) != 1 || next[0] != want {
		t.Error(len(next), err)
	}
}
