package engine_test

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

// The figures of docs/performance.md; scripts/bench.sh prints them.

// A boot: instance, runtime start, main, exit.
func BenchmarkBoot(b *testing.B) {
	p := program(b, alone("ok"))
	since := cpuTime()
	for b.Loop() {
		sweepOnce(b, p, 1)
	}
	cpu(b, since, 1, "boot")
}

// sweepOnce runs a seed without keeping its trace.
func sweepOnce(b *testing.B, p *engine.Program, seed uint64) {
	r, err := p.Run(b.Context(), engine.Input{Seed: seed})
	if err != nil || r.Failure != nil {
		b.Fatal(err, r.Failure)
	}
}

// A hand-over: one node parks, the clock jumps, another goes on. Each round
// trip of the two nodes is two.
func BenchmarkHandOver(b *testing.B) {
	const trips = 10_000
	p := program(b, fmt.Sprintf(`{"duration": "24h", "nodes": [{"name": "server", "package": "$GUEST", "args": ["pong"]}],
		"workload": {"package": "$GUEST", "args": ["ping", "%d"]}}`, trips))
	since := cpuTime()
	for b.Loop() {
		sweepOnce(b, p, 1)
	}
	cpu(b, since, 2*trips, "hand-over")
}

// A clone of a world of two nodes in the middle of its work.
func BenchmarkClone(b *testing.B) {
	w := program(b, cluster).World(b.Context(), engine.Input{Seed: 3})
	defer w.Close()
	for range 200 {
		if err := w.Step(); err != nil {
			b.Fatal(err)
		}
	}
	since := cpuTime()
	for b.Loop() {
		c, err := w.Clone()
		if err != nil {
			b.Fatal(err)
		}
		c.Close()
	}
	cpu(b, since, 1, "clone")
}

// A second of virtual time of a busy cluster under every kind of fault.
func BenchmarkCluster(b *testing.B) {
	p := program(b, cluster)
	since := cpuTime()
	for seed := uint64(1); b.Loop(); seed++ {
		sweepOnce(b, p, seed%20+1)
	}
	cpu(b, since, 1, "seed")
}
