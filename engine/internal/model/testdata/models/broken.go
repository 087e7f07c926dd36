package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/seedfall/seedfall/sim"
	"github.com/seedfall/seedfall/sim/model"
)

// asked counts questions, for the models that remember them.
var asked int64

func init() {
	for name, m := range map[string]model.Model[int64]{
		"remembers":      remembers{},
		"tires":          tires{},
		"keyed-answer":   keyedAnswer{},
		"keyed-turns":    keyedTurns{},
		"writes-in-read": writesInRead{},
		"reads-by-turns": readsByTurns{},
		"init-counts":    initCounts{},
		"speechless":     speechless{},
		"babbles":        babbles{},
		"refuses":        refuses{},
		"panics":         panics{},
		"unfit":          unfit{},
		"spins":          spins{},
		"loops":          loops{},
		"sleeps":         sleeps{},
		"naps":           naps{},
		"waits":          waits{},
		"exits":          exits{},
		"hoards":         hoards{},
		"asserts":        asserts{},
		"records":        records{},
		"checks":         checks{},
	} {
		modes[name] = func() { model.Main(m) }
	}
	modes["lossy"] = func() { model.Main(other[drift]{}) }
	modes["hidden"] = func() { model.Main(other[hidden]{}) }
	modes["channel"] = func() { model.Main(other[chan int]{}) }
	modes["unreadable"] = func() { model.Main(other[unreadable]{}) }
	modes["appends"] = func() { model.Main(appends{}) }
	modes["returns"] = func() {}
	modes["native"] = func() { os.Exit(7) }
}

// remembers gives a wrong sum from its hundredth step on.
type remembers struct{ counter }

func (m remembers) Step(s int64, op model.Op) []int64 {
	if asked++; asked >= 100 {
		s += 1000
	}
	return m.counter.Step(s, op)
}

// tires lets a read pass that it has seen before.
type tires struct{ counter }

var seen = map[string]bool{}

func (m tires) Step(s int64, op model.Op) []int64 {
	q := fmt.Sprint(s, op)
	defer func() { seen[q] = true }()
	if seen[q] && op.Call == "read" {
		return []int64{s}
	}
	return m.counter.Step(s, op)
}

// keyedAnswer takes an answer for a key.
type keyedAnswer struct{ counter }

func (keyedAnswer) Key(op model.Op) string { return op.Answer.String() }

// keyedTurns gives another key each time.
type keyedTurns struct{ counter }

func (keyedTurns) Key(model.Op) string { asked++; return fmt.Sprint(asked / 2) }

// writesInRead takes adding for reading.
type writesInRead struct{ counter }

func (writesInRead) ReadOnly(model.Op) bool { return true }

// readsByTurns is of two minds.
type readsByTurns struct{ counter }

func (readsByTurns) ReadOnly(op model.Op) bool { asked++; return asked%3 == 0 && op.Call == "read" }

// initCounts begins at another number each time.
type initCounts struct{ counter }

func (initCounts) Init(string) int64 { asked++; return asked }

// speechless has no words for zero.
type speechless struct{ counter }

func (speechless) Describe(s int64) string {
	if s == 0 {
		return ""
	}
	return "some"
}

// babbles has other words each time.
type babbles struct{ counter }

func (babbles) Describe(int64) string { asked++; return fmt.Sprint("the ", asked, "th") }

// refuses allows no add of unknown end.
type refuses struct{ counter }

func (m refuses) Step(s int64, op model.Op) []int64 {
	if op.Unknown {
		return nil
	}
	return m.counter.Step(s, op)
}

// panics over reads.
type panics struct{ counter }

func (m panics) Step(s int64, op model.Op) []int64 {
	if op.Call == "read" {
		return sums(nil, s)
	}
	return m.counter.Step(s, op)
}

func sums(none []int64, s int64) []int64 { return none[s : s+1] }

// unfit takes every answer for a number.
type unfit struct{ counter }

func (unfit) Step(s int64, op model.Op) []int64 { return []int64{s + op.Answer.Int()} }

// spins calls without an end.
type spins struct{ counter }

func (spins) Step(s int64, _ model.Op) []int64 {
	for {
		s = forward(s)
	}
}

//go:noinline
func forward(s int64) int64 { return s + 1 }

// loops without calls.
type loops struct{ counter }

func (loops) Step(s int64, _ model.Op) []int64 {
	for {
		s++
	}
}

// sleeps without an end, naps for a while.
type sleeps struct{ counter }

func (sleeps) Step(int64, model.Op) []int64 {
	for {
		time.Sleep(time.Hour)
	}
}

type naps struct{ counter }

func (m naps) Step(s int64, op model.Op) []int64 {
	time.Sleep(time.Hour)
	return m.counter.Step(s, op)
}

// waits for what nobody sends.
type waits struct{ counter }

func (waits) Step(int64, model.Op) []int64 { <-make(chan int); return nil }

// exits in the middle.
type exits struct{ counter }

func (exits) Step(int64, model.Op) []int64 { os.Exit(3); return nil }

// hoards memory.
type hoards struct{ counter }

var hoard [][]byte

func (hoards) Step(int64, model.Op) []int64 {
	for {
		hoard = append(hoard, make([]byte, 32<<20))
	}
}

// asserts what is wrong; records as a node does.
type asserts struct{ counter }

func (asserts) Step(s int64, _ model.Op) []int64 {
	sim.Always(s < 0, "below zero")
	return nil
}

type records struct{ counter }

func (records) Step(int64, model.Op) []int64 { sim.Invoke("read").OK(1); return nil }

// checks knows one call only.
type checks struct{ counter }

func (checks) Check(op model.Op) error {
	if op.Call != "add" {
		return errors.New(op.Call + " is no call of a counter")
	}
	return nil
}

// other has states of another type, which mean nothing.
type other[S any] struct{}

func (other[S]) Init(string) (s S)         { return s }
func (other[S]) Step(s S, _ model.Op) []S  { return []S{s} }
func (other[S]) Key(model.Op) string       { return "" }
func (other[S]) ReadOnly(op model.Op) bool { return false }
func (other[S]) Describe(S) string         { return "a state" }

// drift is one more each time that it is read.
type drift int64

func (d *drift) UnmarshalJSON(b []byte) error {
	err := json.Unmarshal(b, (*int64)(d))
	*d++
	return err
}

// hidden has a field that nobody writes.
type hidden struct {
	Shown int
	deep  struct{ count int }
}

// unreadable is written and cannot be read.
type unreadable struct{ S fmt.Stringer }

func (unreadable) MarshalJSON() ([]byte, error) { return []byte(`{"S":5}`), nil }

// appends gives two states that grow out of one list.
type appends struct{ stack }

func (appends) Step(s []int64, op model.Op) [][]int64 {
	return [][]int64{append(s, 1), append(s, 2)}
}
