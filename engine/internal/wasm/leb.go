package wasm

import "encoding/binary"

// appendU32 appends v as an unsigned LEB128 number in its shortest form.
func appendU32(b []byte, v uint32) []byte {
	return binary.AppendUvarint(b, uint64(v))
}

// appendS64 appends v as a signed LEB128 number in its shortest form; a value
// that fits 32 bits is a valid i32 constant too.
func appendS64(b []byte, v int64) []byte {
	for {
		c := byte(v & 0x7f)
		v >>= 7
		if v == 0 && c&0x40 == 0 || v == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func appendName(b []byte, s string) []byte {
	b = appendU32(b, uint32(len(s)))
	return append(b, s...)
}
