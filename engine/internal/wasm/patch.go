package wasm

// workLimit is how much code runs in loops between two calls of WatchImport,
// in bytes of the module: a few milliseconds of ordinary code.
const workLimit = 1 << 26

// check counts a global down and tests it.
type check struct {
	global byte
	test   []byte // turns the counter's new value into whether to act
	act    []byte // calls the host
}

// patches is the code that goes into function bodies.
type patches struct {
	entry check // of one function entry
	jump  check // of one jump back
}

func newPatches(o Options, tick, watch uint32) patches {
	call := check{global: globalCounter, test: []byte{opI32Eqz}, act: appendU32([]byte{opCall}, tick)}
	if o.Loops {
		return patches{entry: call, jump: call}
	}
	act := appendS64([]byte{opI32Const}, workLimit)
	act = append(act, opGlobalSet, globalWork, opCall)
	act = appendU32(act, watch)
	return patches{entry: call, jump: check{
		global: globalWork, test: []byte{opI32Const, 0, opI32LtS}, act: act,
	}}
}

// appendTest takes amount off the counter and leaves on the stack whether to
// act.
func (c *check) appendTest(b []byte, amount int64) []byte {
	b = append(b, opGlobalGet, c.global, opI32Const)
	b = appendS64(b, amount)
	b = append(b, opI32Sub, opGlobalSet, c.global, opGlobalGet, c.global)
	return append(b, c.test...)
}

// appendInline tests and acts on the spot.
func (c *check) appendInline(b []byte, amount int64) []byte {
	b = c.appendTest(b, amount)
	b = append(b, opIf, voidBlock)
	b = append(b, c.act...)
	return append(b, opEnd)
}

// A call in the middle of a loop makes wazero keep the loop's variables in
// memory. So a loop with dispatch stands in three more levels, and a jump back
// whose test says so leaves for code behind the loop, which acts and enters the
// loop again; its dispatch then does what the jump wanted.
const (
	levelsAround = 3
	labelAct     = 1 // from the loop's own label to the innermost of the three
)

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
