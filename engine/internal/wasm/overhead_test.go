package wasm

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/sys"
)

func cpu() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano())
}

// pad makes the first function, which never runs, longer by k stores, so that the machine code
// of all others lies elsewhere.
func pad(t testing.TB, mod []byte, k int) []byte {
	out := []byte(header)
	ss, err := splitSections(mod)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range ss {
		var b []byte
		r := s.body
		if s.id == sectionCustom {
			b = appendName(b, s.name)
		}
		if s.id == sectionCode {
			b = appendU32(b, r.u32())
			p := r.part(r.u32())
			code := append([]byte{}, p.data[p.pos:p.end]...)
			x := len(code) - 3
			code = slices.Insert(code, x, []byte(strings.Repeat("\x41\x00\x41\x00\x36\x02\x00", k))...)
			b = appendU32(b, uint32(len(code)))
			b = append(b, code...)
		}
		b = append(b, rest(&r)...)
		out = append(out, s.id)
		out = appendU32(out, uint32(len(b)))
		out = append(out, b...)
	}
	return out
}

func TestOverheadX(t *testing.T) {
	if os.Getenv("OV") == "" {
		t.Skip()
	}
	ctx := context.Background()
	mod := guest(t)
	r := newRuntime(ctx, t)
	type arm struct {
		name string
		code []wazero.CompiledModule
	}
	var arms []arm
	pads := []int{0, 2, 4, 6}
	for _, v := range strings.Split(os.Getenv("OV"), ",") {
		a := arm{name: v}
		b := mod
		if v != "bare" {
			var opts Options
			V, opts.Loops = strings.CutSuffix(v, "+loops")
			m, err := Instrument(mod, opts)
			if err != nil {
				t.Fatal(err)
			}
			b = m.Bytes
		}
		t0, w0 := cpu(), time.Now()
		for _, k := range pads {
			c, err := r.CompileModule(ctx, pad(t, b, k))
			if err != nil {
				t.Fatal(err)
			}
			a.code = append(a.code, c)
		}
		fmt.Printf("%-20s %8d bytes compile %v user %v\n", v, len(b), time.Since(w0), cpu()-t0)
		arms = append(arms, a)
	}
	modes := strings.Split(cmp.Or(os.Getenv("MODES"), "maps,bytes,sha256,allocate,channel"), ",")
	reps, _ := strconv.Atoi(cmp.Or(os.Getenv("REPS"), "3"))
	geo := make([]float64, len(arms))
	fmt.Printf("%-10s", "")
	for _, a := range arms {
		fmt.Printf(" %14s", a.name)
	}
	fmt.Println()
	for _, mode := range modes {
		best := make([][]float64, len(arms))
		info := make([]string, len(arms))
		for i := range arms {
			best[i] = slices.Repeat([]float64{math.Inf(1)}, len(pads))
		}
		for range reps {
			for j := range pads {
				for i, a := range arms {
					p := &process{}
					c := context.WithValue(ctx, processKey{}, p)
					t0 := cpu()
					inst, err := r.InstantiateModule(c, a.code[j], wazero.NewModuleConfig().WithArgs("guest", mode).WithStdout(&p.out).WithName("").WithSysNanotime().WithSysWalltime())
					if e, ok := err.(*sys.ExitError); err != nil && (!ok || e.ExitCode() != 0) {
						t.Fatal(err)
					}
					if inst != nil {
						inst.Close(ctx)
					}
					best[i][j] = min(best[i][j], (cpu() - t0).Seconds())
					info[i] = fmt.Sprintf("%d/%d", p.ticks, p.watches)
				}
			}
		}
		fmt.Printf("%-10s", mode)
		var base float64
		for i := range arms {
			m := 0.0
			for _, x := range best[i] {
				m += math.Log(x)
			}
			m = math.Exp(m / float64(len(pads)))
			if i == 0 {
				base = m
			}
			geo[i] += math.Log(m / base)
			fmt.Printf(" %6.3f %7s", m/base, info[i])
		}
		fmt.Printf("  base %.3fs\n", base)
		if os.Getenv("DIST") != "" {
			for i := range arms {
				fmt.Printf("   %s %.3f\n", arms[i].name, best[i])
			}
		}
	}
	fmt.Printf("%-10s", "geomean")
	for i := range arms {
		fmt.Printf(" %6.3f %7s", math.Exp(geo[i]/float64(len(modes))), "")
	}
	fmt.Println()
}
