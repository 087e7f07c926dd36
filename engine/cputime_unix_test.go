//go:build unix

package engine_test

import (
	"syscall"
	"testing"
	"time"
)

// cpuTime is what the process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// cpu reports a benchmark's processor time, which other work on the machine
// disturbs less than it does elapsed time. per is how many things an iteration
// does.
func cpu(b *testing.B, since time.Duration, per float64, unit string) {
	b.ReportMetric(float64(cpuTime()-since)/float64(b.N)/per, "cpu-ns/"+unit)
}
