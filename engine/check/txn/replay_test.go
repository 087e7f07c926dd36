package txn_test

import (
	"slices"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// replayer looks for an execution that gives a history: every choice of unknown
// transactions and every interleaving is tried.
type replayer struct {
	txns  []history.Txn
	order txn.Order
	in    []bool // the transactions that take part
	begun []bool
	over  []bool
	state map[string][]int64
	base  []map[string][]int64 // of each transaction, what it saw when it began
}

// explains says whether some choice of the unknown transactions passes try.
func explains(txns []history.Txn, o txn.Order, try func(r *replayer) bool) bool {
	for choice := range 1 << len(txns) {
		in := make([]bool, len(txns))
		fits := true
		for i, t := range txns {
			in[i] = choice>>i&1 == 1
			fits = fits && (t.Status != history.OK || in[i]) && (t.Status != history.Fail || !in[i])
		}
		if !fits {
			continue
		}
		if try(&replayer{txns: txns, order: o, in: in, begun: make([]bool, len(txns)), over: make([]bool, len(txns)),
			state: map[string][]int64{}, base: make([]map[string][]int64, len(txns))}) {
			return true
		}
	}
	return false
}

// precedes says whether the order asked for puts i before j.
func (r *replayer) precedes(i, j int) bool { return precedes(r.txns, r.order, i, j) }

func precedes(txns []history.Txn, o txn.Order, i, j int) bool {
	a, b := &txns[i], &txns[j]
	if a.Status != history.OK || i == j {
		return false
	}
	return o >= txn.SessionOrder && a.Client == b.Client && a.Return <= b.Invoke || o == txn.RealTime && a.Return < b.Invoke
}

// may says whether all that has to come before i is over.
func (r *replayer) may(i int) bool {
	for j := range r.txns {
		if r.in[j] && !r.over[j] && r.precedes(j, i) {
			return false
		}
	}
	return r.in[i] && !r.begun[i]
}

// serial says whether the transactions can run one after the other.
func (r *replayer) serial() bool {
	done := true
	for i := range r.txns {
		if !r.may(i) {
			done = done && (!r.in[i] || r.over[i])
			continue
		}
		done = false
		before := r.state
		if after, ok := r.execute(i, before); ok {
			r.begun[i], r.over[i], r.state = true, true, after
			if r.serial() {
				return true
			}
			r.begun[i], r.over[i], r.state = false, false, before
		}
	}
	return done
}

// execute runs transaction i on a state; no if a read shows something else.
func (r *replayer) execute(i int, state map[string][]int64) (after map[string][]int64, ok bool) {
	after = map[string][]int64{}
	for k, list := range state {
		after[k] = list
	}
	for _, m := range r.txns[i].Ops {
		list := after[m.Key]
		switch {
		case m.F != history.Read:
			after[m.Key] = slices.Concat(list, []int64{m.Value})
		case !m.Known:
		case m.List != nil && !slices.Equal(m.List, list):
			return nil, false
		case m.List == nil && m.Nil != (len(list) == 0):
			return nil, false
		case m.List == nil && !m.Nil && m.Value != list[len(list)-1]:
			return nil, false
		}
	}
	return after, true
}

// snapshots says whether they can run on snapshots where the first committer of
// a key wins.
func (r *replayer) snapshots() bool {
	done := true
	for i := range r.txns {
		switch {
		case r.may(i):
			done = false
			if _, ok := r.execute(i, r.state); !ok {
				continue
			}
			r.begun[i], r.base[i] = true, r.state
			if r.snapshots() {
				return true
			}
			r.begun[i] = false
		case r.in[i] && r.begun[i] && !r.over[i]:
			done = false
			before := r.state
			if !r.commit(i) {
				continue
			}
			if r.snapshots() {
				return true
			}
			r.over[i], r.state = false, before
		}
	}
	return done
}

// commit adds what i wrote to the state; no if somebody else wrote there since.
func (r *replayer) commit(i int) bool {
	after := map[string][]int64{}
	for k, list := range r.state {
		after[k] = list
	}
	for _, m := range r.txns[i].Ops {
		if m.F == history.Read {
			continue
		}
		if len(r.state[m.Key]) != len(r.base[i][m.Key]) {
			return false
		}
		after[m.Key] = slices.Concat(after[m.Key], []int64{m.Value})
	}
	r.over[i], r.state = true, after
	return true
}
