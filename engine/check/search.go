package check

import "github.com/seedfall/seedfall/engine/history"

// search looks for a legal order of the calls of one part, depth first: at each
// node it tries the calls that may come next, which are those invoked no later
// than the first return among the calls not yet placed. What keeps it short:
//
//   - a read-only call that is legal now is placed at once, no other is tried;
//   - of calls alike in all but their times, only the one that returns first is
//     tried, and of those of unknown end the one called first;
//   - a node is not entered twice, nor one like a node that was entered, but with
//     more calls of unknown end used up (see memo);
//   - a call of unknown end is placed only where the next one depends on it.
//
// Of the calls that may come next the one that returns first is tried first.
// Calls of unknown end are optional. Once all others are placed, an order is
// found.
type search[S comparable] struct {
	model  Model[S]
	done   []call   // calls that returned, by invocation
	doubts []class  // calls of unknown end
	alike  []int32  // for each of done: the number of its class, -1 if it is read-only
	events events   // calls and returns of what is not placed
	placed placed   // what is
	used   []uint32 // for each of doubts: how many of its calls are placed
	memo   memo
	states interned[S]
	buf    []S
	name   []byte // buffer of class

	frames []frame
	moves  []move  // alternatives of all frames, those of the last one on top
	best   []int32 // for each class: the call that returns first, in this node
	seen   []int64 // for each class: the node for which best holds
	nodes  int64

	steps, budget int64
	blocked       int32 // the farthest return that some node waits for
	watch         *watch
}

// class is a set of calls that are alike: same kind, arguments and answer.
type class struct{ calls []call }

// frame is a node on the way from the root.
type frame struct {
	state int32 // number of the state
	by    int32 // call that led here; ^class for one of unknown end; root for none
	pos   int32 // next of moves to try
	end   int32 // end of its moves
	reach int32 // placed.reach of the parent
}

// root is the by of the first frame. No class has this number.
const root = -1 << 31

// move is one alternative: to place a call, of known end or not.
type move struct {
	by    int32 // as in frame
	state int32 // the state after it, or -1 if the step is still to be made
}

// newSearch prepares the search of p from an initial state.
func newSearch[S comparable](m Model[S], p *part, init S, budget int64) *search[S] {
	s := &search[S]{model: m}
	s.begin(p, init, budget)
	return s
}

// begin prepares another search with the same model, in the same memory.
func (s *search[S]) begin(p *part, init S, budget int64) {
	s.steps, s.budget, s.nodes, s.blocked, s.watch = 0, budget, 0, -1, nil
	s.done, s.doubts, s.alike = s.done[:0], s.doubts[:0], s.alike[:0]
	s.frames, s.moves = s.frames[:0], s.moves[:0]
	s.memo.empty()
	s.states.empty()
	s.classify(p)
	s.events.begin(s.done)
	s.placed.begin(len(s.done))
	s.frames = append(s.frames, frame{state: s.states.id(init), by: root})
}

// classify sorts the calls of p into those that returned and those of unknown
// end, and both into classes.
func (s *search[S]) classify(p *part) {
	classes, doubtful := map[string]int32{}, map[string]int32{}
	for _, c := range p.calls {
		if c.unknown() {
			d := s.class(doubtful, c.op)
			if int(d) == len(s.doubts) {
				s.doubts = append(s.doubts, class{})
			}
			s.doubts[d].calls = append(s.doubts[d].calls, c)
			continue
		}
		k := int32(-1)
		if !s.model.ReadOnly(c.op) {
			k = s.class(classes, c.op)
		}
		s.done, s.alike = append(s.done, c), append(s.alike, k)
	}
	s.best, s.seen = zeros(s.best, len(classes)), zeros(s.seen, len(classes))
	s.used = zeros(s.used, len(s.doubts))
}

// class gives the number of the class of op among those known.
func (s *search[S]) class(known map[string]int32, op *history.Op) int32 {
	s.name = likeness(s.name[:0], op)
	k, ok := known[string(s.name)]
	if !ok {
		k = int32(len(known))
		known[string(s.name)] = k
	}
	return k
}

// pure says that a call that returned is read-only.
func (s *search[S]) pure(i int32) bool { return s.alike[i] < 0 }

// zeros gives n zeros, in the memory of l if that is enough.
func zeros[T any](l []T, n int) []T {
	if n > cap(l) {
		return make([]T, n)
	}
	l = l[:n]
	clear(l)
	return l
}

// run searches until an order is found, none is left, or the budget is spent.
func (s *search[S]) run() Verdict {
	if s.enter() {
		return OK
	}
	for len(s.frames) > 0 {
		if s.steps > s.budget {
			return Undecided
		}
		f := &s.frames[len(s.frames)-1]
		if f.pos == f.end {
			s.leave()
			continue
		}
		m := s.moves[f.pos]
		f.pos++
		forced := m.state >= 0 && f.end-f.pos == 0 && m.by >= 0 && s.pure(m.by)
		if m.state < 0 {
			if m.state = s.try(f, m.by); m.state < 0 {
				continue
			}
		}
		s.place(m)
		if !forced && s.memo.visited(s.key(m.state)) {
			s.leave()
			continue
		}
		if s.enter() {
			return OK
		}
	}
	return Violation
}

// try makes the step of by from f and gives the number of the state after it,
// or -1 if it is illegal or need not be tried. Further states become moves.
func (s *search[S]) try(f *frame, by int32) int32 {
	op := s.op(by)
	next := s.step(f.state, op)
	if len(next) == 0 {
		return -1
	}
	first := s.states.id(next[0])
	if len(next) > 1 {
		for _, n := range next[1:] {
			s.moves = append(s.moves, move{by, s.states.id(n)})
			f.end++
		}
		return first
	}
	if by < 0 && first == f.state || s.useless(f, op, by, first) {
		return -1
	}
	return first
}

// useless says that op, which leads from f to after, need not follow the call of
// unknown end that led to f: it leads to the same state without that call, or
// with that call placed after it. The first is found again with more calls left
// to use, the second in the other order.
func (s *search[S]) useless(f *frame, op *history.Op, by, after int32) bool {
	if f.by >= 0 || f.by == root {
		return false
	}
	parent := s.frames[len(s.frames)-2].state
	without := s.single(parent, op)
	if without < 0 || without == after {
		return without == after
	}
	// The call that led to f is used up by now; any of its class does the same.
	return by >= 0 && s.single(without, s.doubts[^f.by].calls[0].op) == after
}

// single gives the state after op if there is just one, else -1.
func (s *search[S]) single(state int32, op *history.Op) int32 {
	if next := s.step(state, op); len(next) == 1 {
		return s.states.id(next[0])
	}
	return -1
}

func (s *search[S]) step(state int32, op *history.Op) []S {
	s.steps++
	s.buf = s.model.Step(s.buf[:0], s.states.all[state], op)
	return s.buf
}

// op gives the operation of a move.
func (s *search[S]) op(by int32) *history.Op { return s.call(by, 0).op }

// call gives the call of a move; of a class, the one that is back places before
// the next one to be used.
func (s *search[S]) call(by int32, back uint32) *call {
	if by >= 0 {
		return &s.done[by]
	}
	return &s.doubts[^by].calls[s.used[^by]-back]
}

// place takes a move and makes its node the last frame, still without moves.
func (s *search[S]) place(m move) {
	n := int32(len(s.moves))
	s.frames = append(s.frames, frame{state: m.state, by: m.by, pos: n, end: n, reach: s.placed.reach})
	if m.by < 0 {
		s.used[^m.by]++
		return
	}
	s.events.unlink(m.by)
	s.placed.add(m.by)
}

// leave takes back the move of the last frame.
func (s *search[S]) leave() {
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	if n := len(s.frames); n > 0 {
		s.moves = s.moves[:s.frames[n-1].end]
	}
	switch {
	case f.by == root:
	case f.by < 0:
		s.used[^f.by]--
	default:
		s.events.link(f.by)
		s.placed.remove(f.by, f.reach)
	}
}

// key describes the node that was just placed.
func (s *search[S]) key(state int32) node {
	hash := s.placed.hash ^ mix(uint64(state)|1<<40)
	return node{hash: hash, state: state, set: s.placed.encode(&s.events), used: s.used}
}
