// Package txn judges the isolation of transactions: which levels a history of
// them contradicts, by which anomaly, and which it is compatible with. It sees a
// history and nothing else.
//
// Keys are lists, which transactions append to and read whole, or registers,
// which they write and read; every value of a key is written once. A list's reads
// show the order of its versions, so that anomalies are cycles of dependencies,
// found in polynomial time, as Adya defined them and as Elle finds them. What is
// known of a register's order depends on what may be assumed, see Assume.
package txn

import (
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// Verdict says whether a history keeps a level.
type Verdict uint8

// The verdicts.
const (
	// Undecided is the zero value: no anomaly was found, but the order of some
	// register's values is not known, and no order was found that keeps the level.
	Undecided Verdict = iota
	// OK: the history does not contradict the level. If there are registers of
	// unknown order, an order was found that keeps it. Of lists this is exact for
	// Serializable; for SnapshotIsolation and ConsistentView a contradiction may
	// hide in the order of elements that no read shows, so that a last transaction
	// which reads all keys makes a history say more.
	OK
	// Violation: an anomaly that the level forbids was found.
	Violation
)

// String gives "undecided", "ok" or "violation".
func (v Verdict) String() string {
	switch v {
	case OK:
		return "ok"
	case Violation:
		return "violation"
	}
	return "undecided"
}

// Options say what to judge by.
type Options struct {
	// Level is the level asked for. The zero value is plain serializability.
	Level Level
	// Assume says what may be taken for granted about registers.
	Assume Assume
}

// Report is what Check found.
type Report struct {
	// Level is the level that was asked for.
	Level Level
	// Verdict is about that level.
	Verdict Verdict
	// Anomalies are those that the level forbids, weakest levels first; of each
	// kind a few, of cycles one short one. Those that follow from others are left
	// out. Empty unless Verdict is Violation.
	Anomalies []Anomaly
	// Beyond are anomalies that only other levels forbid.
	Beyond []Anomaly
	// Count says how often each kind was found, shown or not; of cycles, for how
	// many orders. Its index is a Kind.
	Count [kinds]int
	// Holds are the strongest levels that the history keeps: no two imply each
	// other, and all that they imply hold too. Empty if nothing holds.
	Holds []Level
	// RuledOut are the weakest levels that the history contradicts: no two imply
	// each other, and all that imply one of them are ruled out too.
	RuledOut []Level
	// Open are the strongest of the levels that are neither.
	Open []Level
	// Unordered are the registers of which the order of the values is not known,
	// in the order in which the history names them.
	Unordered []string
}

// Check judges the transactions of one history, in any order. What a transaction
// of unknown end did counts if a committed one saw it, except that this is no
// proof for ReadUncommitted, which allows to see what is not committed. An error
// says that the history is malformed: a value written twice to one key, a key
// that is a list and a register, an unknown function, an end before its begin; or
// that the order of commits names a transaction twice, or one that there is not;
// or that there is no such level.
func Check(txns []history.Txn, o Options) (*Report, error) {
	b, err := newBook(txns)
	if err != nil {
		return nil, err
	}
	if err := o.Assume.check(len(txns)); err != nil {
		return nil, err
	}
	j := b.judge(&o.Assume, nil, nil)
	r := &Report{Level: o.Level, Count: b.found.count, Unordered: j.unordered}
	all := Levels()
	asked := slices.Index(all, o.Level)
	if asked < 0 {
		return nil, fmt.Errorf("txn: %s: isolation %d with order %d is not a level", o.Level, o.Level.Isolation, o.Level.Order)
	}
	verdicts, implied := newProver(b, &o.Assume, j).verdicts(all)
	r.Verdict = verdicts[asked]
	r.sort(j.anomalies, implied[asked])
	r.Holds = strongest(all, verdicts, OK)
	r.Open = strongest(all, verdicts, Undecided)
	r.RuledOut = weakest(all, verdicts)
	return r, nil
}

// sort tells the anomalies that the level forbids from the others, and leaves
// out what follows from those shown. Implied are those that only show once it is
// worked out what the level says about the order of registers.
func (r *Report) sort(all, implied []Anomaly) {
	var beyond []Anomaly
	for _, a := range all {
		if a.Refutes(r.Level) {
			r.Anomalies = append(r.Anomalies, a)
		} else {
			beyond = append(beyond, a)
		}
	}
	if len(r.Anomalies) == 0 {
		r.Anomalies = implied
	}
	r.Anomalies, r.Beyond = withoutImplied(r.Anomalies), withoutImplied(beyond)
}

// judgement is what one order of the registers' values shows.
type judgement struct {
	anomalies []Anomaly
	unordered []string
	registers []*register // of each key; nil for lists
	graph     *graph
}

// refutes says whether an anomaly that was found contradicts level l.
func (j *judgement) refutes(l Level) bool {
	return slices.ContainsFunc(j.anomalies, func(a Anomaly) bool { return a.Refutes(l) })
}

// judge looks for all anomalies. Given, if not nil, are orders between the
// versions of each key that follow from the level in question. Commits, if not
// nil, are the transactions in an order that the values of all registers are
// taken to follow.
func (b *book) judge(a *Assume, given [][]edge, commits []int) *judgement {
	b.found = findings{}
	j := &judgement{registers: make([]*register, len(b.keys))}
	// Most operations add an edge, and each transaction some for its place in time.
	d := &draft{nodes: int32(len(b.txns)), edges: make([]edge, 0, len(b.keyOf)+4*len(b.txns))}
	seers := make([]seer, len(b.keys))
	told, taken := placesIn(a.CommitOrder, len(b.txns)), placesIn(commits, len(b.txns))
	for i := range b.keys {
		if b.keys[i].list {
			seers[i] = b.list(int32(i))
		} else {
			g := b.register(int32(i))
			g.arrange(b, a, told)
			if given != nil {
				g.merge(b, "the level holds", given[i])
			}
			if commits != nil {
				g.merge(b, "one order explains the rest", g.committed(taken))
			}
			if !g.total() {
				j.unordered = append(j.unordered, g.name)
			}
			seers[i], j.registers[i] = g, g
		}
		seers[i].judge(b)
		seers[i].link(b, d)
		b.judgeUpdates(&b.keys[i])
	}
	b.judgeInternal()
	b.judgeFractured(seers)
	b.linkSessions(d)
	b.linkClock(d)
	j.graph = d.graph()
	b.findCycles(j.graph)
	j.anomalies = b.found.sorted()
	return j
}

// strongest gives the levels with verdict v that no other such level implies.
func strongest(all []Level, verdicts []Verdict, v Verdict) (kept []Level) {
	for i, l := range all {
		if verdicts[i] == v && !slices.ContainsFunc(kept, func(s Level) bool { return s.Implies(l) }) {
			kept = append(kept, l)
		}
	}
	return kept
}

// weakest gives the refuted levels that imply no other refuted level, the
// weakest first.
func weakest(all []Level, verdicts []Verdict) (kept []Level) {
	for i := len(all) - 1; i >= 0; i-- {
		if verdicts[i] == Violation && !slices.ContainsFunc(kept, func(w Level) bool { return all[i].Implies(w) }) {
			kept = append(kept, all[i])
		}
	}
	return kept
}
