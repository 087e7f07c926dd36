package wasm

import (
	"encoding/binary"
	"strings"
)

// problem checks the table's i-th function, which is the module's own function
// name. It gives "" or the second half of a sentence.
func (t *PCTable) problem(i int, name string) string {
	if len(t.funcs) < 8*i+8 {
		return "is missing"
	}
	at := uint64(binary.LittleEndian.Uint32(t.funcs[8*i+4:]))
	if at+recordSize > uint64(len(t.funcs)) || at+t.record(i).size() > uint64(len(t.funcs)) {
		return "reaches behind the table's end"
	}
	r := t.record(i)
	if e := binary.LittleEndian.Uint32(t.funcs[8*i:]); e != PCBase+uint32(i) || e != r.entry() {
		return "is of another function"
	}
	got, ok := t.name(r.name())
	if !ok || !writtenAs(got, name) {
		return "has another name"
	}
	if id, ok := numbered[got]; ok && r.id() != id {
		return "has another number"
	}
	if sizes := r.frameSizes(); sizes != 0 && !t.runs(sizes, func(int32, uint32) bool { return true }) {
		return "has damaged frame sizes"
	}
	if !t.eachOrigin(r, func([]origin) {}) {
		return "has inlined calls that are not there"
	}
	return ""
}

// writtenAs says whether the linker writes a symbol so in the name section: with
// an underscore for every rune that is not a letter, a digit or a dot of ASCII.
func writtenAs(symbol, name string) bool { return written(symbol) == name }

// Symbols gives the program's functions by the names that the name section has
// for them; of two with one name the later.
func (t *PCTable) Symbols() map[string]string {
	all := make(map[string]string, t.count)
	for i := range t.count {
		if symbol, ok := t.name(t.record(i).name()); ok {
			all[written(symbol)] = symbol
		}
	}
	return all
}

// written is a symbol as the linker writes it into the name section.
func written(symbol string) string {
	return strings.Map(func(c rune) rune {
		if c > 'z' || c != '.' && !(c >= '0' && c <= '9') && !(c >= 'A' && c <= 'Z') && !(c >= 'a') {
			return '_'
		}
		return c
	}, symbol)
}
