package wasm

// operands is what follows an opcode in the code of a function.
type operands uint8

const (
	refused      operands = iota // not an instruction that Go emits
	plain                        // nothing
	blockType                    // a block type, which opens a level
	label                        // one label
	labelTable                   // a vector of labels and the default one
	index                        // one index
	twoIndexes                   // two indexes
	memArg                       // alignment and offset
	zeroByte                     // a reserved byte
	twoZeroBytes                 // two reserved bytes
	const32                      // signed 32-bit number
	const64                      // signed 64-bit number
	float32bits                  // 4 bytes
	float64bits                  // 8 bytes
	prefixed                     // a second opcode
)

// Opcodes that the patches use or look for.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opLocalGet     = 0x20
	opLocalSet     = 0x21
	opLocalTee     = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opI64Store     = 0x37
	opI32Const     = 0x41
	opI64Const     = 0x42
	opI32Eqz       = 0x45
	opI32LtS       = 0x48
	opI32GeS       = 0x4e
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opPrefixMisc   = 0xfc
)

const (
	voidBlock = 0x40 // as a byte
	voidType  = -64  // as a number
	typeFunc  = 0x60
	typeI32   = 0x7f
	typeI64   = 0x7e
	funcRef   = 0x70
)

// opcodeOperands has the operands of every one-byte opcode that Go emits.
var opcodeOperands = func() (t [256]operands) {
	set := func(from, to int, o operands) {
		for op := from; op <= to; op++ {
			t[op] = o
		}
	}
	set(0x00, 0x01, plain) // unreachable, nop
	set(opBlock, opIf, blockType)
	set(opElse, opElse, plain)
	set(opEnd, opEnd, plain)
	set(opBr, opBrIf, label)
	set(opBrTable, opBrTable, labelTable)
	set(opReturn, opReturn, plain)
	set(opCall, opCall, index)
	set(opCallIndirect, opCallIndirect, twoIndexes)
	set(0x1a, 0x1b, plain) // drop, select
	set(opLocalGet, opGlobalSet, index)
	set(0x28, 0x3e, memArg)   // loads and stores
	set(0x3f, 0x40, zeroByte) // memory.size, memory.grow
	set(opI32Const, opI32Const, const32)
	set(opI64Const, opI64Const, const64)
	set(0x43, 0x43, float32bits)
	set(0x44, 0x44, float64bits)
	set(0x45, 0xc4, plain) // comparisons, arithmetic, conversions
	set(opPrefixMisc, opPrefixMisc, prefixed)
	return t
}()

// miscMemoryCopy is the first opcode after 0xfc that works on a range of memory.
const miscMemoryCopy = 10

// miscOperands has the operands of the opcodes after 0xfc that Go emits.
var miscOperands = [...]operands{
	0: plain, 1: plain, 2: plain, 3: plain, // i32.trunc_sat
	4: plain, 5: plain, 6: plain, 7: plain, // i64.trunc_sat
	miscMemoryCopy: twoZeroBytes,
	11:             zeroByte, // memory.fill
}

// opcodeFamilies names the opcodes that other toolchains emit.
var opcodeFamilies = map[byte]string{
	0x06: "exception handling", 0x07: "exception handling", 0x08: "exception handling",
	0x09: "exception handling", 0x0a: "exception handling", 0x18: "exception handling",
	0x19: "exception handling", 0x1f: "exception handling",
	0x12: "tail call", 0x13: "tail call",
	0x14: "typed function references", 0x15: "typed function references",
	0x1c: "select with a type",
	0x25: "table.get", 0x26: "table.set",
	0xd0: "ref.null", 0xd1: "ref.is_null", 0xd2: "ref.func",
	0xfb: "garbage collection", 0xfd: "SIMD", 0xfe: "threads",
}
