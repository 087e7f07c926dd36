package engine_test

import (
	"runtime"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

// pinned are the digests of seeds of examples/kvlog by the Go release that built
// the nodes. They are the same on every machine. A change of the engine or of the
// example that moves them belongs into CHANGELOG.md under Seeds; a machine that
// disagrees has found a bug.
var pinned = map[string]map[uint64]string{
	"go1.26.8": {1: "07a7ce4cf96180322d4eb59e4cb496a5", 2: "4dcff1072c54cb9d5bbf629a162ec16c", 3: "6368b46be38d50aefcf765675d7e2484", 77: "e020c6ced8fe9b030522966116e3c2b9"},
	"go1.27.3": {1: "df909552a0d2db9e58313cf99fb7d05e", 2: "34b4f29e271e0a13f0b23211f91436ca", 3: "d9bc2ee29bce31402c0e9be236c7ef8e", 77: "7c49500dc83879a2986b474a4bf96b74"},
}

func TestDigestsOfKvlogArePinned(t *testing.T) {
	for release, want := range pinned {
		t.Run(release, func(t *testing.T) {
			if testing.Short() && release != runtime.Version() {
				t.Skip("builds with a second toolchain, which takes minutes the first time")
			}
			p := kvlog(t, "GOTOOLCHAIN="+release)
			if p.GoVersion != release {
				t.Fatalf("built by %s", p.GoVersion)
			}
			for seed, digest := range want {
				r, err := p.Run(t.Context(), engine.Input{Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				if string(r.Digest) != digest {
					t.Errorf("seed %d: digest %q, pinned is %q", seed, r.Digest, digest)
				}
			}
		})
	}
}
