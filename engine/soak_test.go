package engine_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

var soak = flag.Bool("soak", false, "run the soak: 2,000 seeds of kvlog, some minutes")

// kvlog prepares the example, without a cache beside it, built with env.
func kvlog(t testing.TB, env ...string) *engine.Program {
	t.Helper()
	c, err := config.Load("../examples/kvlog/seedfall.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := engine.Prepare(context.Background(), c, engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2, Env: env})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() }) //nolint:errcheck // the test is over
	return p
}

// resident is the process's memory in KiB, after the garbage is gone.
func resident(t *testing.T) int {
	t.Helper()
	runtime.GC()
	debug.FreeOSMemory()
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skipf("no /proc here to read the memory of a process from: %v", err)
	}
	_, rest, _ := bytes.Cut(b, []byte("VmRSS:"))
	n, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// After 2,000 seeds the process is as large as it was after 200, and it has as
// many goroutines.
func TestSoak(t *testing.T) {
	if !*soak {
		t.Skip("takes minutes; run it with -soak, as make test does")
	}
	p := kvlog(t)
	run := func(first, last uint64) {
		if _, err := p.Sweep(t.Context(), engine.Seeds{First: first, Last: last}, engine.SweepOptions{Jobs: 2}); err != nil {
			t.Fatal(err)
		}
	}
	run(1, 200)
	early, goroutines := resident(t), runtime.NumGoroutine()
	run(201, 2000)
	late := resident(t)
	t.Logf("after 200 seeds %d KiB, after 2000 %d KiB", early, late)
	if late > early+early/10+4096 {
		t.Errorf("memory grew from %d to %d KiB", early, late)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("goroutines grew from %d to %d", goroutines, n)
	}
}

// A seed of kvlog: a minute of virtual time, about 30 crashes.
func BenchmarkKvlogSeed(b *testing.B) {
	p := kvlog(b)
	since := cpuTime()
	for seed := uint64(1); b.Loop(); seed++ {
		if _, err := p.Run(b.Context(), engine.Input{Seed: seed%100 + 1}); err != nil {
			b.Fatal(err)
		}
	}
	cpu(b, since, 1, "seed")
}
