// Package sim is what a program under test says to the simulation: properties
// that must hold, calls that a model judges, and connections to other nodes.
//
// Built for wasip1 and run by seedfall, every call reports to the simulator.
// Built for anything else it does the plain thing: a property that fails
// panics, Listen and Dial are those of package net. So code that uses sim also
// runs under go test -race. It depends on the standard library only.
package sim

import (
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/seedfall/seedfall/internal/abi"
)

// Always fails the run when cond is false. A sweep in which no seed reaches the
// call fails as well. name identifies the property; use a constant. details are
// key and value pairs that the failure shows, such as "key", k, "got", v.
func Always(cond bool, name string, details ...any) {
	check(abi.KindAlways, cond, name, details)
}

// Sometimes wants cond to be true in at least one evaluation of a sweep: it
// shows that a test gets where it is meant to get.
func Sometimes(cond bool, name string, details ...any) {
	check(abi.KindSometimes, cond, name, details)
}

// Reachable wants to be called at least once in a sweep.
func Reachable(name string, details ...any) {
	check(abi.KindReachable, true, name, details)
}

// Unreachable fails the run when it is called.
func Unreachable(name string, details ...any) {
	check(abi.KindUnreachable, false, name, details)
}

// Assert fails the run when cond is false, with a message formatted as by
// fmt.Sprintf. Unlike Always it has no name and need not be reached.
func Assert(cond bool, format string, args ...any) {
	if cond {
		check(abi.KindAssert, true, "", nil)
		return
	}
	check(abi.KindAssert, false, "", []any{fmt.Sprintf(format, args...)})
}

// Fail fails the run, with a message formatted as by fmt.Sprintf.
func Fail(format string, args ...any) {
	check(abi.KindFail, false, "", []any{fmt.Sprintf(format, args...)})
}

// Eventually returns at once and fails the run when cond has not become true
// within the given time. cond is called from a goroutine of its own, about
// every 64th part of within (between 1ms and 1s) and once at the end. If the
// process dies before, nothing is decided.
func Eventually(cond func() bool, within time.Duration, name string, details ...any) {
	eventually(cond, within, name, details)
}

// Budget is how many operations a workload of n operations should do: n, unless
// a shrunk schedule asks for fewer. It gives a number between 0 and n. What a
// schedule asks for is the sum over all calls of a run, Ops included.
func Budget(n int) int { return budget(n) }

// Ops counts through the operations of a workload of n: "for i := range
// sim.Ops(200)". It ends before n where a shrunk schedule asks for fewer. Unlike
// with Budget the number is not known beforehand, so that runs with fewer have
// the same beginning, which makes shrinking faster.
func Ops(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if budget(1) == 0 || !yield(i) {
				return
			}
		}
	}
}

// Quiet asks for a period without faults: partitions heal, paused nodes go on,
// crashed ones start, and nothing new strikes until the function that it gives
// is called, or the process ends. Use it to ask for what must hold once all is
// well, by Eventually for example. It returns at once; nodes that start need
// time to recover.
func Quiet() (end func()) {
	quiet(true)
	ended := false
	return func() {
		if !ended {
			ended = true
			quiet(false)
		}
	}
}

// interval is the time between two evaluations of an Eventually.
func interval(within time.Duration) time.Duration {
	return min(max(within/64, time.Millisecond), time.Second)
}

// describe renders details: a lone value as it is, pairs as key=value.
func describe(details []any) string {
	if len(details) == 1 {
		return fmt.Sprint(details[0])
	}
	var b strings.Builder
	for i := 0; i < len(details); i += 2 {
		if i > 0 {
			b.WriteByte(' ')
		}
		if i+1 == len(details) {
			fmt.Fprint(&b, details[i])
			break
		}
		fmt.Fprintf(&b, "%v=%v", details[i], details[i+1])
	}
	return b.String()
}
