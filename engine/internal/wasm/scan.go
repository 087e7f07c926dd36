package wasm

import "slices"

// bulkWeight is what one memory.copy or memory.fill adds to the weight of the
// code, where other instructions weigh their bytes.
const bulkWeight = 4096

// scan reads the instructions and notes what is to change.
func (b *body) scan(r *reader) {
	for r.more() {
		in := r.next()
		if r.err != nil {
			return
		}
		if len(b.levels.stack) == 0 {
			r.fail(malformed(in.at, "there is code after the last end"))
			return
		}
		switch in.op {
		case opBlock, opLoop, opIf:
			b.open(in)
		case opEnd:
			b.close(in)
		case opBr, opBrIf:
			b.branch(in)
		case opBrTable:
			b.branchTable(in, reader{data: r.data, pos: in.at + 1, end: in.end})
		case opCall:
			b.call(in, r)
		case opCallIndirect:
			b.callType(b.typeAt(r, uint32(in.arg)))
		case opPrefixMisc:
			if in.arg >= miscMemoryCopy {
				b.bulk += bulkWeight
			}
		}
		b.levels.last[0], b.levels.last[1] = b.levels.last[1], in
	}
	if len(b.levels.stack) != 0 {
		r.fail(malformed(r.pos, "%d blocks are not closed", len(b.levels.stack)))
	}
}

// weight is how much code stands before at.
func (b *body) weight(at int) int64 { return int64(at) + b.bulk }

func (b *body) note(in instruction, kind editKind, arg uint32) {
	b.edits = append(b.edits, edit{in.at, in.end, kind, arg})
}

func (b *body) open(in instruction) {
	l := level{op: in.op, void: in.arg == voidType, at: in.at, end: in.end, loop: -1}
	if in.op == opLoop {
		l.loop = len(b.flow.loops)
		b.flow.loops = append(b.flow.loops, loop{start: b.weight(in.at), first: -1})
		if l.loop == 0 {
			b.outer = len(b.levels.stack)
			b.edits = append(b.edits, edit{in.at, in.at, editOpen, 0})
		}
	}
	b.levels.stack = append(b.levels.stack, l)
}

func (b *body) close(in instruction) {
	l := *b.levels.top()
	b.levels.stack = b.levels.stack[:len(b.levels.stack)-1]
	switch {
	case l.loop < 0:
	case l.op == opBlock:
		b.flow.loops[l.loop].open--
		b.flow.regions[l.region].start = b.weight(in.at)
	case l.loop == 0:
		b.outer = -1
		b.edits = append(b.edits, edit{in.end, in.end, editClose, 0})
	}
}

func (b *body) branch(in instruction) {
	b.jump(in, uint32(in.arg))
	if b.leavesFirst(uint32(in.arg)) {
		b.note(in, editLeave, b.outside())
	}
}

// outside is the lowest label that leaves the first loop, if that is open.
func (b *body) outside() uint32 { return uint32(len(b.levels.stack) - b.outer) }

func (b *body) leavesFirst(label uint32) bool { return b.outer >= 0 && label >= b.outside() }

// branchTable takes a br_table as a dispatch, or as the branches that it holds.
func (b *body) branchTable(in instruction, table reader) {
	n := b.levels.dispatch()
	if n > 0 {
		b.dispatch(n, table)
	}
	leaves := false
	for range table.count() + 1 {
		if label := table.u32(); label >= uint32(n) {
			b.jump(in, label)
			leaves = leaves || b.leavesFirst(label)
		}
	}
	if leaves {
		b.note(in, editLeave, b.outside())
	}
}

// dispatch turns the n innermost levels into dispatch blocks of the loop that
// they stand in.
func (b *body) dispatch(n int, table reader) {
	stack := b.levels.stack
	i := stack[len(stack)-1-n].loop
	l := &b.flow.loops[i]
	b.flow.addDispatch(l, n, table)
	for k := range n {
		block := &stack[len(stack)-1-k]
		block.loop, block.region = i, l.first+k
	}
}

// jump notes a branch to a loop or to a dispatch block.
func (b *body) jump(in instruction, label uint32) {
	target := b.levels.target(label)
	if target == nil || target.loop < 0 {
		return
	}
	l := &b.flow.loops[target.loop]
	if l.first < 0 {
		b.flow.addRegions(l, 1)
	}
	j := jump{instruction: in, loop: target.loop, weight: b.weight(in.at)}
	if target.op == opBlock {
		j.kind, j.from, j.to = jumpOver, l.region(), target.region
	} else {
		pc, known := b.levels.resumeAt()
		l.classify(&j, pc, known)
	}
	b.note(in, editJump, uint32(len(b.flow.jumps)))
	b.flow.jumps = append(b.flow.jumps, j)
}

func (b *body) call(in instruction, r *reader) {
	own := in.arg - int64(len(b.imports))
	switch {
	case own >= int64(len(b.funcs)):
		r.fail(malformed(in.at, "function %d is called where there are %d", in.arg, len(b.imports)+len(b.funcs)))
	case own < 0:
		b.callImport(in, r)
	default:
		b.note(in, editCall, uint32(in.arg))
		b.callType(b.types[b.funcs[own]])
	}
}

// callType notes a call of a function of type t. Where it stands on the top
// level of a region, nobody gets to the end of the region without it.
func (b *body) callType(t FuncType) {
	if len(b.levels.stack) == 0 || !counted(t) {
		return
	}
	top := b.levels.top()
	if top.loop < 0 {
		return
	}
	if l := &b.flow.loops[top.loop]; l.open < l.blocks {
		b.flow.regions[l.region()].calls = true
	}
}

// callImport accepts the call of an import only where Go's compiler puts it:
// once in a function that does nothing else, from which the stack can be
// unwound.
func (b *body) callImport(in instruction, r *reader) {
	im := b.imports[in.arg]
	again := slices.ContainsFunc(b.edits, func(e edit) bool { return e.kind == editUnwind })
	if again || !b.typ.equal(goFunc) || len(b.levels.stack) != 1 {
		r.fail(notGo(in.at, "%s.%s is called in another way than from a function that Go makes for go:wasmimport", im.Module, im.Name))
	}
	if b.names[b.index] == namePoll && im.Module == modulePoll && im.Name == importPoll {
		b.parks = true
	}
	b.edits = append(b.edits, edit{in.end, in.end, editUnwind, 0})
}
