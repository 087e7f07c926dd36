package wasm

import "slices"

func (s *source) readTable(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d tables instead of 1", n))
	}
	if kind := r.byte(); kind != funcRef && r.err == nil {
		r.fail(notGo(at, "the table holds type %#x instead of functions", kind))
	}
	at = r.pos
	if flags := r.byte(); flags != 0 && r.err == nil {
		r.fail(notGo(at, "the table has limits flag %d", flags))
	}
	if n := r.u32(); r.err == nil && uint64(n) != uint64(PCBase)+uint64(len(s.funcs)) {
		r.fail(notGo(at, "the table has %d entries instead of %d", n, PCBase+len(s.funcs)))
	}
}

func (s *source) readMemory(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d memories instead of 1", n))
	}
	at = r.pos
	if flags := r.byte(); flags != 0 && r.err == nil {
		what := "a maximum"
		if flags&4 != 0 {
			what = "64-bit addresses (memory64)"
		} else if flags&2 != 0 {
			what = "sharing (threads)"
		}
		r.fail(notGo(at, "the memory has %s: flag %d", what, flags))
	}
	r.u32()
}

// readGlobals checks that the globals are the eight that the Go linker writes,
// in its order and all starting at 0.
func (s *source) readGlobals(r *reader) {
	at := r.pos
	if n := r.u32(); int64(n) != int64(len(runtimeGlobals)) && r.err == nil {
		r.fail(notGo(at, "the module has %d globals instead of %d", n, len(runtimeGlobals)))
	}
	for i, g := range runtimeGlobals {
		at = r.pos
		def := r.take(5)
		if r.err != nil {
			return
		}
		op := byte(opI32Const)
		if g.typ == typeI64 {
			op = opI64Const
		}
		if !slices.Equal(def, []byte{g.typ, 1, op, 0, opEnd}) {
			r.fail(notGo(at, "global %d is not declared as the Go linker does", i))
			return
		}
	}
}

func (s *source) readExports(r *reader) {
	var start, memory bool
	for range r.count() {
		at := r.pos
		name, kind, index := r.name(), r.byte(), r.u32()
		if r.err != nil {
			return
		}
		if isOurExport(name) {
			r.fail(&Error{Offset: at, Problem: "the module already exports " + name, Remedy: giveOriginal})
		}
		switch kind {
		case 0:
			start = start || name == "_start"
			if int64(index) >= int64(len(s.imports)+len(s.funcs)) {
				r.fail(malformed(at, "the export %q is function %d of %d", name, index, len(s.imports)+len(s.funcs)))
			}
		case 2:
			memory = memory || name == "memory"
		default:
			r.fail(notGo(at, "the export %q is neither a function nor a memory", name))
		}
	}
	if !start {
		r.fail(missing(useMain, "the module exports no function _start"))
	}
	if !memory {
		r.fail(missing(useStockGo, "the module exports no memory named memory"))
	}
}

// readElements checks that table entry PCBase+i is own function i, on which
// every use of a Go program counter rests.
func (s *source) readElements(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d element segments instead of 1", n))
	}
	at = r.pos
	if flag := r.u32(); flag != 0 && r.err == nil {
		r.fail(notGo(at, "the element segment has flag %d instead of 0", flag))
	}
	at = r.pos
	if op := r.byte(); op != opI32Const && r.err == nil {
		r.fail(notGo(at, "the element segment does not start with i32.const"))
	}
	if offset := r.s64(32); offset != PCBase && r.err == nil {
		r.fail(notGo(at, "the element segment starts at %d instead of %d", offset, PCBase))
	}
	if r.byte() != opEnd && r.err == nil {
		r.fail(notGo(at, "the offset of the element segment is not a constant"))
	}
	at = r.pos
	n := r.count()
	if n != len(s.funcs) && r.err == nil {
		r.fail(notGo(at, "the element segment has %d entries for %d functions", n, len(s.funcs)))
	}
	for i := range n {
		at = r.pos
		if f := r.u32(); int64(f) != int64(len(s.imports)+i) && r.err == nil {
			r.fail(notGo(at, "entry %d of the element segment is function %d instead of %d", i, f, len(s.imports)+i))
		}
	}
}
