package check_test

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// stack is a model as a user would write it.
type stack struct{}

func (stack) Check(op *history.Op) error {
	if op.Kind != "push" && op.Kind != "pop" {
		return fmt.Errorf("kind %q is not known to a stack", op.Kind)
	}
	return nil
}

func (stack) Key(*history.Op) string       { return "" }
func (stack) Init(string) string           { return "" }
func (stack) ReadOnly(op *history.Op) bool { return op.Kind == "pop" && op.Result == history.Null }
func (stack) Describe(s string) string     { return "[" + s + "]" }
func (stack) Step(next []string, s string, op *history.Op) []string {
	switch {
	case op.Kind == "push":
		return append(next, s+string(op.Args[0]))
	case s == "" && (op.Status == history.Unknown || op.Result == history.Null):
		return append(next, s)
	case s == "" || op.Status == history.OK && string(op.Result) != s[len(s)-1:]:
		return next
	}
	return append(next, s[:len(s)-1])
}

func TestAModelOfTheUsersOwnIsJudgedAndExplained(t *testing.T) {
	call := func(at uint64, kind string, arg, result history.Value) history.Op {
		o := history.Op{Client: "c", Kind: kind, Result: result, Invoke: at, Return: at + 1, Status: history.OK}
		if arg != "" {
			o.Args = []history.Value{arg}
		}
		return o
	}
	ops := []history.Op{call(1, "push", "1", ""), call(3, "push", "2", ""), call(5, "pop", "", "2"), call(7, "pop", "", "1")}
	c := check.Linearizable[string](stack{})
	if r, err := c.Check(ops, check.Options{}); err != nil || r.Verdict != check.OK {
		t.Fatalf("got %+v, %v", r, err)
	}
	ops[2].Result, ops[3].Result = "1", "2"
	r, err := c.Check(ops, check.Options{})
	want := "pop() = 1 by c [5, 6] cannot be explained.\nJust before it the state could only be [12]."
	if err != nil || r.Verdict != check.Violation || r.Anomalies[0].Text != want {
		t.Fatalf("got %+v, %v", r, err)
	}
	ops[0].Kind = "peek"
	if _, err := c.Check(ops, check.Options{}); err == nil || err.Error() != `check: operation 0: kind "peek" is not known to a stack` {
		t.Errorf("got %v", err)
	}
}

// fickle answers differently each time.
type fickle struct {
	stack
	calls *int
}

func (f fickle) Step(next []string, s string, _ *history.Op) []string {
	*f.calls++
	if *f.calls > 4 {
		return next
	}
	return append(next, s+"x")
}

func TestAModelThatDoesNotAlwaysAnswerTheSameIsFoundOut(t *testing.T) {
	ops := make([]history.Op, 5)
	for i := range ops {
		ops[i] = history.Op{Kind: "push", Invoke: uint64(2 * i), Return: uint64(2*i + 1), Status: history.OK}
	}
	want := `check: key "": a search found a violation in 5 steps, and made again violation in 1: the model does not give the same answer each time`
	if _, err := check.Linearizable[string](fickle{calls: new(int)}).Check(ops, check.Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
