package wasm

import "fmt"

// instruction is one instruction of a body.
type instruction struct {
	op      byte
	at, end int   // offsets into the module
	arg     int64 // the first operand of an index, a label, a block type or a const32; the opcode after a prefix
}

// next reads one instruction.
func (r *reader) next() instruction {
	in := instruction{at: r.pos}
	in.op = r.byte()
	kind := opcodeOperands[in.op]
	if kind == prefixed {
		sub := r.u32()
		if kind = refused; int64(sub) < int64(len(miscOperands)) {
			kind = miscOperands[sub]
		}
		in.arg = int64(sub)
		if kind == refused {
			r.fail(notGo(in.at, "opcode %#x %d is not one that Go emits for wasip1", in.op, sub))
		}
	}
	switch kind {
	case refused:
		r.fail(notGo(in.at, "%s is not one that Go emits for wasip1", opcodeLabel(in.op)))
	case plain:
	case blockType:
		in.arg = r.s64(33)
	case label, index:
		in.arg = int64(r.u32())
	case labelTable:
		for range r.count() {
			r.u32()
		}
		r.u32()
	case twoIndexes, memArg:
		in.arg = int64(r.u32())
		r.u32()
	case zeroByte:
		r.take(1)
	case twoZeroBytes:
		r.take(2)
	case const32:
		in.arg = r.s64(32)
	case const64:
		r.s64(64)
	case float32bits:
		r.take(4)
	case float64bits:
		r.take(8)
	}
	in.end = r.pos
	return in
}

func opcodeLabel(op byte) string {
	if family := opcodeFamilies[op]; family != "" {
		return fmt.Sprintf("opcode %#x (%s)", op, family)
	}
	return fmt.Sprintf("opcode %#x", op)
}
