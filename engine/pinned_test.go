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
	"go1.26.8": {1: "40ce14bd948298326147592faf5aa3b1", 2: "81c8b91637eaf1450af7587a3e0caf44", 3: "939ddb194642a3d73e88896400aca00e", 77: "0a3b25d1102eac740fe2c49dad0578d2"},
	"go1.27.3": {1: "f4f4054770a9196da92d0b800051e8cd", 2: "d7f79a6751b925a286efdfe0c30fe583", 3: "9a5f4709ae4d48bdbb518224746b4ceb", 77: "309760b6ef75657969ee0b0c949a0981"},
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
