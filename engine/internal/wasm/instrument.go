// Package wasm reads and rewrites the WebAssembly modules that the Go linker
// makes for GOOS=wasip1, so that a host can count their calls, stop them and
// park them as plain data.
//
// It knows what Go 1.26 and 1.27 emit and refuses everything else: a module
// from another toolchain would be counted wrongly or not at all.
package wasm

// Options say what Instrument adds besides the count of function entries.
type Options struct {
	// Loops counts jumps back on the call counter too, so that a loop without
	// calls ticks. False leaves them uncounted and has such a loop call
	// WatchImport now and then instead.
	Loops bool
}

// Module is a rewritten module.
type Module struct {
	// Bytes is the module in the binary format. The same input and Options
	// give the same bytes.
	Bytes []byte
	// Imports are the functions that the original imports, in its order. The
	// two of HostModule that Instrument adds are not among them.
	Imports []Import

	added int      // imports added
	names []string // of the original's own functions
}

// Instrument rewrites a command that the Go linker made for wasip1. Each Go
// function counts its entries on the global ExportCounter and calls TickImport
// when that reaches 0. The runtime's registers and wasm_pc_f_loop are exported.
// Each function that Go makes for a go:wasmimport can be unwound: if the host
// function sets ExportPause, the whole stack returns to the host and calling
// ExportLoop runs the import again, with the same arguments.
//
// Jumps forward inside a function no longer go round through its dispatch,
// which more than pays for the counting: rewritten programs run about as fast
// as the originals or faster.
//
// An error is an *Error. No input makes Instrument panic.
func Instrument(mod []byte, o Options) (*Module, error) {
	src, err := readSource(mod)
	if err != nil {
		return nil, err
	}
	w := newWriter(src, o)
	if err := w.module(); err != nil {
		return nil, err
	}
	return &Module{Bytes: w.out, Imports: src.imports, added: len(w.added), names: src.names}, nil
}
