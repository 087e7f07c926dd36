package wasm

// splice puts the new body together from the old one, which goes from start to
// end and has its first instruction at entry, and the edits.
func (b *body) splice(data []byte, start, entry, end int) {
	b.out = append(b.out[:0], data[start:entry]...)
	if counted(b.typ) {
		b.out = b.patches.entry.appendInline(b.out, 1)
	}
	copied, countedAt := entry, -1
	for _, e := range b.edits {
		b.out = append(b.out, data[copied:e.at]...)
		copied = e.at
		replaced := false
		switch e.kind {
		case editCall:
			b.out = appendU32(append(b.out, opCall), e.arg+b.shift)
			replaced = true
		case editUnwind:
			b.out = appendUnwind(b.out, b.index)
		case editJump:
			j := &b.flow.jumps[e.arg]
			switch {
			case b.flow.direct(j):
				b.out = appendU32(append(b.out, opBr), b.flow.directLabel(j))
				replaced = true
			case !b.counts(j) || e.at == countedAt:
			case b.leaves(j):
				b.out = b.patches.jump.appendJump(b.out, b.amount(j), uint32(j.arg))
				replaced = true
			default:
				b.out = b.patches.jump.appendInline(b.out, b.amount(j))
				countedAt = e.at
			}
		case editLeave:
			if b.aside {
				b.leave(reader{data: data, pos: e.at, end: e.end}, e.arg)
				replaced = true
			}
		case editOpen:
			if b.aside {
				b.out = appendBeforeLoop(b.out)
			}
		case editClose:
			if b.aside {
				b.out = b.patches.jump.appendAfterLoop(b.out)
			}
		}
		if replaced {
			copied = e.end
		}
	}
	b.out = append(b.out, data[copied:end]...)
}

// amount is what the jump back j takes off its counter.
func (b *body) amount(j *jump) int64 {
	if b.opts.Loops {
		return 1
	}
	return b.flow.size(j)
}

// leave writes the branch that r stands at, with the labels from first on moved
// over the levels around the first loop.
func (b *body) leave(r reader, first uint32) {
	in := r.byte()
	b.out = append(b.out, in)
	labels := 1
	if in == opBrTable {
		n := r.count()
		b.out = appendU32(b.out, uint32(n))
		labels = n + 1
	}
	for range labels {
		label := r.u32()
		if label >= first {
			label += levelsAround
		}
		b.out = appendU32(b.out, label)
	}
}
