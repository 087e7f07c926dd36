package wasm

import (
	"bytes"
	"encoding/binary"
)

// The layouts of runtime._func and runtime.inlinedCall, which did not change
// from Go 1.26 to 1.27.

// record is a runtime._func with its two lists of offsets.
type record []byte

const (
	recordSize = 44 // without the lists

	// noFuncData stands for a list entry without data.
	noFuncData = 0xffff_ffff
)

// Numbers of runtime functions that stacks treat in a special way
// (internal/abi.FuncID), of code that the compiler made (FuncIDWrapper), and of
// the tables looked at here.
const (
	idGoexit            = 8
	idMcall             = 12
	idSystemstackSwitch = 22
	idWrapper           = 23

	flagTop     = 1 // the outermost function of a stack
	flagSPWrite = 2 // moves the stack pointer where it likes

	pcdataInline   = 2
	funcdataInline = 3
)

// numbered are the functions that prove that the numbers above are meant.
var numbered = map[string]byte{
	"runtime.goexit": idGoexit, "runtime.mcall": idMcall, "runtime.systemstack_switch": idSystemstackSwitch,
}

// record is the i-th function's. The table has been checked to hold it.
func (t *PCTable) record(i int) record {
	return t.funcs[binary.LittleEndian.Uint32(t.funcs[8*i+4:]):]
}

func (r record) u32(at int) uint32 { return binary.LittleEndian.Uint32(r[at:]) }

func (r record) entry() uint32      { return r.u32(0) } // index into the module's table
func (r record) name() uint32       { return r.u32(4) }
func (r record) frameSizes() uint32 { return r.u32(16) }
func (r record) files() uint32      { return r.u32(20) }
func (r record) pcdata() uint32     { return r.u32(28) } // how many
func (r record) unit() uint32       { return r.u32(32) }
func (r record) line() uint32       { return r.u32(36) }
func (r record) id() byte           { return r[40] }
func (r record) funcdata() byte     { return r[43] } // how many

func (r record) wrapper() bool { return r.id() == idWrapper }

// last says that nothing is known about who called the function.
func (r record) last() bool { return r[41]&(flagTop|flagSPWrite) != 0 || r.id() == idMcall }

// size is that of the whole record.
func (r record) size() uint64 {
	return recordSize + 4*uint64(r.pcdata()) + 4*uint64(r.funcdata())
}

// inlineIndexes is where the values of a block's innermost inlined call begin; 0
// if nothing was inlined.
func (r record) inlineIndexes() uint32 {
	if r.pcdata() <= pcdataInline {
		return 0
	}
	return r.u32(recordSize + 4*pcdataInline)
}

// inlineTree is where the list of inlined calls begins, or noFuncData.
func (r record) inlineTree() uint32 {
	if r.funcdata() <= funcdataInline {
		return noFuncData
	}
	return r.u32(recordSize + 4*int(r.pcdata()) + 4*funcdataInline)
}

// call is a runtime.inlinedCall.
type call []byte

const callSize = 16

func (c call) wrapper() bool  { return c[0] == idWrapper }
func (c call) name() uint32   { return binary.LittleEndian.Uint32(c[4:]) }
func (c call) parent() uint32 { return binary.LittleEndian.Uint32(c[8:]) } // the block of the call
func (c call) line() uint32   { return binary.LittleEndian.Uint32(c[12:]) }

// noFile stands for a file that is not known.
const noFile = 0xffff_ffff

// file identifies the source file of a block.
func (t *PCTable) file(r record, block uint32) uint32 {
	n, ok := t.value(r.files(), block)
	at := 4 * (uint64(r.unit()) + uint64(n))
	if !ok || n < 0 || at+4 > uint64(len(t.units)) {
		return noFile
	}
	return binary.LittleEndian.Uint32(t.units[at:])
}

// name is the one that begins at an offset.
func (t *PCTable) name(at uint32) (string, bool) {
	if uint64(at) >= uint64(len(t.names)) {
		return "", false
	}
	n := bytes.IndexByte(t.names[at:], 0)
	if n < 0 {
		return "", false
	}
	return string(t.names[at:][:n]), true
}
