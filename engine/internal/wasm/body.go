package wasm

// maxLocals bounds the locals of one function, parameters included. Go's
// compiler needs at most 50, and readers of modules allocate them.
const maxLocals = 10_000

// body rewrites the functions of one module, one after the other.
type body struct {
	*source
	opts    Options
	shift   uint32 // how far the module's own functions move
	patches patches

	index  int // own function at hand
	typ    FuncType
	levels levels
	flow   flow
	edits  []edit
	bulk   int64 // weight of the bulk instructions so far
	outer  int   // index in levels of the body's first loop while it is open, else -1
	aside  bool  // the first loop's jumps back act behind it; see levelsAround
	out    []byte

	parks bool // runtime.poll_oneoff was found and patched
}

// edit is one place where the original changes. Several may begin at the same
// instruction; only the last of them replaces it.
type edit struct {
	at, end int // the instruction replaced; at == end inserts
	kind    editKind
	arg     uint32
}

type editKind uint8

const (
	editCall   editKind = iota // arg is the function called
	editUnwind                 // after a call of an import
	editJump                   // arg is the index of the jump
	editLeave                  // a branch out of the first loop; arg is the lowest label that leaves it
	editOpen                   // before the first loop
	editClose                  // after the first loop
)

// rewrite returns the code of own function i, which r holds, with all that is
// added to it. The result is valid until the next call.
func (b *body) rewrite(i int, r reader) ([]byte, error) {
	b.index, b.typ = i, b.types[b.funcs[i]]
	b.levels.reset()
	b.flow.reset()
	b.edits, b.bulk, b.outer = b.edits[:0], 0, -1
	start := r.pos
	b.skipLocals(&r)
	entry := r.pos
	b.scan(&r)
	if r.err != nil {
		if e, ok := r.err.(*Error); ok && e.Func == "" {
			e.Func = b.names[i]
		}
		return nil, r.err
	}
	b.flow.plan()
	b.aside = b.actsAside()
	b.splice(r.data, start, entry, r.end)
	return b.out, nil
}

func (b *body) skipLocals(r *reader) {
	at := r.pos
	total := uint64(len(b.typ.Params))
	for range r.count() {
		total += uint64(r.u32())
		r.byte()
	}
	if total > maxLocals {
		r.fail(notGo(at, "it has %d locals", total))
	}
}

// counted says whether functions of type t count their entries: all that Go
// compiles. The others are a few helpers of the compiler and the runtime,
// which call nothing but such functions and have their jumps back counted.
func counted(t FuncType) bool { return t.equal(goFunc) }

// counts says whether j is a jump back to be counted.
func (b *body) counts(j *jump) bool {
	switch j.kind {
	case jumpUnknown:
		return true
	case jumpBack:
		return b.opts.Loops || !b.flow.callsAlways(j)
	}
	return false
}

// leaves says whether j may act behind the first loop.
func (b *body) leaves(j *jump) bool {
	return j.loop == 0 && j.kind == jumpBack && b.flow.loops[0].blocks > 0
}

func (b *body) actsAside() bool {
	for i := range b.flow.jumps {
		if j := &b.flow.jumps[i]; b.leaves(j) && b.counts(j) {
			return true
		}
	}
	return false
}
