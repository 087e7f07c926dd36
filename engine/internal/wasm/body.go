package wasm

// maxLocals bounds the locals of one function, parameters included. Go's
// compiler needs at most 50; other tools accept at most 50,000.
const maxLocals = 10_000

// body rewrites the functions of one module, one after the other.
type body struct {
	*source
	opts   Options
	shift  uint32 // imports added, which every function of the module moves by
	out    []byte // the rewritten function, without its size
	copied int    // how far the original is in out
	levels levels

	index         int // own function at hand
	calls         int // imports it called so far
	spin          uint32
	counter, work byte
	tick, spun    uint32
}

// rewrite returns the code of own function i, which r holds, with what Options
// ask for. The result is valid until the next call.
func (b *body) rewrite(i int, r reader) ([]byte, error) {
	b.index, b.calls = i, 0
	b.out, b.copied = b.out[:0], r.pos
	b.levels.reset()
	if err := b.function(&r); err != nil {
		if e, ok := err.(*Error); ok && e.Func == "" {
			e.Func = b.names[i]
		}
		return nil, err
	}
	return b.out, nil
}

func (b *body) function(r *reader) error {
	typ := b.types[b.funcs[b.index]]
	b.locals(r, len(typ.Params))
	b.copyTo(r, r.pos)
	b.countEntry()
	for r.more() {
		in := r.next()
		if r.err != nil {
			break
		}
		if b.levels.goesBack(in, r) {
			b.copyTo(r, in.at)
			b.countJump()
		}
		if in.op == opCall {
			if err := b.call(in, r); err != nil {
				return err
			}
		}
		if !b.levels.step(in, r) {
			return malformed(in.at, "an end closes nothing")
		}
	}
	if r.err != nil {
		return r.err
	}
	if len(b.levels.stack) != 0 {
		return malformed(r.pos, "%d blocks are not closed", len(b.levels.stack))
	}
	b.copyTo(r, r.pos)
	return nil
}

func (b *body) copyTo(r *reader, to int) {
	b.out = append(b.out, r.data[b.copied:to]...)
	b.copied = to
}

// locals copies the declarations and adds the loop counter.
func (b *body) locals(r *reader, params int) {
	at := r.pos
	groups := r.count()
	after := r.pos
	total := uint64(params)
	for range groups {
		total += uint64(r.u32())
		r.byte()
	}
	if total > maxLocals && r.err == nil {
		r.fail(notGo(at, "it has %d locals", total))
	}
	if r.err != nil {
		return
	}
	if !b.opts.Loops {
		b.spin = uint32(total)
		b.out = appendU32(b.out, uint32(groups)+1)
		b.copied = after
		b.copyTo(r, r.pos)
		b.out = append(b.out, 1, typeI32)
	}
}

// call shifts the operand of a call and makes calls of imports unwindable.
func (b *body) call(in instruction, r *reader) error {
	f := in.arg
	if f >= int64(len(b.imports)+len(b.funcs)) {
		return malformed(in.at, "function %d is called of %d", f, len(b.imports)+len(b.funcs))
	}
	if f >= int64(len(b.imports)) {
		b.copyTo(r, in.at)
		b.out = append(b.out, opCall)
		b.out = appendU32(b.out, uint32(f)+b.shift)
		b.copied = in.end
		return nil
	}
	b.calls++
	typ := b.types[b.funcs[b.index]]
	if !typ.equal(goFunc) || len(b.levels.stack) != 1 || b.calls > 1 {
		im := b.imports[f]
		return notGo(in.at, "%s.%s is called in another way than from a wrapper that Go makes for go:wasmimport", im.Module, im.Name)
	}
	b.copyTo(r, in.end)
	b.unwindIfPaused()
	return nil
}
