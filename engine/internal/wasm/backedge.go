package wasm

// level is one open block, loop or if of a body.
type level struct {
	op         byte
	at, end    int // of its opening instruction
	dispatcher int // index of the loop level whose dispatch block this is; -1 for none

	// For a loop that dispatches, as every loop does that Go's compiler puts
	// around a function with jumps: it opens dispatch blocks at once and leaves
	// them by a br_table on local 0. Code after the end of block i is region i.
	labels []uint32 // of the br_table, the default one last
	blocks int      // number of dispatch blocks
	open   int      // dispatch blocks not yet ended
}

// region is the number of the dispatch block whose code is being read.
func (l *level) region() int { return l.blocks - 1 - l.open }

// levels follows the nesting of a body.
type levels struct {
	stack   []level
	labels  []uint32       // backs the labels of all dispatching loops
	history [2]instruction // the two instructions before the current one
}

func (ls *levels) reset() {
	ls.stack = append(ls.stack[:0], level{op: opBlock, dispatcher: -1})
	ls.labels = ls.labels[:0]
	ls.history = [2]instruction{}
}

// step takes account of one instruction. It says false when there is an end or
// else too many.
func (ls *levels) step(in instruction, r *reader) bool {
	switch in.op {
	case opBlock, opLoop, opIf:
		ls.stack = append(ls.stack, level{op: in.op, at: in.at, end: in.end, dispatcher: -1})
	case opEnd:
		if len(ls.stack) == 0 {
			return false
		}
		top := len(ls.stack) - 1
		if d := ls.stack[top].dispatcher; d >= 0 {
			ls.stack[d].open--
		}
		ls.stack = ls.stack[:top]
	case opBrTable:
		ls.findDispatcher(in, r)
	}
	ls.history[0], ls.history[1] = ls.history[1], in
	return true
}

// findDispatcher looks whether the br_table in leaves a chain of blocks that a
// loop opens at once, by the value of local 0.
func (ls *levels) findDispatcher(in instruction, r *reader) {
	get := ls.history[1]
	if get.op != opLocalGet || get.arg != 0 {
		return
	}
	start, i := get.at, len(ls.stack)-1
	for ; i >= 0 && ls.stack[i].op == opBlock && ls.stack[i].end == start; i-- {
		start = ls.stack[i].at
	}
	if i < 0 || ls.stack[i].op != opLoop || ls.stack[i].end != start {
		return
	}
	blocks := len(ls.stack) - 1 - i
	loop := &ls.stack[i]
	first := len(ls.labels)
	t := reader{data: r.data, pos: in.at + 1, end: in.end}
	for range t.count() + 1 {
		ls.labels = append(ls.labels, t.u32())
	}
	loop.labels = ls.labels[first:]
	loop.blocks, loop.open = blocks, blocks
	for j := i + 1; j < len(ls.stack); j++ {
		ls.stack[j].dispatcher = i
	}
}

// goesBack says whether the branch in may lead to code before it: it targets a
// loop, and the loop's dispatch does not send it forward.
func (ls *levels) goesBack(in instruction, r *reader) bool {
	switch in.op {
	case opBr:
		l := ls.target(uint32(in.arg))
		return l != nil && l.op == opLoop && !ls.sentForward(l)
	case opBrIf:
		l := ls.target(uint32(in.arg))
		return l != nil && l.op == opLoop
	case opBrTable:
		labels := reader{data: r.data, pos: in.at + 1, end: in.end}
		for range labels.count() + 1 {
			if l := ls.target(labels.u32()); l != nil && l.op == opLoop {
				return true
			}
		}
	}
	return false
}

func (ls *levels) target(label uint32) *level {
	if int64(label) >= int64(len(ls.stack)) {
		return nil
	}
	return &ls.stack[len(ls.stack)-1-int(label)]
}

// sentForward says whether the instructions before the branch set local 0 to a
// constant that the dispatch of l sends to a later region.
func (ls *levels) sentForward(l *level) bool {
	num, set := ls.history[0], ls.history[1]
	if l.blocks == 0 || num.op != opI32Const || set.op != opLocalSet || set.arg != 0 {
		return false
	}
	// Whatever is past the table goes to its last label.
	to := min(uint32(num.arg), uint32(len(l.labels)-1))
	label := l.labels[to]
	return int64(label) < int64(l.blocks) && int(label) > l.region()
}
