//go:build unix

package check_test

import (
	"fmt"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// BenchmarkVersus judges the same storms with this package and with porcupine,
// one after the other: kind, operations, clients. Of each it reports the processor
// time and the allocated memory of one check, and how many times as much processor
// time and elapsed time porcupine takes. porcupine is given the history in a form
// of its own, made before, with numbers for values and states, and a limit of
// steps: undecided is 1 if it reached that, and its figures are those up to there.
func BenchmarkVersus(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		for _, clients := range []int{5, 10, 20, 30} {
			for _, k := range rivals {
				b.Run(fmt.Sprintf("%s/%d/%d", k.name, n, clients), func(b *testing.B) {
					ops := storm{ops: n, clients: clients, call: k.call()}.history()
					for b.Loop() {
						k.versus(b, ops)
					}
				})
			}
		}
	}
}

// rival is one kind of history.
type rival struct {
	name, model string
	call        func() storming
	theirs      porcupineModel
}

func (k rival) versus(b *testing.B, ops []history.Op) {
	c, _ := check.Named(k.model)
	ours := measure(func() {
		if r, err := c.Check(ops, check.Options{Budget: 100_000_000}); err != nil || r.Verdict != check.OK {
			b.Fatal(r, err)
		}
	})
	native := nativeOps(ops)
	var verdict check.Verdict
	theirs := measure(func() { verdict, _ = k.theirs.check(native, versusSteps(len(ops))) })
	if verdict == check.Violation {
		b.Fatal("porcupine says that it is a violation")
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ours.cpu.Seconds()*1e3, "cpu-ms")
	b.ReportMetric(theirs.cpu.Seconds()*1e3, "porcupine-cpu-ms")
	b.ReportMetric(theirs.cpu.Seconds()/ours.cpu.Seconds(), "cpu-ratio")
	b.ReportMetric(theirs.elapsed.Seconds()/ours.elapsed.Seconds(), "elapsed-ratio")
	b.ReportMetric(ours.megabytes, "MB")
	b.ReportMetric(theirs.megabytes, "porcupine-MB")
	undecided := 0.
	if verdict == check.Undecided {
		undecided = 1
	}
	b.ReportMetric(undecided, "undecided")
}

// versusSteps is the limit of steps of porcupine for n operations. It keeps n bits
// for many of them, so that more would take gigabytes.
func versusSteps(n int) int64 { return int64(min(2_000_000, 80_000_000_000/n)) }

// cost is what one check took.
type cost struct {
	cpu, elapsed time.Duration
	megabytes    float64 // allocated in all
}

// measure gives the mean cost of f over at least 100 milliseconds.
func measure(f func()) cost {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	cpu, at, rounds := cpuTime(), time.Now(), 0
	for rounds == 0 || cpuTime()-cpu < 100*time.Millisecond {
		f()
		rounds++
	}
	n := time.Duration(rounds)
	c := cost{cpu: (cpuTime() - cpu) / n, elapsed: time.Since(at) / n}
	runtime.ReadMemStats(&after)
	c.megabytes = float64(after.TotalAlloc-before.TotalAlloc) / float64(rounds) / (1 << 20)
	return c
}

// cpuTime is what the process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
