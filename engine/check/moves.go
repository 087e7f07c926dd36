package check

import "slices"

// enter lists the moves of the last frame. It says true if nothing is left to
// be placed.
func (s *search[S]) enter() bool {
	f := &s.frames[len(s.frames)-1]
	e := &s.events
	s.nodes++
	at := e.next[e.head()]
	for ; e.isCall(at); at = e.next[at] {
		if s.pure(at) {
			if len(s.step(f.state, s.done[at].op)) > 0 {
				s.moves = append(s.moves[:f.pos], move{at, f.state})
				f.end = f.pos + 1
				s.note(f, -1)
				return false
			}
			continue
		}
		s.candidate(at)
		s.moves = append(s.moves, move{at, -1})
	}
	if at == e.head() {
		return true
	}
	first := e.call(at)
	s.blocked = max(s.blocked, e.rank[first])
	s.note(f, e.rank[first])
	s.keepFirstOfEach(f.pos)
	// What returns first is in most need of a place.
	slices.SortFunc(s.moves[f.pos:], func(a, b move) int { return int(e.rank[a.by] - e.rank[b.by]) })
	s.addDoubts(s.done[first].ret)
	f.end = int32(len(s.moves))
	return false
}

// candidate notes that call i may be next in this node.
func (s *search[S]) candidate(i int32) {
	k := s.alike[i]
	if s.seen[k] != s.nodes || s.done[i].ret < s.done[s.best[k]].ret {
		s.seen[k], s.best[k] = s.nodes, i
	}
}

// keepFirstOfEach drops from the moves those with a call alike that returns
// earlier.
func (s *search[S]) keepFirstOfEach(from int32) {
	kept := s.moves[:from]
	for _, m := range s.moves[from:] {
		if s.best[s.alike[m.by]] == m.by {
			kept = append(kept, m)
		}
	}
	s.moves = kept
}

// addDoubts adds the calls of unknown end that were invoked by the given return.
func (s *search[S]) addDoubts(ret uint64) {
	for d := range s.doubts {
		calls := s.doubts[d].calls
		if u := s.used[d]; int(u) < len(calls) && calls[u].inv() <= ret {
			s.moves = append(s.moves, move{^int32(d), -1})
		}
	}
}
