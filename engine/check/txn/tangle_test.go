package txn_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// ring makes a history of n transactions each of which comes before the next, and
// the last before the first: for want of a read of its append where miss says so,
// else because the next one read it. All overlap.
func ring(n int, miss func(i int) bool) []history.Txn {
	txns := make([]history.Txn, n)
	for i := range txns {
		txns[i] = history.Txn{Client: "c" + strconv.Itoa(i), Status: history.OK}
	}
	for i := range txns {
		reader, writer := i, (i+1)%n
		read := history.Micro{F: history.Read, Key: "k" + strconv.Itoa(i), Known: true, List: []int64{}}
		if !miss(i) {
			reader, writer = writer, reader
			read.List = []int64{1}
		}
		txns[reader].Ops = append(txns[reader].Ops, read)
		txns[writer].Ops = append(txns[writer].Ops, history.Micro{F: history.Append, Key: read.Key, Value: 1})
	}
	return txns
}

// blind makes a history of n transactions that all append to one of few keys and
// find another one empty.
func blind(n int) []history.Txn {
	txns := make([]history.Txn, n)
	for i := range txns {
		txns[i] = history.Txn{Client: "c" + strconv.Itoa(i), Status: history.OK, Ops: []history.Micro{
			{F: history.Append, Key: "k" + strconv.Itoa(i%10), Value: int64(i)},
			{F: history.Read, Key: "k" + strconv.Itoa((i+1)%10), Known: true, List: []int64{}},
		}}
	}
	return txns
}

// tangles are histories of which all transactions form one circle, so that every
// search has all of them to go through.
var tangles = []struct {
	name string
	want string
	make func(n int) []history.Txn
}{
	{"reads", "G1c", func(n int) []history.Txn { return ring(n, func(int) bool { return false }) }},
	{"one-missed", "G-single", func(n int) []history.Txn { return ring(n, func(i int) bool { return i == 0 }) }},
	{"every-other-missed", "G-nonadjacent", func(n int) []history.Txn { return ring(n, func(i int) bool { return i%2 == 0 }) }},
	{"all-missed", "G2-item", func(n int) []history.Txn { return ring(n, func(int) bool { return true }) }},
	{"blind", "G2-item", blind},
}

// TestTwentyThousandTransactionsInOneCircleAreNamedRight also sees to it that a
// cycle of that length does not fill the report.
func TestTwentyThousandTransactionsInOneCircleAreNamedRight(t *testing.T) {
	for _, c := range tangles {
		txns := c.make(20_000)
		r := check(t, txns, strict, txn.Assume{})
		if got := summary(r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if text := r.Explain(txns); strings.Count(text, "\n") > 100 || len(r.Headline()) > 500 {
			t.Errorf("%s: the report has %d lines, the headline %d bytes", c.name, strings.Count(text, "\n"), len(r.Headline()))
		}
	}
}
