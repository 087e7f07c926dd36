// Command stack is a model of a stack of numbers: push(n), pop() = n, or null if it
// is empty.
package main

import (
	"fmt"

	"github.com/seedfall/seedfall/sim/model"
)

func main() { model.Main(stack{}) }

type stack struct{}

func (stack) Init(string) []int64 { return nil }

func (stack) Step(s []int64, op model.Op) [][]int64 {
	switch op.Call {
	case "push":
		return [][]int64{append(s, op.Arg(0).Int())}
	case "pop":
		return pop(s, op)
	case "boom":
		panic("boom was called")
	}
	return nil
}

func pop(s []int64, op model.Op) [][]int64 {
	switch last := len(s) - 1; {
	case last < 0 && (op.Unknown || op.Answer.Null()):
		return [][]int64{s}
	case last >= 0 && (op.Unknown || !op.Answer.Null() && op.Answer.Int() == s[last]):
		return [][]int64{s[:last]}
	}
	return nil
}

func (stack) Key(model.Op) string { return "" }

func (stack) ReadOnly(op model.Op) bool {
	return op.Call == "pop" && !op.Unknown && op.Answer.Null()
}

func (stack) Describe(s []int64) string { return fmt.Sprint(s) }
