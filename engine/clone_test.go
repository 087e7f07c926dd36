package engine_test

import (
	"errors"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/internal/world"
)

// cluster is a server and a client under every kind of fault.
const cluster = `{
	"duration": "20s",
	"nodes": [{"name": "server", "package": "$GUEST", "args": ["cluster-server"], "torn_writes": true}],
	"workload": {"package": "$GUEST", "args": ["cluster-client"]},
	"liveness": {"within": "30s"},
	"faults": {
		"crash": {"every": "2s"}, "crash_on_io": {"chance": "1/50"}, "pause": {"every": "3s"},
		"partition": {"every": "3s", "nodes": ["server", "workload"]}
	}
}`

// A clone that is made while disk, network and several goroutines are in flight
// goes on exactly as its original does, and so does a clone of the clone; none
// of them disturbs another.
func TestACloneGoesOnAsItsOriginalDoes(t *testing.T) {
	p := program(t, cluster)
	want := run(t, p, 3)
	for _, after := range []int{1, 7, 60, 200, 333} {
		original := p.World(t.Context(), engine.Input{Seed: 3})
		for range after {
			step(t, original)
		}
		first := clone(t, original)
		step(t, first)
		second := clone(t, first)
		for name, w := range map[string]*world.World{"second clone": second, "original": original, "first clone": first} {
			o, err := w.Run()
			if err != nil {
				t.Fatal(err)
			}
			if o.Digest != want.Digest || o.Events != want.Events {
				t.Errorf("%s of step %d: digest %s after %d events, want %s after %d", name, after, o.Digest, o.Events, want.Digest, want.Events)
			}
			w.Close()
		}
	}
}

func step(t *testing.T, w *world.World) {
	t.Helper()
	if w.Over() {
		t.Fatal("the run ended before the clone was made")
	}
	if err := w.Step(); err != nil {
		t.Fatal(err)
	}
}

// clone clones w, going on a step where a node is inside a time slice.
func clone(t *testing.T, w *world.World) *world.World {
	t.Helper()
	for {
		c, err := w.Clone()
		if err == nil {
			return c
		}
		if !errors.Is(err, world.ErrBusy) {
			t.Fatal(err)
		}
		step(t, w)
	}
}
