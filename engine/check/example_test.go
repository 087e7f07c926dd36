package check_test

import (
	"fmt"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// ticket is a dispenser of numbers: take() gives 1, then 2, and so on. Its state is
// the number that was taken last.
type ticket struct{}

func (ticket) Check(op *history.Op) error {
	if op.Kind != "take" {
		return fmt.Errorf("%s is no call of a dispenser", op.Kind)
	}
	return nil
}

func (ticket) Key(*history.Op) string { return "" }

func (ticket) Init(string) int64 { return 0 }

func (ticket) Step(next []int64, last int64, op *history.Op) []int64 {
	if n, ok := op.Result.Int(); op.Status == history.Unknown || ok && n == last+1 {
		return append(next, last+1)
	}
	return next
}

func (ticket) ReadOnly(*history.Op) bool { return false }

func (ticket) Describe(last int64) string { return fmt.Sprint(last) }

// A Model of one's own judges a history. To judge the runs of a program, hand the
// checker to engine.Prepare, as PrepareOptions.Models.
func ExampleLinearizable() {
	ops := []history.Op{
		{Client: "a", Kind: "take", Result: history.Int(1), Invoke: 1, Return: 3, Status: history.OK},
		{Client: "b", Kind: "take", Invoke: 2}, // b never heard the answer
		{Client: "a", Kind: "take", Result: history.Int(2), Invoke: 4, Return: 5, Status: history.OK},
		{Client: "c", Kind: "take", Result: history.Int(2), Invoke: 6, Return: 7, Status: history.OK},
	}
	r, err := check.Linearizable[int64](ticket{}).Check(ops, check.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict)
	for _, a := range r.Anomalies {
		fmt.Println(a.Text)
	}
	// Output:
	// violation
	// take() = 2 by c [6, 7] cannot be explained.
	// Just before it the state could only be 2 or 3.
}
