package engine_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/vtime"
)

// sweep gives the digest of each seed.
func sweep(t *testing.T, p *engine.Program, seeds engine.Seeds, jobs int) map[uint64]string {
	t.Helper()
	digests := map[uint64]string{}
	var order []uint64
	s, err := p.Sweep(t.Context(), seeds, engine.SweepOptions{Jobs: jobs, Check: true, Each: func(r *engine.Result) {
		digests[r.Seed] = string(r.Digest)
		order = append(order, r.Seed)
	}})
	if err != nil {
		t.Fatal(err)
	}
	if s.Failed > 0 || !s.Complete() || !slices.IsSorted(order) {
		t.Errorf("%d failed, %d of %d ran, in the order %v", s.Failed, s.Ran, s.Seeds, order)
	}
	return digests
}

func TestTheNumberOfJobsChangesNoDigest(t *testing.T) {
	p := program(t, cluster)
	seeds := engine.Seeds{First: 1, Last: 6}
	one, eight := sweep(t, p, seeds, 1), sweep(t, p, seeds, 8)
	if !maps.Equal(one, eight) {
		t.Errorf("-j 1: %v\n-j 8: %v", one, eight)
	}
	distinct := map[string]bool{}
	for _, d := range one {
		distinct[d] = true
	}
	if len(distinct) != len(one) {
		t.Errorf("different seeds gave the same trace: %v", one)
	}
}

// The schedule of a run, replayed, gives the same run; and with one fault
// taken out, the others still happen where they did.
func TestAScheduleReplaysTheRunItWasTakenFrom(t *testing.T) {
	p := program(t, strings.Replace(cluster, `"cluster-client"]`, `"cluster-client", "400"]`, 1))
	drawn := run(t, p, 5)
	if len(drawn.Schedule.Faults) < 5 {
		t.Fatalf("only %d faults", len(drawn.Schedule.Faults))
	}
	decoded, _, err := schedule.Parse(drawn.Schedule.Encode())
	if err != nil {
		t.Fatal(err)
	}
	replay := func(s *schedule.Schedule) *engine.Result {
		r, err := p.Run(t.Context(), engine.Input{Seed: s.Seed, Schedule: s, Trace: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := replay(decoded); r.Digest != drawn.Digest {
		t.Errorf("digest %s, want %s\n%s", r.Digest, drawn.Digest, text(t, r))
	}
	for i, gone := range decoded.Faults {
		if gone.Kind != schedule.Pause {
			continue
		}
		less := decoded.Clone()
		less.Faults = slices.Delete(less.Faults, i, i+1)
		kept := 0
		for _, f := range replay(less).Schedule.Faults {
			if slices.ContainsFunc(less.Faults, func(g schedule.Fault) bool { return f.Kind == g.Kind && f.Node == g.Node && f.Op == g.Op }) {
				kept++
			}
		}
		if kept < len(less.Faults)*3/4 {
			t.Errorf("without fault %d only %d of %d others were taken", i, kept, len(less.Faults))
		}
	}
}

// Waiting costs nothing: ten minutes of three idle nodes are a few hundred
// events and some thousand host calls at most.
func TestIdleNodesCostNoEvents(t *testing.T) {
	p := program(t, `{"duration": "10m", "nodes": [
		{"name": "a", "package": "$GUEST", "args": ["idle"]},
		{"name": "b", "package": "$GUEST", "args": ["idle"]},
		{"name": "c", "package": "$GUEST", "args": ["idle"]}]}`)
	r := run(t, p, 1)
	if r.Failure != nil || vtime.Duration(r.At) != 10*vtime.Minute {
		t.Errorf("ended at %v: %v", r.At, r.Failure)
	}
	if r.Events > 100 {
		t.Errorf("%d events for 30 ticks", r.Events)
	}
}

func BenchmarkTenIdleMinutes(b *testing.B) {
	p := program(b, `{"duration": "10m", "nodes": [
		{"name": "a", "package": "$GUEST", "args": ["idle"]},
		{"name": "b", "package": "$GUEST", "args": ["idle"]},
		{"name": "c", "package": "$GUEST", "args": ["idle"]}]}`)
	since := cpuTime()
	for b.Loop() {
		run(b, p, 1)
	}
	cpu(b, since, 1, "run")
}
