package wasm

// level is one open block, loop or if of a body; the first one is the body.
type level struct {
	op      byte
	void    bool // no parameters and results
	at, end int  // offsets of its opening instruction
	loop    int  // of a loop and of a dispatch block: index in flow.loops; else -1
	region  int  // of a dispatch block: index in flow.regions that its end leads to
}

// levels follows the nesting of a body.
type levels struct {
	stack []level
	last  [2]instruction // the two instructions before the current one
}

func (ls *levels) reset() {
	ls.stack = append(ls.stack[:0], level{op: opBlock, loop: -1})
	ls.last = [2]instruction{}
}

func (ls *levels) top() *level { return &ls.stack[len(ls.stack)-1] }

// target is the level that a label names, or nil.
func (ls *levels) target(label uint32) *level {
	if int64(label) >= int64(len(ls.stack)) {
		return nil
	}
	return &ls.stack[len(ls.stack)-1-int(label)]
}

// dispatch says how many blocks the br_table at hand leaves if it is the
// dispatch that Go's compiler puts at the head of a function with jumps: a
// loop, blocks opened at once, and a br_table on local 0. It says 0 otherwise.
func (ls *levels) dispatch() int {
	get := ls.last[1]
	if get.op != opLocalGet || get.arg != 0 {
		return 0
	}
	start, i := get.at, len(ls.stack)-1
	for ; i > 0 && ls.stack[i].op == opBlock && ls.stack[i].void && ls.stack[i].end == start; i-- {
		start = ls.stack[i].at
	}
	if l := &ls.stack[i]; l.op != opLoop || !l.void || l.end != start {
		return 0
	}
	return len(ls.stack) - 1 - i
}

// resumeAt is the constant that the two instructions before the current one
// put into local 0, which is how Go's compiler tells a dispatch where to go.
func (ls *levels) resumeAt() (pc uint32, ok bool) {
	num, set := ls.last[0], ls.last[1]
	return uint32(num.arg), num.op == opI32Const && set.op == opLocalSet && set.arg == 0
}
