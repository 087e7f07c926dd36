// Command models is the models of the tests of package model: the first argument
// says which.
package main

import (
	"os"

	"github.com/seedfall/seedfall/sim/model"
)

// modes are the models by their names.
var modes = map[string]func(){
	"stack": func() { model.Main(stack{}) },
	"plain": func() { model.Main(counter{}) },
}

func main() { modes[os.Args[1]]() }

// stack is a stack of numbers for each key: push(key, n), pop(key) = n or null.
type stack struct{}

func (stack) Init(string) []int64 { return nil }

func (stack) Step(s []int64, op model.Op) [][]int64 {
	switch {
	case op.Call == "push":
		return [][]int64{append(s, op.Arg(1).Int())}
	case op.Unknown && len(s) > 0:
		return [][]int64{s[:len(s)-1]}
	case op.Unknown:
		return nil
	case op.Answer.Null() && len(s) == 0:
		return [][]int64{s}
	case !op.Answer.Null() && len(s) > 0 && s[len(s)-1] == op.Answer.Int():
		return [][]int64{s[:len(s)-1]}
	}
	return nil
}

func (stack) Key(op model.Op) string { return op.Arg(0).Text() }

func (stack) ReadOnly(op model.Op) bool {
	return op.Call == "pop" && !op.Unknown && op.Answer.Null()
}

func (stack) Describe(s []int64) string { return "depth " + string(rune('0'+len(s))) }

// counter is a number from 0: add(n), read() = n.
type counter struct{}

func (counter) Init(string) int64 { return 0 }

func (counter) Step(s int64, op model.Op) []int64 {
	if op.Call == "add" {
		return []int64{s + op.Arg(0).Int()}
	}
	if op.Unknown || op.Answer.Int() == s {
		return []int64{s}
	}
	return nil
}

func (counter) Key(model.Op) string { return "" }

func (counter) ReadOnly(op model.Op) bool { return op.Call == "read" }

func (counter) Describe(int64) string { return "a number" }
