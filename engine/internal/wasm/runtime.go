package wasm

import "strings"

// HostModule is the module of the two functions that a rewritten module calls.
// Both take and return nothing.
const (
	HostModule = "seedfall"
	// TickImport is called when the call counter reaches 0. The host sets the
	// counter again before it returns; otherwise the next tick comes after
	// 2^32 calls.
	TickImport = "tick"
	// WatchImport is called now and then inside loops that make no call, so
	// that the host can look at the real time spent. What it does must not
	// depend on how often it is called, except to end the run. Modules made
	// with Options.Loops do not import it.
	WatchImport = "watch"
)

// Names under which a rewritten module exports what it keeps private
// otherwise. The first eight are the registers of Go's runtime, mutable
// globals that are 0 until _start runs.
const (
	ExportSP    = "seedfall.sp"    // i32: Go's stack pointer
	ExportCTXT  = "seedfall.ctxt"  // i64: closure context
	ExportG     = "seedfall.g"     // i64: address of the running goroutine
	ExportRET0  = "seedfall.ret0"  // i64: result register
	ExportRET1  = "seedfall.ret1"  // i64: result register
	ExportRET2  = "seedfall.ret2"  // i64: result register
	ExportRET3  = "seedfall.ret3"  // i64: result register
	ExportPause = "seedfall.pause" // i32: not 0 makes wasm_pc_f_loop return

	// ExportCounter is the call counter, a mutable i32: the number of counted
	// calls until the next tick. It starts at InitialCount; 1 makes the next
	// counted call tick.
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

// global is one register of Go's runtime.
type global struct {
	export string
	typ    byte
}

const (
	globalSP    = 0
	globalPause = 7
)

var runtimeGlobals = [...]global{
	globalSP:    {ExportSP, typeI32},
	1:           {ExportCTXT, typeI64},
	2:           {ExportG, typeI64},
	3:           {ExportRET0, typeI64},
	4:           {ExportRET1, typeI64},
	5:           {ExportRET2, typeI64},
	6:           {ExportRET3, typeI64},
	globalPause: {ExportPause, typeI32},
}

func isOurExport(name string) bool { return strings.HasPrefix(name, HostModule+".") }
