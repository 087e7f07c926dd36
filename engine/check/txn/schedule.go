package txn

import (
	"math"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// schedule makes an order of commits out of a graph: every edge leads forward,
// and as far as possible nobody replaces a value of a register before all that
// read it have done so. Beyond that the first deadline comes first: what ends, or
// what others that end have to follow.
type schedule struct {
	b         *book
	registers []*register // of each key; nil for lists
	g         *graph
	over      links
	// txns are the nodes of transactions, and, where events, of their starts;
	// the commits follow from node commit on.
	txns, commit int32
	events       bool

	reads, writes [][]versionOf // of each transaction: what it saw first, what it left
	queue         queue
	missing       []int32  // of each node, how many edges lead to it from nodes to come
	deadline      []uint64 // of each node
	current       []int32  // of each register, the version that stands there
	pending       [][]int32
	waiting       [][]item // of each key, nodes that wait for readers of its value
	taken         []bool   // of each node
	commits       []int
	// under are, of nodes that should have come earlier, the keys in which what
	// they write does not replace what stands there. Regrets are edges that would
	// have had them come earlier.
	under   map[int32][]int32
	regrets []edge
	asked   int // how often nodes were asked for regrets
}

// versionOf is a version of one register.
type versionOf struct{ key, version int32 }

// replaced is the current version of a register whose readers are not waited for.
const replaced = -1

// newSchedule prepares to order the graph of a judgement by a rule. Regrets are
// those of an earlier try.
func newSchedule(b *book, j *judgement, r rule, o Order, regrets []edge) *schedule {
	s := &schedule{b: b, registers: j.registers, g: j.graph, over: r.over | byOrder[o], txns: int32(len(b.txns)), events: r.events}
	if r.events {
		s.commit = int32(s.g.nodes())
		s.g = s.g.events(s.txns)
	}
	if len(regrets) > 0 {
		s.g = newGraph(s.g.nodes(), slices.Concat(s.g.out, regrets))
	}
	s.regrets = slices.Clip(regrets)
	s.missing, s.taken = s.g.missing(s.over), make([]bool, s.g.nodes())
	s.under = map[int32][]int32{}
	s.reads, s.writes = make([][]versionOf, s.txns), make([][]versionOf, s.txns)
	s.current, s.pending, s.waiting = make([]int32, len(b.keys)), make([][]int32, len(b.keys)), make([][]item, len(b.keys))
	for k, g := range s.registers {
		if g != nil {
			s.register(int32(k), g)
		}
	}
	return s
}

// register notes who reads and writes the versions of a register.
func (s *schedule) register(k int32, g *register) {
	s.pending[k] = make([]int32, len(g.value))
	for i, r := range g.reads {
		if g.external[i] {
			v := g.version(s.b.op(r))
			s.pending[k][v]++
			s.reads[r.txn] = append(s.reads[r.txn], versionOf{k, v})
		}
	}
	for i := range g.writes {
		if w := &g.writes[i]; w.final && s.b.committed[w.txn] {
			s.writes[w.txn] = append(s.writes[w.txn], versionOf{k, g.versions[w.value]})
		}
	}
}

// run gives the transactions in order of their commits; no if the graph has a
// cycle.
func (s *schedule) run() (commits []int, ok bool) {
	if !s.setDeadlines() {
		return nil, false
	}
	left := len(s.missing)
	for n, m := range s.missing {
		if m == 0 {
			s.push(int32(n))
		}
	}
	for len(s.queue) > 0 || s.force() {
		next := s.queue.pop()
		if k, blocked := s.blocked(next.node); blocked {
			s.waiting[k] = append(s.waiting[k], next)
			continue
		}
		s.take(next.node)
		left--
	}
	return s.commits, left == 0
}

// writer gives the transaction that node n commits; no if it does not.
func (s *schedule) writer(n int32) (txn int32, ok bool) {
	if s.events {
		return n - s.commit, n >= s.commit
	}
	return n, n < s.txns
}

// blocked names a register that node n writes while others have yet to read what
// stands there.
func (s *schedule) blocked(n int32) (key int32, blocked bool) {
	t, ok := s.writer(n)
	if !ok {
		return 0, false
	}
	for _, w := range s.writes[t] {
		now := s.current[w.key]
		if now == replaced || slices.Contains(s.under[n], w.key) {
			continue
		}
		left := s.pending[w.key][now]
		if !s.events && slices.Contains(s.reads[t], versionOf{w.key, now}) {
			left--
		}
		if left > 0 {
			return w.key, true
		}
	}
	return 0, false
}

// take puts node n next.
func (s *schedule) take(n int32) {
	s.taken[n] = true
	for _, e := range s.g.edges(n) {
		if !s.over.has(e.kind) {
			continue
		}
		if s.missing[e.to]--; s.missing[e.to] == 0 {
			s.push(e.to)
		}
	}
	if n < s.txns {
		for _, r := range s.reads[n] {
			if s.pending[r.key][r.version]--; r.version == s.current[r.key] {
				s.wake(r.key)
			}
		}
	}
	if t, ok := s.writer(n); ok {
		s.commits = append(s.commits, int(t))
		for _, w := range s.writes[t] {
			if !slices.Contains(s.under[n], w.key) {
				s.current[w.key] = w.version
			}
			s.wake(w.key)
		}
	}
}

// wake lets the nodes that wait for a register look again.
func (s *schedule) wake(key int32) {
	for _, x := range s.waiting[key] {
		s.queue.push(x)
	}
	s.waiting[key] = s.waiting[key][:0]
}

// push lets node n come. Nodes between others come as soon as they can.
func (s *schedule) push(n int32) {
	at := s.deadline[n]
	if t := s.txn(n); t >= s.txns {
		at = 0
	}
	s.queue.push(item{at, n})
}

// txn gives the transaction of a start or commit; a number from txns on for
// nodes between others.
func (s *schedule) txn(n int32) int32 {
	if s.events && n >= s.commit {
		return n - s.commit
	}
	return n
}

// setDeadlines finds out when each node is due: before it ends itself and before
// all that it leads to do. No if the graph has a cycle.
func (s *schedule) setDeadlines() (ok bool) {
	sorted, ok := s.g.sorted(s.over)
	if !ok {
		return false
	}
	s.deadline = make([]uint64, s.g.nodes())
	for _, n := range slices.Backward(sorted) {
		at := s.ends(n)
		for _, e := range s.g.edges(n) {
			if s.over.has(e.kind) {
				at = min(at, s.deadline[e.to])
			}
		}
		s.deadline[n] = at
	}
	return true
}

// ends gives the instant at which a node is over: a start when its transaction
// begins, so that it sees no more than it has to. Others may take for ever, and
// transactions of unknown end may too.
func (s *schedule) ends(n int32) uint64 {
	t := s.txn(n)
	switch {
	case t >= s.txns:
		return math.MaxUint64
	case s.events && n < s.txns:
		return s.b.txns[t].Invoke
	case s.b.txns[t].Status == history.Unknown:
		return math.MaxUint64
	}
	return s.b.txns[t].Return
}
