package wasm

import "strings"

// HostModule is the module of the functions that a rewritten module calls.
// They take and return nothing.
const (
	HostModule = "seedfall"

	// TickImport is called when the call counter reaches 0. The host sets the
	// counter again before it returns; otherwise the next tick comes after
	// 2^32 calls. The caller is in the middle of any function, so the host
	// cannot park the module from here by ExportPause.
	TickImport = "tick"

	// WatchImport is called every few milliseconds by loops that make no call,
	// so that the host can look at the real time spent. It may end the run;
	// apart from that nothing may depend on how often it is called. Modules
	// made with Options.Loops do not import it, since all their loops tick.
	WatchImport = "watch"
)

// Names under which a rewritten module exports what it keeps private
// otherwise. The globals are mutable; those of Go's runtime are 0 until _start
// runs.
const (
	ExportSP    = "seedfall.sp"    // i32: Go's stack pointer
	ExportCTXT  = "seedfall.ctxt"  // i64: closure context
	ExportG     = "seedfall.g"     // i64: address of the running goroutine; 0 until there is one
	ExportRET0  = "seedfall.ret0"  // i64: result register
	ExportRET1  = "seedfall.ret1"  // i64: result register
	ExportRET2  = "seedfall.ret2"  // i64: result register
	ExportRET3  = "seedfall.ret3"  // i64: result register
	ExportPause = "seedfall.pause" // i32: a host function sets it to 1 to park the module

	// ExportCounter is the call counter, an i32: the number of counted calls
	// up to and including the one that ticks. It is InitialCount in a new
	// instance; the host sets it to 1 or more.
	ExportCounter = "seedfall.counter"

	// ExportLoop is the function wasm_pc_f_loop, () -> (), which resumes a
	// parked module.
	ExportLoop = "seedfall.loop"
)

// InitialCount is the value of the call counter in a new instance.
const InitialCount = 4_194_304

// PCBase is the number of the first function in Go's program counters: the
// counter of block b of own function i is (PCBase+i)<<16 | b. The table has
// own function i at the same place.
const PCBase = 0x1000

// Indexes of globals.
const (
	globalSP      = 0
	globalPause   = 7
	globalCounter = 8
	globalWork    = 9 // counts down to the next call of WatchImport
)

// runtimeGlobals are the registers of Go's runtime in the order of the linker.
var runtimeGlobals = [globalCounter]struct {
	export string
	typ    byte
}{
	{ExportSP, typeI32},
	{ExportCTXT, typeI64},
	{ExportG, typeI64},
	{ExportRET0, typeI64},
	{ExportRET1, typeI64},
	{ExportRET2, typeI64},
	{ExportRET3, typeI64},
	{ExportPause, typeI32},
}

// ExportedGlobals are the names of all globals that make up the state of an
// instance beside its memory, in the order of their indexes.
func ExportedGlobals() []string {
	var names []string
	for _, g := range runtimeGlobals {
		names = append(names, g.export)
	}
	return append(names, ExportCounter)
}

func isOurExport(name string) bool { return strings.HasPrefix(name, HostModule+".") }
