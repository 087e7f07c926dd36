package wasm

// workLimit is how much code runs in loops between two calls of WatchImport,
// in bytes of the module: a few milliseconds of ordinary code.
const workLimit = 1 << 26

// check counts a global down and acts when it is used up.
type check struct {
	global byte
	used   []byte // turns the counter's value into whether it is used up
	left   []byte // turns it into the opposite
	act    []byte // calls the host
}

// patches is the code that goes into function bodies.
type patches struct {
	entry check // of one function entry
	jump  check // of one jump back
}

func newPatches(o Options, tick, watch uint32) patches {
	call := check{global: globalCounter, used: []byte{opI32Eqz}, act: appendU32([]byte{opCall}, tick)}
	if o.Loops {
		return patches{entry: call, jump: call}
	}
	act := appendS64([]byte{opI32Const}, workLimit)
	act = append(act, opGlobalSet, globalWork, opCall)
	return patches{entry: call, jump: check{
		global: globalWork,
		used:   []byte{opI32Const, 0, opI32LtS},
		left:   []byte{opI32Const, 0, opI32GeS},
		act:    appendU32(act, watch),
	}}
}

// appendCount takes amount off the counter and leaves the rest on the stack.
func (c *check) appendCount(b []byte, amount int64) []byte {
	b = append(b, opGlobalGet, c.global, opI32Const)
	b = appendS64(b, amount)
	return append(b, opI32Sub, opGlobalSet, c.global, opGlobalGet, c.global)
}

// appendInline counts and acts on the spot.
func (c *check) appendInline(b []byte, amount int64) []byte {
	b = append(c.appendCount(b, amount), c.used...)
	b = append(b, opIf, voidBlock)
	b = append(b, c.act...)
	return append(b, opEnd)
}

// A call in the middle of a loop makes wazero keep the loop's variables in
// memory. So a loop with dispatch stands in three more levels, and a jump back
// that finds the counter used up leaves for code behind the loop, which acts
// and enters the loop again; its dispatch then does what the jump wanted.
const levelsAround = 3

// appendJump is a jump back to label, which is the loop's. It goes on inside
// the if, because wazero lets that be the straight way.
func (c *check) appendJump(b []byte, amount int64, label uint32) []byte {
	b = append(c.appendCount(b, amount), c.left...)
	b = appendU32(append(b, opIf, voidBlock, opBr), label+1)
	return appendU32(append(b, opEnd, opBr), label+1) // the level around the loop
}

func appendBeforeLoop(b []byte) []byte {
	return append(b, opBlock, voidBlock, opLoop, voidBlock, opBlock, voidBlock)
}

func (c *check) appendAfterLoop(b []byte) []byte {
	b = append(b, opBr, 2, opEnd)
	b = append(b, c.act...)
	return append(b, opBr, 0, opEnd, opEnd)
}

// appendUnwind lets a host function park the module: if PAUSE is not 0, the
// wrapper that is own function i leaves its program counter where
// wasm_pc_f_loop looks for what to run, and returns 1, which every caller
// passes on.
func appendUnwind(b []byte, i int) []byte {
	b = append(b, opGlobalGet, globalPause, opIf, voidBlock,
		opGlobalGet, globalSP, opI32Const, 8, opI32Sub, opI64Const)
	b = appendS64(b, int64(PCBase+i)<<16)
	return append(b, opI64Store, 3, 0, opI32Const, 1, opReturn, opEnd)
}
