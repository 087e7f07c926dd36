package wasm

import "slices"

// FuncType is the type of a function: one byte per value, as in the binary
// format (0x7f i32, 0x7e i64, 0x7d f32, 0x7c f64).
type FuncType struct {
	Params, Results []byte
}

func (t FuncType) equal(o FuncType) bool {
	return slices.Equal(t.Params, o.Params) && slices.Equal(t.Results, o.Results)
}

// goFunc is the type of every function that Go compiles: it takes the block
// to resume at and says whether the stack is being unwound.
var goFunc = FuncType{Params: []byte{typeI32}, Results: []byte{typeI32}}

// Import is one function that a module imports. The Go linker may list the
// same module and name more than once, each with its own index.
type Import struct {
	Module, Name string
	Type         FuncType
}

// source is what the rewriter knows about a module before it writes.
type source struct {
	mod      []byte
	sections []section
	types    []FuncType
	imports  []Import
	funcs    []uint32 // the type of each of the module's own functions
	names    []string // the name of each of the module's own functions
	loop     int      // own function wasm_pc_f_loop
}

// readers has what is read from each section before anything is written.
var readers = [...]func(*source, *reader){
	sectionType:     (*source).readTypes,
	sectionImport:   (*source).readImports,
	sectionFunction: (*source).readFuncs,
	sectionTable:    (*source).readTable,
	sectionMemory:   (*source).readMemory,
	sectionGlobal:   (*source).readGlobals,
	sectionExport:   (*source).readExports,
	sectionElement:  (*source).readElements,
}

// required are the sections without which nothing can be rewritten.
var required = []byte{
	sectionType, sectionImport, sectionFunction, sectionTable, sectionMemory,
	sectionGlobal, sectionExport, sectionElement, sectionCode,
}

// readSource checks that mod has the shape the Go linker gives a command for
// wasip1, except for the code.
func readSource(mod []byte) (*source, error) {
	sections, err := splitSections(mod)
	if err != nil {
		return nil, err
	}
	s := &source{mod: mod, sections: sections}
	for _, id := range required {
		if !slices.ContainsFunc(sections, func(sec section) bool { return sec.id == id }) {
			return nil, missing(useStockGo, "the module has no %s section", sectionNames[id])
		}
	}
	for _, sec := range sections {
		if int(sec.id) >= len(readers) || readers[sec.id] == nil {
			continue
		}
		r := sec.body
		readers[sec.id](s, &r)
		if r.more() {
			r.fail(malformed(r.pos, "%s is longer than its contents", sectionLabel(sec.id)))
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	if err := s.readNames(); err != nil {
		return nil, err
	}
	return s, s.findLoop()
}

func (s *source) readTypes(r *reader) {
	n := r.count()
	s.types = make([]FuncType, 0, n)
	for range n {
		if at := r.pos; r.byte() != typeFunc && r.err == nil {
			r.fail(notGo(at, "the type section has something else than function types"))
		}
		params := r.take(r.u32())
		results := r.take(r.u32())
		s.types = append(s.types, FuncType{params, results})
	}
}

func (s *source) readImports(r *reader) {
	for range r.count() {
		at := r.pos
		im := Import{Module: r.name(), Name: r.name()}
		if kind := r.byte(); kind != 0 && r.err == nil {
			r.fail(notGo(at, "the import %q.%q is not a function", im.Module, im.Name))
		}
		im.Type = s.typeAt(r, r.u32())
		if im.Module == HostModule && (im.Name == TickImport || im.Name == WatchImport) {
			r.fail(&Error{Offset: at, Problem: "the module already imports " + im.Module + "." + im.Name, Remedy: giveOriginal})
		}
		if r.err != nil {
			return
		}
		s.imports = append(s.imports, im)
	}
}

func (s *source) readFuncs(r *reader) {
	n := r.count()
	s.funcs = make([]uint32, 0, n)
	for range n {
		t := r.u32()
		s.typeAt(r, t)
		s.funcs = append(s.funcs, t)
	}
}

func (s *source) typeAt(r *reader, index uint32) FuncType {
	if int64(index) >= int64(len(s.types)) {
		r.fail(malformed(r.pos, "type %d is used where %d are declared", index, len(s.types)))
		return FuncType{}
	}
	return s.types[index]
}

func (s *source) readTable(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d tables instead of 1", n))
	}
	if kind := r.byte(); kind != funcRef && r.err == nil {
		r.fail(notGo(at, "the table holds type %#x instead of functions", kind))
	}
	at = r.pos
	if flags := r.byte(); flags != 0 && r.err == nil {
		r.fail(notGo(at, "the table has limits flag %d", flags))
	}
	if n := r.u32(); r.err == nil && uint64(n) != uint64(PCBase)+uint64(len(s.funcs)) {
		r.fail(notGo(at, "the table has %d entries instead of %d", n, PCBase+len(s.funcs)))
	}
}

func (s *source) readMemory(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d memories instead of 1", n))
	}
	at = r.pos
	if flags := r.byte(); flags != 0 && r.err == nil {
		what := "a maximum"
		if flags&4 != 0 {
			what = "64-bit addresses (memory64)"
		} else if flags&2 != 0 {
			what = "sharing (threads)"
		}
		r.fail(notGo(at, "the memory has %s: flag %d", what, flags))
	}
	r.u32()
}

// readGlobals checks that the globals are the eight that the Go linker writes,
// in its order and all starting at 0.
func (s *source) readGlobals(r *reader) {
	at := r.pos
	if n := r.u32(); int64(n) != int64(len(runtimeGlobals)) && r.err == nil {
		r.fail(notGo(at, "the module has %d globals instead of %d", n, len(runtimeGlobals)))
	}
	for i, g := range runtimeGlobals {
		at = r.pos
		def := r.take(5)
		if r.err != nil {
			return
		}
		op := byte(opI32Const)
		if g.typ == typeI64 {
			op = opI64Const
		}
		if !slices.Equal(def, []byte{g.typ, 1, op, 0, opEnd}) {
			r.fail(notGo(at, "global %d is not declared as the Go linker does", i))
			return
		}
	}
}

func (s *source) readExports(r *reader) {
	var start, memory bool
	for range r.count() {
		at := r.pos
		name, kind, index := r.name(), r.byte(), r.u32()
		if r.err != nil {
			return
		}
		if isOurExport(name) {
			r.fail(&Error{Offset: at, Problem: "the module already exports " + name, Remedy: giveOriginal})
		}
		switch kind {
		case 0:
			start = start || name == "_start"
			if int64(index) >= int64(len(s.imports)+len(s.funcs)) {
				r.fail(malformed(at, "the export %q is function %d of %d", name, index, len(s.imports)+len(s.funcs)))
			}
		case 2:
			memory = memory || name == "memory"
		default:
			r.fail(notGo(at, "the export %q is neither a function nor a memory", name))
		}
	}
	if !start {
		r.fail(missing(useMain, "the module exports no function _start"))
	}
	if !memory {
		r.fail(missing(useStockGo, "the module exports no memory named memory"))
	}
}

// readElements checks that table entry PCBase+i is own function i, on which
// every use of a Go program counter rests.
func (s *source) readElements(r *reader) {
	at := r.pos
	if n := r.u32(); n != 1 && r.err == nil {
		r.fail(notGo(at, "the module has %d element segments instead of 1", n))
	}
	at = r.pos
	if flag := r.u32(); flag != 0 && r.err == nil {
		r.fail(notGo(at, "the element segment has flag %d instead of 0", flag))
	}
	at = r.pos
	if op := r.byte(); op != opI32Const && r.err == nil {
		r.fail(notGo(at, "the element segment does not start with i32.const"))
	}
	if offset := r.s64(32); offset != PCBase && r.err == nil {
		r.fail(notGo(at, "the element segment starts at %d instead of %d", offset, PCBase))
	}
	if r.byte() != opEnd && r.err == nil {
		r.fail(notGo(at, "the offset of the element segment is not a constant"))
	}
	at = r.pos
	n := r.count()
	if n != len(s.funcs) && r.err == nil {
		r.fail(notGo(at, "the element segment has %d entries for %d functions", n, len(s.funcs)))
	}
	for i := range n {
		at = r.pos
		if f := r.u32(); int64(f) != int64(len(s.imports)+i) && r.err == nil {
			r.fail(notGo(at, "entry %d of the element segment is function %d instead of %d", i, f, len(s.imports)+i))
		}
	}
}
