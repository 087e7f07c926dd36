package wasm

import "slices"

// writer puts the rewritten module together.
type writer struct {
	*source
	added []string // names of the imports of HostModule that are added
	body  body
	out   []byte
}

func newWriter(src *source, o Options) *writer {
	w := &writer{source: src, added: []string{TickImport}}
	if !o.Loops {
		w.added = append(w.added, WatchImport)
	}
	first := uint32(len(src.imports))
	w.body = body{source: src, opts: o, shift: uint32(len(w.added)), patches: newPatches(o, first, first+1)}
	return w
}

// rewriters has what is done to each section; the others are copied.
var rewriters = [...]func(*writer, *reader, []byte) []byte{
	sectionType:    (*writer).writeTypes,
	sectionImport:  (*writer).writeImports,
	sectionGlobal:  (*writer).writeGlobals,
	sectionExport:  (*writer).writeExports,
	sectionElement: (*writer).writeElements,
}

func (w *writer) module() error {
	w.out = make([]byte, 0, len(w.mod)+len(w.mod)/8)
	w.out = append(w.out, header...)
	var content []byte
	for _, sec := range w.sections {
		var err error
		if content, err = w.content(sec, content[:0]); err != nil {
			return err
		}
		w.out = append(w.out, sec.id)
		w.out = appendU32(w.out, uint32(len(content)))
		w.out = append(w.out, content...)
	}
	return nil
}

// content appends the new content of a section to b.
func (w *writer) content(sec section, b []byte) ([]byte, error) {
	r := sec.body
	switch {
	case sec.id == sectionCode:
		return w.writeCode(&r, b)
	case sec.name == sectionNames:
		return w.writeNames(b), nil
	case sec.id == sectionCustom:
		b = appendName(b, sec.name)
	case int(sec.id) < len(rewriters) && rewriters[sec.id] != nil:
		return rewriters[sec.id](w, &r, b), nil
	}
	return append(b, r.rest()...), nil
}

func (w *writer) writeTypes(r *reader, b []byte) []byte {
	b = appendU32(b, r.u32()+1)
	b = append(b, r.rest()...)
	return append(b, typeFunc, 0, 0)
}

func (w *writer) writeImports(r *reader, b []byte) []byte {
	b = appendU32(b, r.u32()+uint32(len(w.added)))
	b = append(b, r.rest()...)
	for _, name := range w.added {
		b = appendName(b, HostModule)
		b = appendName(b, name)
		b = append(b, 0)
		b = appendU32(b, uint32(len(w.types)))
	}
	return b
}

func (w *writer) writeGlobals(r *reader, b []byte) []byte {
	b = appendU32(b, r.u32()+2)
	b = append(b, r.rest()...)
	for _, initial := range []int64{globalCounter: InitialCount, globalWork: workLimit}[globalCounter:] {
		b = append(b, typeI32, 1, opI32Const)
		b = appendS64(b, initial)
		b = append(b, opEnd)
	}
	return b
}

func (w *writer) writeExports(r *reader, b []byte) []byte {
	n := r.u32()
	b = appendU32(b, n+uint32(len(ExportedGlobals())+1))
	for range n {
		b = appendName(b, r.name())
		kind := r.byte()
		index := r.u32()
		if kind == 0 {
			index = w.shifted(index)
		}
		b = append(b, kind)
		b = appendU32(b, index)
	}
	for i, name := range ExportedGlobals() {
		b = appendName(b, name)
		b = append(b, 3, byte(i))
	}
	b = appendName(b, ExportLoop)
	b = append(b, 0)
	return appendU32(b, w.shifted(uint32(len(w.imports)+w.loop)))
}

func (w *writer) writeElements(r *reader, b []byte) []byte {
	b = append(b, 1, 0, opI32Const)
	b = appendS64(b, PCBase)
	b = append(b, opEnd)
	b = appendU32(b, uint32(len(w.funcs)))
	for i := range w.funcs {
		b = appendU32(b, w.shifted(uint32(len(w.imports)+i)))
	}
	return b
}

func (w *writer) shifted(f uint32) uint32 {
	if f < uint32(len(w.imports)) {
		return f
	}
	return f + uint32(len(w.added))
}

func (w *writer) writeCode(r *reader, b []byte) ([]byte, error) {
	at := r.pos
	n := r.count()
	if n != len(w.funcs) && r.err == nil {
		return nil, malformed(at, "there are %d bodies for %d functions", n, len(w.funcs))
	}
	b = slices.Grow(b, r.end-r.pos)
	b = appendU32(b, uint32(n))
	for i := range n {
		part := r.part(r.u32())
		if r.err != nil {
			return nil, r.err
		}
		code, err := w.body.rewrite(i, part)
		if err != nil {
			return nil, err
		}
		b = appendU32(b, uint32(len(code)))
		b = append(b, code...)
	}
	if r.more() {
		return nil, malformed(r.pos, "the code section is longer than its contents")
	}
	if !w.body.parks {
		return nil, missing(useStockGo, "no function %s calls %s.%s", namePoll, modulePoll, importPoll)
	}
	return b, r.err
}

func (w *writer) writeNames(b []byte) []byte {
	var sub []byte
	sub = appendU32(sub, uint32(len(w.names)))
	for i, name := range w.names {
		sub = appendU32(sub, w.shifted(uint32(len(w.imports)+i)))
		sub = appendName(sub, name)
	}
	b = appendName(b, sectionNames)
	b = append(b, namesOfFuncs)
	b = appendU32(b, uint32(len(sub)))
	return append(b, sub...)
}
