package wasm

// FuncName is the name of the function with the given index in Bytes, as Go's
// linker writes it: every rune that is not a letter, a digit, a dot or an
// underscore is an underscore. It is empty for imports and past the end.
func (m *Module) FuncName(index uint32) string {
	own := int64(index) - int64(len(m.Imports)+m.added)
	if own < 0 || own >= int64(len(m.names)) {
		return ""
	}
	return m.names[own]
}

// FuncAt is the name of the function that a Go program counter lies in, as
// FuncName gives it; empty if pc is none.
func (m *Module) FuncAt(pc uint64) string {
	own := pc>>16 - PCBase
	if own >= uint64(len(m.names)) {
		return ""
	}
	return m.names[own]
}
