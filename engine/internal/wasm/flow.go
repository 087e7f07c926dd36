package wasm

// flow is where the jumps of one body go.
//
// Go's compiler puts all code of a function with jumps into one loop with a
// dispatch at its head: a br_table on local 0 that leaves one of many nested
// blocks. The code after the end of dispatch block i, counted from the inside,
// is region i. A jump sets local 0 to a constant and branches to the loop. So
// the regions stand in the order of the code, and whatever runs for ever jumps
// to the same or an earlier region for ever: only such jumps need counting.
type flow struct {
	loops   []loop
	regions []region // of all loops
	jumps   []jump   // in the order of the code
	labels  []uint32 // of all dispatches

	around, over []int // scratch of plan: regions not yet left behind
}

// loop is one loop of the body.
type loop struct {
	start  int64    // weight of the body before it
	first  int      // index of its first region; -1 until it needs one
	blocks int      // dispatch blocks, each with a region; 0 for a loop without dispatch
	open   int      // dispatch blocks not ended yet
	labels []uint32 // of the dispatch, the default one last
}

// region is the index of the region whose code is being read.
func (l *loop) region() int { return l.first + max(0, l.blocks-1-l.open) }

// region is a stretch of code that a dispatch can lead to, or the whole of a
// loop without dispatch.
type region struct {
	start int64 // weight of the body before it
	calls bool  // whoever leaves it at its end has called a counted function
	reach int   // the last region that a forward jump leads to from here; itself if there is none
	last  int   // the last region that jumps back to here; -1 if there is none

	// What plan finds.
	inner   int // where the innermost loop around it begins; -1 if there is none
	over    int // the latest region with a jump over its end; -1 if there is none
	barrier int // if it is jumped back to: the first region whose end nobody gets over from here without a counted call
}

// jump is a branch to a loop or to one of its dispatch blocks.
type jump struct {
	instruction
	loop     int
	from, to int // regions; to is the first one of the loop if nobody knows
	kind     jumpKind
	weight   int64 // of the body before it
}

type jumpKind uint8

const (
	jumpOver    jumpKind = iota // to a dispatch block
	jumpForward                 // through the dispatch to a later region
	jumpBack                    // through the dispatch to the same or an earlier region, or to a loop without dispatch
	jumpUnknown                 // through the dispatch, nobody knows where to
)

func (f *flow) reset() {
	f.loops, f.regions, f.jumps, f.labels = f.loops[:0], f.regions[:0], f.jumps[:0], f.labels[:0]
}

// addRegions makes room for n regions of l.
func (f *flow) addRegions(l *loop, n int) {
	l.first = len(f.regions)
	for range n {
		f.regions = append(f.regions, region{start: l.start, reach: len(f.regions), last: -1})
	}
}

// addDispatch notes that l dispatches to n blocks as table says.
func (f *flow) addDispatch(l *loop, n int, table reader) {
	f.addRegions(l, n)
	l.blocks, l.open = n, n
	from := len(f.labels)
	for range table.count() + 1 {
		f.labels = append(f.labels, table.u32())
	}
	l.labels = f.labels[from:]
}

// dispatched is the region that l's dispatch leads to when local 0 is pc.
func (l *loop) dispatched(pc uint32) (region int, ok bool) {
	// Whatever is past the table goes to its last label.
	label := l.labels[min(pc, uint32(len(l.labels)-1))]
	return l.first + int(label), int64(label) < int64(l.blocks)
}

// classify says where the jump j to l goes. pc is what local 0 was set to just
// before, if known.
func (l *loop) classify(j *jump, pc uint32, known bool) {
	j.from, j.to = l.region(), l.first
	if l.blocks == 0 {
		j.kind = jumpBack
		return
	}
	to, ok := l.dispatched(pc)
	switch {
	case !known || !ok || j.op != opBr:
		j.kind = jumpUnknown
	case to > j.from:
		j.kind, j.to = jumpForward, to
	default:
		j.kind, j.to = jumpBack, to
	}
}

// enter marks the regions that j connects.
func (f *flow) enter(j *jump) {
	from, to := &f.regions[j.from], &f.regions[j.to]
	switch j.kind {
	case jumpOver, jumpForward:
		from.reach = max(from.reach, j.to)
	case jumpBack:
		to.last = max(to.last, j.from)
	case jumpUnknown:
		// It is counted, and the rest is about what is not.
	}
}

// plan finds out what can be said of jumps only when all of the body is known.
// No jump connects the regions of two loops, so one walk does for all.
func (f *flow) plan() {
	for i := range f.jumps {
		f.enter(&f.jumps[i])
	}
	f.around, f.over = f.around[:0], f.over[:0]
	for i := range f.regions {
		r := &f.regions[i]
		if r.last >= 0 {
			f.around = append(f.around, i)
		}
		r.inner = f.latest(&f.around, func(r *region) bool { return r.last >= i })
		if r.reach > i {
			f.over = append(f.over, i)
		}
		r.over = f.latest(&f.over, func(r *region) bool { return r.reach > i })
	}
	f.findBarriers()
}

// findBarriers looks from each region that is jumped back to for the first end
// with a call that no jump from there on leads over. A jump back from behind
// that barrier ends a round with a call. Of any round without a call, the jump
// that goes back farthest has no barrier before it, so one jump is counted.
func (f *flow) findBarriers() {
	steps := searchSteps * len(f.regions)
	for i := range f.regions {
		r := &f.regions[i]
		r.barrier = len(f.regions)
		for b := i; b < r.last && steps > 0; b++ {
			if end := &f.regions[b]; end.calls && end.over < i {
				r.barrier = b
				break
			}
			steps--
		}
	}
}

// searchSteps bounds the search for barriers, per region: a function that takes
// more has its jumps back counted, called or not.
const searchSteps = 64

// callsAlways says whether every round that ends with the jump back j has
// passed a counted call.
func (f *flow) callsAlways(j *jump) bool {
	return j.kind == jumpBack && f.regions[j.to].barrier < j.from
}

// latest drops regions from the end of list until one holds, and gives that one
// or -1.
func (f *flow) latest(list *[]int, holds func(*region) bool) int {
	for n := len(*list); n > 0; n-- {
		*list = (*list)[:n]
		if i := (*list)[n-1]; holds(&f.regions[i]) {
			return i
		}
	}
	*list = (*list)[:0]
	return -1
}

// direct says whether the forward jump j leaves the dispatch block of its
// target at once instead of going round through the dispatch. All could; but
// jumps into a loop from outside would have wazero merge their variables with
// those of every round.
func (f *flow) direct(j *jump) bool {
	return j.kind == jumpForward && f.regions[j.to].inner <= j.from
}

// directLabel is the label of the dispatch block that leads to j's target.
func (f *flow) directLabel(j *jump) uint32 {
	l := &f.loops[j.loop]
	return uint32(int(j.arg) - l.blocks + j.to - l.first)
}

// size is how much code lies between the target of the jump back j and j: at
// least 1 and at most workLimit.
func (f *flow) size(j *jump) int64 {
	return min(max(1, j.weight-f.regions[j.to].start), workLimit)
}
