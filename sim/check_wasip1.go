//go:build wasip1

package sim

import (
	"runtime"
	"time"

	"github.com/seedfall/seedfall/internal/abi"
)

//go:wasmimport seedfall sim_site
func simSite(kind uint32, name, file string, line uint32, function string) uint32

//go:wasmimport seedfall sim_check
func simCheck(site, cond uint32, details string)

//go:wasmimport seedfall sim_begin
func simBegin(site uint32, within int64) uint32

//go:wasmimport seedfall sim_end
func simEnd(number, cond uint32, details string)

//go:wasmimport seedfall sim_budget
func simBudget(n int64) int64

// place is what a site is known by: where it is called, and the name that it
// passes there, which need not be constant.
type place struct {
	pc   uintptr
	kind uint32
	name string
}

// sites needs no lock: a wasip1 program runs on one thread, and nothing between
// its look-up and its update can switch goroutines away for long enough to
// matter: two numbers for one place are harmless.
var sites = map[place]uint32{}

// site gives the number of the call skip frames above it.
func site(kind uint32, name string, skip int) uint32 {
	var pcs [1]uintptr
	runtime.Callers(skip+2, pcs[:])
	p := place{pcs[0], kind, name}
	if n, ok := sites[p]; ok {
		return n
	}
	frame, _ := runtime.CallersFrames(pcs[:]).Next()
	n := simSite(kind, name, frame.File, uint32(frame.Line), frame.Function)
	sites[p] = n
	return n
}

func check(kind uint32, cond bool, name string, details []any) {
	text := ""
	if !cond {
		text = describe(details)
	}
	simCheck(site(kind, name, 2), flag(cond), text)
}

func eventually(cond func() bool, within time.Duration, name string, details []any) {
	number := simBegin(site(abi.KindEventually, name, 2), int64(within))
	deadline := time.Now().Add(within)
	go func() {
		for {
			if cond() {
				simEnd(number, 1, "")
				return
			}
			left := time.Until(deadline)
			if left <= 0 {
				simEnd(number, 0, describe(details))
				return
			}
			time.Sleep(min(left, interval(within)))
		}
	}()
}

func budget(n int) int { return int(simBudget(int64(n))) }

func flag(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
