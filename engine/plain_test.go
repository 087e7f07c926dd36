package engine_test

import (
	"bytes"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
)

// With every stream plain a run depends on its schedule, and on the seed not at
// all: only the line that names it differs.
func TestPlainStreamsDoNotDependOnTheSeed(t *testing.T) {
	p := program(t, cluster)
	var all []string
	for _, s := range schedule.Streams {
		all = append(all, s.Name)
	}
	trace := func(seed uint64, plain []string) string {
		r, err := p.Run(t.Context(), engine.Input{Seed: seed, Trace: true, Schedule: &schedule.Schedule{Plain: plain, Faults: []schedule.Fault{
			{At: 2e9, Until: 3e9, Kind: schedule.Crash, Node: "server"},
			{At: 4e9, Until: 5e9, Kind: schedule.CrashIO, Node: "server", Op: 40, Point: schedule.After},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		_, rest, _ := bytes.Cut(b.Bytes(), []byte("\n"))
		return string(rest)
	}
	first := trace(1, all)
	if other := trace(2, all); other != first {
		t.Errorf("seeds 1 and 2 differ:\n%.2000s\n\n%.2000s", first, other)
	}
	for i := range all {
		some := append(append([]string{}, all[:i]...), all[i+1:]...)
		if all[i] != schedule.Ties && all[i] != schedule.Tearing && trace(1, some) == trace(2, some) {
			t.Errorf("%s is drawn from the seed, but seeds 1 and 2 agree", all[i])
		}
	}
}
