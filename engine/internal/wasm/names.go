package wasm

import "slices"

const (
	nameLoop = "wasm_pc_f_loop"
	namePoll = "runtime.poll_oneoff"

	modulePoll = "wasi_snapshot_preview1"
	importPoll = "poll_oneoff"
)

const namesOfFuncs = 1 // subsection id

// readNames reads the one subsection that the Go linker writes: a name for
// every function of its own, in order.
func (s *source) readNames() error {
	i := slices.IndexFunc(s.sections, func(sec section) bool { return sec.name == sectionNames })
	if i < 0 {
		return missing(keepNames, "the module has no name section")
	}
	r := s.sections[i].body
	at := r.pos
	if id := r.byte(); id != namesOfFuncs && r.err == nil {
		return notGo(at, "the name section starts with subsection %d instead of %d", id, namesOfFuncs)
	}
	sub := r.part(r.u32())
	if r.more() {
		return notGo(r.pos, "the name section has more than function names")
	}
	if r.err != nil {
		return r.err
	}
	n := sub.count()
	if n != len(s.funcs) && sub.err == nil {
		return notGo(at, "the name section has %d names for %d functions", n, len(s.funcs))
	}
	s.names = make([]string, 0, n)
	for i := range n {
		at := sub.pos
		if f := sub.u32(); int64(f) != int64(len(s.imports)+i) && sub.err == nil {
			return notGo(at, "name %d of the name section is of function %d instead of %d", i, f, len(s.imports)+i)
		}
		s.names = append(s.names, sub.name())
	}
	if sub.more() {
		return malformed(sub.pos, "the name section is longer than its contents")
	}
	return sub.err
}

// findLoop finds wasm_pc_f_loop and checks its type.
func (s *source) findLoop() error {
	s.loop = slices.Index(s.names, nameLoop)
	if s.loop < 0 {
		return missing(useStockGo, "the module has no function %s, so it is not a Go program", nameLoop)
	}
	if !s.types[s.funcs[s.loop]].equal(FuncType{}) {
		return missing(useStockGo, "the function %s has parameters or results", nameLoop)
	}
	return nil
}
