package model

import (
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// native is counter of testdata/models in the host.
type native struct{}

func (native) Check(*history.Op) error     { return nil }
func (native) Key(*history.Op) string      { return "" }
func (native) Init(string) int64           { return 0 }
func (native) ReadOnly(o *history.Op) bool { return o.Kind == "read" }
func (native) Describe(int64) string       { return "a number" }
func (native) Step(next []int64, s int64, o *history.Op) []int64 {
	if o.Kind == "add" {
		n, _ := o.Args[0].Int()
		return append(next, s+n)
	}
	if n, ok := o.Result.Int(); o.Status == history.Unknown || ok && n == s {
		return append(next, s)
	}
	return next
}

// sums is a history whose reads all come after adds that overlap, so that a search
// has to try many orders. The last read is wrong.
func sums(adds int) (ops []history.Op) {
	for i := range adds {
		ops = append(ops, history.Op{Kind: "add", Args: []history.Value{history.Int(1 << i)}, Invoke: 1, Return: 100, Status: history.OK})
	}
	return append(ops, ended(101, history.Int(-1), "read"))
}

// BenchmarkCheck judges the same history by a model in the host and by the same
// model as a program, in turns: the metric x-native is what the sandbox costs, in
// times of the check by the one.
func BenchmarkCheck(b *testing.B) {
	program, inside := Checker(mode(b, "plain")), check.Linearizable[int64](native{})
	ops := sums(12)
	var slow, fast time.Duration
	steps := int64(0)
	judge := func(c check.Checker) time.Duration {
		begin := time.Now()
		r, err := c.Check(ops, check.Options{})
		if err != nil || r.Verdict != check.Violation {
			b.Fatal(r, err)
		}
		steps = r.Steps
		return time.Since(begin)
	}
	n := 0
	for b.Loop() {
		slow, fast, n = slow+judge(program), fast+judge(inside), n+1
	}
	b.ReportMetric(float64(slow.Nanoseconds())/float64(n)/float64(steps), "ns/step")
	b.ReportMetric(float64(slow)/float64(fast), "x-native")
}

// BenchmarkStep is one question and its answer.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name, mode, state string
		op                history.Op
	}{
		{"a number", "plain", "5", ended(1, "", "add", "0")},
		{"a list of ten", "stack", "[1,2,3,4,5,6,7,8,9,10]", ended(1, "10", "pop", `"k"`)},
	} {
		b.Run(c.name, func(b *testing.B) {
			s := open(b, mode(b, c.mode))
			op := s.Op(&c.op)
			var next []string
			for b.Loop() {
				var err error
				if next, err = s.Step(next[:0], c.state, op); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen is what each history costs before the first question.
func BenchmarkOpen(b *testing.B) {
	c := mode(b, "plain")
	for b.Loop() {
		s, err := c.Open()
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}
