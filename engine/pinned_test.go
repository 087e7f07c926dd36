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
	"go1.26.8": {1: "46ef01bb5cb9f1f6d2404b20b9ad9b31", 2: "47e52207ddd5ed7a3c9df5547e4423ec", 3: "6f77d7aca4bd236ea8d8c65f96822ddc", 77: "8ffa46ddaeb6b0134b98590e73284835"},
	"go1.27.3": {1: "da3bbafd585c907bf72ad9fd1de79c11", 2: "7ec0d4c89b45b5d67e80b276b36f0733", 3: "cfaf25a215ef6d54990f0e47e6f9dcd9", 77: "2e4c65862c4fd5e20179b468c9ee8346"},
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
