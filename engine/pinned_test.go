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
	"go1.26.8": {1: "37b5f62834c84182bf8154c7d1995fd3", 2: "6cb9a7fd572102f65ea51b5bb19bd0a7", 3: "3d9d5f16afd9ce190dc06f9b11597927", 77: "4a05db24747bfc4ffbc2be1385a5a217"},
	"go1.27.3": {1: "850278b142564acf8f11a61f2fa15065", 2: "cca73f12613c47730d12ca2955d2ecf4", 3: "90af97f80b1acbd3a0bf4d0f584c3be4", 77: "dc6ce0d38a5d9546c756708cb19c3b04"},
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
