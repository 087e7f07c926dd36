package txn_test

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// shown is one kind of anomaly with the order that it needs.
type shown struct {
	kind  txn.Kind
	order txn.Order
}

// definer judges a history by the definitions, for one choice of the unknown
// transactions and one order of the versions of each key.
type definer struct {
	txns   []history.Txn
	in     []bool
	orders map[string][]int64
	writer map[string]map[int64]int // of each key and value, who wrote it
	found  map[shown]bool
	arrows []arrow
}

type arrow struct {
	from, to int
	kind     txn.Dependency
}

// byDefinition says which levels some choice and some order keep. It says no
// where there are too many orders to try. Of lists whose reads contradict each
// other it says nothing about the weakest level, which allows that: the writes
// have no one order then.
func byDefinition(txns []history.Txn) (holds map[txn.Level]bool, ok bool) {
	mixed := false
	defer func() {
		for o := txn.AnyOrder; mixed && o <= txn.RealTime; o++ {
			delete(holds, txn.Level{Isolation: txn.ReadUncommitted, Order: o})
		}
	}()
	holds, ok = map[txn.Level]bool{}, true
	tries := 0
	explains(txns, txn.AnyOrder, func(r *replayer) bool {
		d := &definer{txns: txns, in: slices.Clone(r.in), orders: map[string][]int64{}, writer: map[string]map[int64]int{}}
		loose := map[string][]int64{}
		d.collect(loose)
		d.permute(loose, sortedKeys(loose), func() {
			if tries++; tries > 300 {
				ok = false
				return
			}
			d.judge()
			mixed = mixed || d.found[shown{txn.IncompatibleOrder, txn.AnyOrder}]
			for _, l := range txn.Levels() {
				refuted := false
				for s := range d.found {
					refuted = refuted || l.Order >= s.order && l.Isolation.Forbids(s.kind)
				}
				holds[l] = holds[l] || !refuted
			}
		})
		return false
	})
	return holds, ok
}

func sortedKeys(m map[string][]int64) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// each calls f for all operations of the transactions that take part.
func (d *definer) each(f func(t, j int, m *history.Micro)) {
	for t := range d.txns {
		for j := range d.txns[t].Ops {
			if d.in[t] {
				f(t, j, &d.txns[t].Ops[j])
			}
		}
	}
}

// collect finds the longest read of each list, and the values whose place is
// free: elements that it does not show, and all values of registers.
func (d *definer) collect(loose map[string][]int64) {
	for t := range d.txns {
		for _, m := range d.txns[t].Ops {
			if d.writer[m.Key] == nil {
				d.writer[m.Key], loose[m.Key] = map[int64]int{}, nil
			}
			if m.F != history.Read {
				d.writer[m.Key][m.Value] = t
			}
		}
	}
	d.each(func(t, j int, m *history.Micro) {
		if m.F == history.Read && len(m.List) > len(d.orders[m.Key]) {
			d.orders[m.Key] = m.List
		}
	})
	d.each(func(t, j int, m *history.Micro) {
		if m.F != history.Read && !slices.Contains(d.orders[m.Key], m.Value) {
			loose[m.Key] = append(loose[m.Key], m.Value)
		}
	})
}

// permute tries every order of the loose values behind those of known place.
func (d *definer) permute(loose map[string][]int64, keys []string, f func()) {
	if len(keys) == 0 {
		f()
		return
	}
	k := keys[0]
	if len(loose[k]) == 0 {
		d.permute(loose, keys[1:], f)
		return
	}
	free, known := loose[k], d.orders[k]
	for i, v := range free {
		loose[k] = slices.Delete(slices.Clone(free), i, i+1)
		d.orders[k] = append(slices.Clip(known), v)
		d.permute(loose, keys, f)
	}
	loose[k], d.orders[k] = free, known
}

func (d *definer) show(k txn.Kind, o txn.Order) { d.found[shown{k, o}] = true }

// judge collects all that the definitions name.
func (d *definer) judge() {
	d.found, d.arrows = map[shown]bool{}, nil
	for k, order := range d.orders {
		d.versions(k, order)
	}
	for t := range d.txns {
		if d.in[t] {
			d.alone(t)
		}
	}
	d.each(func(t, j int, m *history.Micro) {
		if m.F == history.Read && m.Known {
			d.read(t, j, m)
		}
	})
	d.pairs()
	for i := range d.txns {
		for j := range d.txns {
			if !d.in[i] || !d.in[j] {
				continue
			}
			if precedes(d.txns, txn.SessionOrder, i, j) {
				d.arrows = append(d.arrows, arrow{i, j, txn.Process})
			} else if precedes(d.txns, txn.RealTime, i, j) {
				d.arrows = append(d.arrows, arrow{i, j, txn.Clock})
			}
		}
	}
	for t := range d.txns {
		d.circle([]arrow{}, t, t)
	}
}

// by gives the transaction that put a value there and takes part.
func (d *definer) by(key string, v int64) (t int, ok bool) {
	t, ok = d.writer[key][v]
	return t, ok && d.in[t]
}

// versions adds the order of the writes of a key, and looks for appends of one
// transaction that stand in another order than they were made in.
func (d *definer) versions(k string, order []int64) {
	place := map[int]int{}
	d.each(func(t, j int, m *history.Micro) {
		if at := slices.Index(order, m.Value); m.F == history.Append && m.Key == k {
			if at < place[t] {
				d.show(txn.Internal, txn.AnyOrder)
			}
			place[t] = at
		}
	})
	last, aborted := -1, false
	for _, v := range order {
		w, ok := d.by(k, v)
		if !ok {
			_, exists := d.writer[k][v]
			aborted = aborted || exists
			continue
		}
		if aborted {
			d.show(txn.DirtyUpdate, txn.AnyOrder)
		}
		if aborted = false; last >= 0 && last != w {
			d.arrows = append(d.arrows, arrow{last, w, txn.WW})
		}
		last = w
	}
}

// TestVerdictsMatchTheDefinitions compares every level with the definitions,
// tried for all orders of versions. An order of a list's unread elements may be
// needed to refute a level; those that only differ in that are missed.
func TestVerdictsMatchTheDefinitions(t *testing.T) {
	for _, register := range []bool{false, true} {
		counts := map[txn.Level]*tally{}
		d := dice(*first + 6)
		for n := range *histories {
			txns := small(&d, mode(n)%modes, register)
			if n%4 == 3 {
				s := sketch{name: "definitions", level: strict, register: register, unsure: true}
				txns = s.draw(*first + uint64(n))
			}
			if register && len(txns) > 3 {
				continue
			}
			holds, ok := byDefinition(txns)
			if !ok {
				continue
			}
			for _, l := range txn.Levels() {
				if counts[l] == nil {
					counts[l] = &tally{}
				}
				if keeps, told := holds[l]; told {
					counts[l].add(t, txns, check(t, txns, l, txn.Assume{}).Verdict, keeps, l)
				}
			}
		}
		judge(t, register, counts)
	}
}
