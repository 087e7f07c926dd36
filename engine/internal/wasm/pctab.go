package wasm

import "sync"

// PCTable is what the Go linker tells a program about its own functions: their
// names, how large their stack frames are, what was inlined into them and where
// they stand in the source. It reads the program's image, which must not change.
// Its methods may be called from several goroutines.
type PCTable struct {
	names   []byte // runtime.funcnametab: names that end with a zero
	units   []byte // runtime.cutab: where the names of each package's files begin
	values  []byte // runtime.pctab: sequences of (value, distance) pairs
	funcs   []byte // runtime.functab: the index, then one record per function
	inlined []byte // go:func.*: inlined calls among other things
	count   int    // functions

	// declared are the declarations of each file by line; see declaration.
	declared func() map[uint32][]declaration
}

// Frame is what a return address on a stack tells about the function that it
// returns to.
type Frame struct {
	// Funcs are the functions that the address lies in. The last one owns the
	// frame; those before it were inlined, the innermost first. There is at least
	// one.
	Funcs []Func
	// Size is the distance in bytes from the stack pointer, as it is after the
	// return, to the frame's own return address.
	Size uint32
	// Last says that the stack ends here: what lies at Size is no return address.
	Last bool
}

// Func is a function of the source.
type Func struct {
	// Name is the linker's symbol: "os.(*File).Write",
	// "main.(*Tree[go.shape.int]).Add". A dot in the last element of an import
	// path is "%2e". A function literal has the name of the declaration that it
	// stands in, and so has what the compiler makes out of a statement.
	Name string
	// Wrapper says that the compiler made it: for a method that is promoted from
	// an embedded field, a method value, or the call of a go or defer statement.
	Wrapper bool
}

func newPCTable(count int) *PCTable {
	t := &PCTable{count: count}
	t.declared = sync.OnceValue(t.declarations)
	return t
}

// Frame finds the function that a return address lies in. False means that pc is
// no return address of this program.
func (t *PCTable) Frame(pc uint64) (Frame, bool) {
	index, block := pc>>16-PCBase, uint32(pc&(maxBlocks-1))
	if index >= uint64(t.count) {
		return Frame{}, false
	}
	r := t.record(int(index))
	size, ok := t.value(r.frameSizes(), block)
	if !ok || size < 0 {
		return Frame{}, false
	}
	f := Frame{Size: uint32(size), Last: r.last()}
	// The call lies in the block before the one to return to. An address that no
	// call has pushed is the start of a function.
	origins, ok := t.origins(r, block-min(block, 1))
	for _, o := range origins {
		f.Funcs = append(f.Funcs, Func{t.sourceName(o), o.wrapper})
	}
	return f, ok
}

// origin is one of the functions that a block of code comes from.
type origin struct {
	name    string
	file    uint32 // identifies the source file
	line    uint32 // where the function begins in it
	wrapper bool
}

// maxInlined bounds how deep calls are inlined into each other; the compiler's
// budget ends long before.
const maxInlined = 256

// origins lists the functions that a block lies in, as Frame.Funcs does.
func (t *PCTable) origins(r record, block uint32) (all []origin, ok bool) {
	for range maxInlined {
		c, inlined, ok := t.callAt(r, block)
		if !ok {
			return nil, false
		}
		o := origin{file: t.file(r, block), line: r.line(), wrapper: r.wrapper()}
		name := r.name()
		if inlined {
			o.line, o.wrapper, name = c.line(), c.wrapper(), c.name()
		} else {
			o.file = t.file(r, 0)
		}
		if o.name, ok = t.name(name); !ok {
			return nil, false
		}
		all = append(all, o)
		if !inlined {
			return all, true
		}
		block = c.parent()
	}
	return nil, false
}

// callAt finds the innermost call that was inlined at a block; inlined is false
// if the block is the function's own code.
func (t *PCTable) callAt(r record, block uint32) (c call, inlined, ok bool) {
	values, tree := r.inlineIndexes(), r.inlineTree()
	if values == 0 || tree == noFuncData {
		return nil, false, true
	}
	index, ok := t.value(values, block)
	if !ok || index < 0 {
		return nil, false, ok
	}
	at := uint64(tree) + uint64(index)*callSize
	if at+callSize > uint64(len(t.inlined)) {
		return nil, false, false
	}
	return call(t.inlined[at : at+callSize]), true, true
}
