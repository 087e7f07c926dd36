package check

import (
	"fmt"
	"math"
	"strconv"

	"github.com/seedfall/seedfall/engine/history"
)

// Counter is the model of a number that begins at 0, "counter" among the named
// models. Its operations are
//
//	add(n), n may be negative
//	read() = number
//	add-and-get(n) = number after it
//
// The answer of add does not matter. Sums wrap around like int64.
type Counter struct{}

var counterWords = vocabulary{
	{kind: "add", min: 1, max: 1, numbers: true},
	{kind: "read", answer: whole},
	{kind: "add-and-get", min: 1, max: 1, numbers: true, answer: whole},
}

// Check is as Model asks.
func (Counter) Check(op *history.Op) error { return counterWords.check(op) }

// Key is as Model asks: there are no parts.
func (Counter) Key(*history.Op) string { return "" }

// Init is as Model asks.
func (Counter) Init(string) int64 { return 0 }

// Step is as Model asks.
func (Counter) Step(next []int64, s int64, op *history.Op) []int64 {
	if op.Kind != "read" {
		n, _ := op.Args[0].Int()
		s += n
	}
	if op.Status == history.OK && op.Kind != "add" {
		if n, _ := op.Result.Int(); n != s {
			return next
		}
	}
	return append(next, s)
}

// ReadOnly is as Model asks.
func (Counter) ReadOnly(op *history.Op) bool { return op.Kind == "read" || op.Args[0] == "0" }

// Describe is as Model asks.
func (Counter) Describe(s int64) string { return strconv.FormatInt(s, 10) }

// decide finds answers outside of what the adds that may have happened can give.
// It cannot find that all is well.
func (Counter) decide(p *part) (Verdict, *proof) {
	b := newBounds(p.calls)
	for i := range p.calls {
		c := &p.calls[i]
		if c.unknown() || c.op.Kind == "add" {
			continue
		}
		low, high, sure := b.at(c)
		if got, _ := c.op.Result.Int(); sure && (got < low || got > high) {
			return Violation, &proof{[]call{*c}, false, fmt.Sprintf("the adds that had returned and those under way allow only %d to %d", low, high)}
		}
	}
	return Undecided, nil
}

// bounds are sums of what adds add: of positive and of negative ones by the
// instants of their calls and of their returns.
type bounds struct {
	started, ended sums
	sure           bool
}

// maxAdd is the largest amount for which bounds are sure not to overflow.
const maxAdd = math.MaxInt32

func newBounds(calls []call) *bounds {
	b := &bounds{sure: len(calls) < math.MaxInt32}
	for i := range calls {
		c := &calls[i]
		if c.op.Kind == "read" {
			continue
		}
		n, _ := c.op.Args[0].Int()
		b.sure = b.sure && -maxAdd <= n && n <= maxAdd
		b.started.add(c.inv(), n)
		if !c.unknown() {
			b.ended.add(c.ret, n)
		}
	}
	b.started.close()
	b.ended.close()
	return b
}

// at gives the least and the greatest number that c may answer.
func (b *bounds) at(c *call) (low, high int64, sure bool) {
	surePlus, sureMinus := b.ended.before(c.inv())
	mayPlus, mayMinus := b.started.upTo(c.ret)
	if c.op.Kind == "add-and-get" { // its own is among those that may, and is sure
		n, _ := c.op.Args[0].Int()
		if n > 0 {
			surePlus += n
		} else {
			sureMinus += n
		}
	}
	return surePlus + mayMinus, mayPlus + sureMinus, b.sure
}
