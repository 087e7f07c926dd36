package wasm

// countEntry counts one call and ticks when the counter reaches 0.
func (b *body) countEntry() {
	if V == "noentry" || V == "none" {
		return
	}
	if V == "gofuncs" && !b.types[b.funcs[b.index]].equal(goFunc) {
		return
	}
	b.count()
}

func (b *body) count() {
	c := b.counter
	o := b.out
	o = append(o, opGlobalGet, c, opI32Const, 1, opI32Sub, opGlobalSet, c)
	o = append(o, opGlobalGet, c, opI32Eqz, opIf, voidBlock, opCall)
	o = appendU32(o, b.tick)
	o = append(o, opEnd)
	b.out = o
}

// countJump counts one jump back.
func (b *body) countJump() {
	if V == "nojump" || V == "none" {
		return
	}
	if b.opts.Loops {
		b.count()
		return
	}
	o := b.out
	o = append(o, opLocalGet)
	o = appendU32(o, b.spin)
	o = append(o, opI32Const)
	o = appendS64(o, 1<<22)
	o = append(o, opI32Add, opLocalTee)
	o = appendU32(o, b.spin)
	o = append(o, opI32Eqz, opIf, voidBlock, opCall)
	o = appendU32(o, b.spun)
	o = append(o, opEnd)
	b.out = o
}

// unwindIfPaused lets a host function park the module: if PAUSE is not 0, the
// wrapper leaves its own program counter where wasm_pc_f_loop looks for the
// function to run, and returns 1, which every caller passes on.
func (b *body) unwindIfPaused() {
	pc := int64(PCBase+b.index) << 16
	b.out = append(b.out, opGlobalGet, globalPause, opIf, voidBlock,
		opGlobalGet, globalSP, opI32Const, 8, opI32Sub, opI64Const)
	b.out = appendS64(b.out, pc)
	b.out = append(b.out, opI64Store, 3, 0, opI32Const, 1, opReturn, opEnd)
}
