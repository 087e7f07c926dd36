package wasm

import "encoding/binary"

// maxBlocks bounds how many blocks a function has: their number is half of a
// program counter.
const maxBlocks = 1 << 16

// runs goes through the sequence of values that begins at an offset: a value for
// each block of a function, with equal ones in a row told once, by the first
// block behind them. It stops when each says no. False means that the sequence
// is damaged or missing.
//
// Before its first pair a value is -1. Each pair holds how much the value changes
// and for how many blocks it stays.
func (t *PCTable) runs(at uint32, each func(value int32, end uint32) bool) bool {
	if at == 0 || uint64(at) >= uint64(len(t.values)) {
		return false
	}
	b, value, end := t.values[at:], int32(-1), uint32(0)
	for first := true; ; first = false {
		change, n := binary.Uvarint(b)
		if change == 0 && n == 1 && !first {
			return true
		}
		if n <= 0 || change > 1<<32-1 {
			return false
		}
		stays, m := binary.Uvarint(b[n:])
		if m <= 0 || stays > maxBlocks-uint64(end) {
			return false
		}
		value += int32(change>>1) ^ -int32(change&1)
		end += uint32(stays)
		if !each(value, end) {
			return true
		}
		b = b[n+m:]
	}
}

// value looks up the value of a block; false if the sequence has none.
func (t *PCTable) value(at, block uint32) (value int32, ok bool) {
	t.runs(at, func(v int32, end uint32) bool {
		value, ok = v, block < end
		return !ok
	})
	return value, ok
}
