package txn_test

import (
	"slices"
	"sort"
	"strconv"

	"github.com/seedfall/seedfall/engine/history"
)

// dice is a small generator of numbers that are the same on every machine.
type dice uint64

func (d *dice) next() uint64 {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// roll gives a number from 0 to n-1.
func (d *dice) roll(n int) int { return int(d.next() % uint64(n)) }

// chance is true in one of n cases.
func (d *dice) chance(n int) bool { return d.roll(n) == 0 }

// mode is what a database in memory does wrong.
type mode int

const (
	serial   mode = iota // nothing: each transaction takes effect at one instant
	snapshot             // reads what was committed when it began; the first committer wins
	stale                // the same, but the snapshot may be older
	racing               // snapshot without that rule: updates are lost
	latest               // every read sees what is committed by now
	lagging              // every key of a snapshot is old in its own way
	dirty                // every read sees all writes, and aborted ones stay

	modes
)

// store is a database whose keys are lists or registers. It keeps all values
// of a key; a register is the last one.
type store struct {
	mode     mode
	register bool
	dice     *dice
	commits  int
	values   map[string][]int64 // of each key, all values that were committed
	since    map[string][]int   // of each of them, which commit put it there
	now      uint64
	value    int64
}

// session is a transaction under way.
type session struct {
	txn   history.Txn
	todo  []history.Micro
	base  int // the commit that it sees
	lag   map[string]int
	wrote map[string][]int64
}

// plan says what to run.
type plan struct {
	mode                     mode
	register                 bool
	txns, clients, ops, keys int
	// fails and unknowns are one in how many transactions; 0 for none.
	fails, unknowns int
}

// run executes random transactions of several clients, one operation at a time,
// and gives their history in the order in which they were over.
func (p plan) run(d *dice) (txns []history.Txn) {
	s := &store{mode: p.mode, register: p.register, dice: d, values: map[string][]int64{}, since: map[string][]int{}}
	open := make([]*session, p.clients)
	for started := 0; started < p.txns || slices.ContainsFunc(open, func(o *session) bool { return o != nil }); {
		c := d.roll(p.clients)
		switch o := open[c]; {
		case o == nil && started < p.txns:
			open[c] = s.begin(p, "c"+strconv.Itoa(c))
			started++
		case o == nil:
		case s.mode != serial && len(o.todo) > 0:
			s.do(o)
		default:
			txns = append(txns, s.end(p, o))
			open[c] = nil
		}
	}
	return txns
}

func (s *store) tick() uint64 { s.now++; return s.now }

func (s *store) begin(p plan, client string) *session {
	o := &session{txn: history.Txn{Client: client, Invoke: s.tick()}, base: s.commits, lag: map[string]int{}, wrote: map[string][]int64{}}
	if s.mode == stale {
		o.base = s.dice.roll(s.commits + 1)
	}
	for range 1 + s.dice.roll(p.ops) {
		m := history.Micro{F: history.Read, Key: "k" + strconv.Itoa(s.dice.roll(p.keys))}
		if s.dice.chance(2) {
			s.value++
			m.Value, m.F = s.value, map[bool]string{false: history.Append, true: history.Write}[s.register]
		}
		o.todo = append(o.todo, m)
	}
	return o
}

// do runs the next operation of a transaction.
func (s *store) do(o *session) {
	m := o.todo[0]
	o.todo = o.todo[1:]
	// Where nobody keeps others from appending in between, a list with an own
	// element may show an order that does not come true: none is read.
	if m.F == history.Read && !s.register && len(o.wrote[m.Key]) > 0 && (s.mode == racing || s.mode == latest || s.mode == lagging) {
		return
	}
	if m.F == history.Read {
		s.answer(o, &m)
	} else if s.mode == dirty {
		s.commit(map[string][]int64{m.Key: {m.Value}})
	} else {
		o.wrote[m.Key] = append(o.wrote[m.Key], m.Value)
	}
	o.txn.Ops = append(o.txn.Ops, m)
}

// answer reads what the mode shows.
func (s *store) answer(o *session, m *history.Micro) {
	at := o.base
	switch s.mode {
	case latest, dirty, serial:
		at = s.commits
	case lagging:
		if _, known := o.lag[m.Key]; !known {
			o.lag[m.Key] = max(0, at-s.dice.roll(3))
		}
		at = o.lag[m.Key]
	}
	list := slices.Concat(s.at(m.Key, at), o.wrote[m.Key])
	switch m.Known = true; {
	case !s.register:
		m.List = append([]int64{}, list...)
	case len(list) == 0:
		m.Nil = true
	default:
		m.Value = list[len(list)-1]
	}
}

func (s *store) commit(wrote map[string][]int64) {
	s.commits++
	for k, list := range wrote {
		for _, v := range list {
			s.values[k], s.since[k] = append(s.values[k], v), append(s.since[k], s.commits)
		}
	}
}

// at gives the values of a key after a commit.
func (s *store) at(key string, commit int) []int64 {
	return s.values[key][:sort.SearchInts(s.since[key], commit+1)]
}

// end commits or aborts a transaction.
func (s *store) end(p plan, o *session) history.Txn {
	o.txn.Status = history.OK
	for len(o.todo) > 0 {
		s.do(o)
	}
	lost := false
	if s.mode == snapshot || s.mode == stale {
		for k := range o.wrote {
			lost = lost || len(s.values[k]) != len(s.at(k, o.base))
		}
	}
	if lost || p.fails > 0 && s.dice.chance(p.fails) {
		o.txn.Status = history.Fail
	} else if s.mode != dirty && len(o.wrote) > 0 {
		s.commit(o.wrote)
	}
	o.txn.Return = s.tick()
	if !lost && o.txn.Status == history.OK && p.unknowns > 0 && s.dice.chance(p.unknowns) {
		o.txn.Status = history.Unknown
		for i := range o.txn.Ops {
			if m := &o.txn.Ops[i]; m.F == history.Read && s.dice.chance(2) {
				*m = history.Micro{F: history.Read, Key: m.Key}
			}
		}
	}
	return o.txn
}

// spoil changes what one read found into another list or value of its key.
func spoil(txns []history.Txn, d *dice) {
	t := &txns[d.roll(len(txns))]
	if len(t.Ops) == 0 {
		return
	}
	m := &t.Ops[d.roll(len(t.Ops))]
	if m.F != history.Read || !m.Known {
		return
	}
	if m.List != nil {
		m.List = m.List[:d.roll(len(m.List)+1)]
		return
	}
	var values []int64
	for _, t := range txns {
		for _, o := range t.Ops {
			if o.F == history.Write && o.Key == m.Key {
				values = append(values, o.Value)
			}
		}
	}
	m.Nil = len(values) == 0
	if !m.Nil {
		m.Value = values[d.roll(len(values))]
	}
}
