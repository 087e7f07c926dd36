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
			return nil, missing(useStockGo, "the module has no %s section", sectionTitles[id])
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
		// Copies, so that what outlives the source does not hold the module.
		params := slices.Clone(r.take(r.u32()))
		results := slices.Clone(r.take(r.u32()))
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
