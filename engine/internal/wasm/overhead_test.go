//go:build unix

package wasm

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/sys"
)

func BenchmarkInstrument(b *testing.B) {
	mod := guest(b)
	b.SetBytes(int64(len(mod)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Instrument(mod, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// workloads are the kinds of guest work whose cost is measured, each with how
// many rounds make some tenths of a second.
var workloads = []struct {
	mode   string
	rounds int
}{{"maps", 10}, {"bytes", 10}, {"sha256", 10}, {"allocate", 15}, {"channel", 10}}

// placements are how much code stands before the program's. A loop's speed
// depends on where in memory its machine code lies, by a third and more, so a
// measure takes several places.
var placements = []int{0, 2, 4, 6}

// contender is one form of the guest, in all placements.
type contender struct {
	name string
	code []wazero.CompiledModule
}

// BenchmarkOverhead compares the user CPU of instrumented guests with that of
// the bare one. One iteration runs each form of the guest in each placement in
// turn; of each, the fastest iteration counts. Run it with -benchtime=5x on a
// quiet machine. "calls" is without and "loops" with Options.Loops; 1.10 means
// a tenth more than bare.
func BenchmarkOverhead(b *testing.B) {
	mod := guest(b)
	ctx := context.Background()
	r, err := newRuntime(ctx)
	if err != nil {
		b.Fatal(err)
	}
	defer r.Close(ctx)
	all := []*contender{{name: "bare"}, {name: "calls"}, {name: "loops"}}
	for i, bytes := range [][]byte{mod, rewritten(b, mod, Options{}), rewritten(b, mod, Options{Loops: true})} {
		for _, n := range placements {
			code, err := r.CompileModule(experimental.WithCompilationWorkers(ctx, 2), moved(b, bytes, n))
			if err != nil {
				b.Fatal(err)
			}
			all[i].code = append(all[i].code, code)
		}
	}
	means := make([]float64, len(all))
	measured := 0
	for _, w := range workloads {
		measured++
		b.Run(w.mode, func(b *testing.B) {
			best := make([][]time.Duration, len(all))
			for i := range all {
				best[i] = slices.Repeat([]time.Duration{math.MaxInt64}, len(placements))
			}
			for b.Loop() {
				for p := range placements {
					for i, c := range all {
						best[i][p] = min(best[i][p], userTime(b, r, c.code[p], w.mode, w.rounds))
					}
				}
			}
			for i, c := range all {
				ratio := 0.0
				for p := range placements {
					ratio += math.Log(float64(best[i][p]) / float64(best[0][p]))
				}
				means[i] += ratio / float64(len(placements))
				b.ReportMetric(math.Exp(ratio/float64(len(placements))), c.name)
			}
		})
	}
	b.Run("geometric_mean", func(b *testing.B) {
		for b.Loop() {
		}
		for i, c := range all {
			b.ReportMetric(math.Exp(means[i]/float64(max(1, measured))), c.name)
		}
	})
}

func rewritten(t testing.TB, mod []byte, o Options) []byte {
	t.Helper()
	m, err := Instrument(mod, o)
	if err != nil {
		t.Fatal(err)
	}
	return m.Bytes
}

// moved is mod with n stores more in its first function, which never runs.
func moved(t testing.TB, mod []byte, n int) []byte {
	const store = "\x41\x00\x41\x00\x36\x02\x00"
	return edited(t, mod, sectionCode, func(b []byte) []byte {
		r := reader{data: b, end: len(b)}
		out := appendU32(nil, r.u32())
		first := r.part(r.u32())
		body := slices.Clone(first.rest())
		const tail = "\x41\x00\x0b" // i32.const 0, end
		if !bytes.HasSuffix(body, []byte(tail)) {
			t.Fatalf("the first function is % x", body)
		}
		body = append(append(body[:len(body)-len(tail)], bytes.Repeat([]byte(store), n)...), tail...)
		out = append(appendU32(out, uint32(len(body))), body...)
		return append(out, r.rest()...)
	})
}

// userTime is how long the process computed while the guest ran.
func userTime(b *testing.B, r wazero.Runtime, code wazero.CompiledModule, mode string, rounds int) time.Duration {
	p := &process{slice: InitialCount}
	ctx := context.WithValue(context.Background(), processKey{}, p)
	config := wazero.NewModuleConfig().WithName("").WithArgs("guest", mode, strconv.Itoa(rounds))
	before := userNow(b)
	inst, err := r.InstantiateModule(ctx, code, config)
	if e, ok := err.(*sys.ExitError); err != nil && (!ok || e.ExitCode() != 0) {
		b.Fatal(err)
	}
	if inst != nil {
		inst.Close(ctx)
	}
	return userNow(b) - before
}

func userNow(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano())
}
