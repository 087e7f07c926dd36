package wasm

import "unicode/utf8"

// reader walks a part of a module. After the first problem every method
// returns a zero value and err keeps that problem, so callers look at it once
// per piece. Positions are offsets into the whole module.
type reader struct {
	data []byte
	pos  int
	end  int
	err  error
}

func (r *reader) more() bool { return r.err == nil && r.pos < r.end }

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
		r.pos = r.end
	}
}

func (r *reader) byte() byte {
	if r.pos >= r.end {
		r.fail(malformed(r.pos, "the data ends too early"))
		return 0
	}
	r.pos++
	return r.data[r.pos-1]
}

// take returns the next n bytes, which stay part of the module.
func (r *reader) take(n uint32) []byte {
	if uint64(n) > uint64(r.end-r.pos) {
		r.fail(malformed(r.pos, "%d bytes are announced where %d are left", n, r.end-r.pos))
		return nil
	}
	r.pos += int(n)
	return r.data[r.pos-int(n) : r.pos]
}

// rest returns what is left without going past it.
func (r *reader) rest() []byte { return r.data[r.pos:r.end] }

// part returns a reader of the next n bytes and goes past them.
func (r *reader) part(n uint32) reader {
	start := r.pos
	r.take(n)
	if r.err != nil {
		return reader{err: r.err}
	}
	return reader{data: r.data, pos: start, end: r.pos}
}

// count reads the length of a vector whose items take at least one byte each,
// so that no number in a file makes anyone allocate more than the file's size.
func (r *reader) count() int {
	start := r.pos
	n := r.u32()
	if uint64(n) > uint64(r.end-r.pos) {
		r.fail(malformed(start, "%d items are announced where %d bytes are left", n, r.end-r.pos))
		return 0
	}
	return int(n)
}

func (r *reader) name() string {
	start := r.pos
	b := r.take(r.u32())
	if !utf8.Valid(b) {
		r.fail(malformed(start, "a name is not UTF-8"))
		return ""
	}
	return string(b)
}

// u32 reads an unsigned LEB128 number of at most 32 bits.
func (r *reader) u32() uint32 {
	if r.pos < r.end && r.data[r.pos] < 0x80 {
		r.pos++
		return uint32(r.data[r.pos-1])
	}
	start := r.pos
	var v uint32
	for shift := 0; shift < 35; shift += 7 {
		c := r.byte()
		if shift == 28 && c > 0x0f {
			break
		}
		v |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return v
		}
	}
	r.fail(malformed(start, "a number has more than 32 bits"))
	return 0
}

// s64 reads a signed LEB128 number of at most bits bits (32, 33 or 64).
func (r *reader) s64(bits int) int64 {
	start := r.pos
	var v int64
	for shift := 0; shift < bits; shift += 7 {
		c := r.byte()
		if left := bits - shift; left < 7 {
			// The bits past the sign must repeat it.
			if top := int8(c<<1) >> left; top != 0 && top != -1 {
				break
			}
		}
		v |= int64(c&0x7f) << shift
		if c < 0x80 {
			if c&0x40 != 0 && shift+7 < 64 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.fail(malformed(start, "a number has more than %d bits", bits))
	return 0
}
