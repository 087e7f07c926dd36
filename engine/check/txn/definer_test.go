package txn_test

import (
	"slices"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// alone checks one transaction against itself.
func (d *definer) alone(t int) {
	state := map[string][]int64{}
	whole := map[string]bool{}
	for j, m := range d.txns[t].Ops {
		s := state[m.Key]
		if m.F != history.Read {
			state[m.Key] = slices.Concat(s, []int64{m.Value})
			continue
		}
		if !m.Known {
			continue
		}
		saw := seen(&m)
		fits := len(saw) >= len(s) && slices.Equal(saw[len(saw)-len(s):], s) && (!whole[m.Key] || len(saw) == len(s))
		if m.List == nil && (len(s) > 0 || whole[m.Key]) {
			fits = (len(s) == 0) == m.Nil && (m.Nil || m.Value == s[len(s)-1])
		}
		if !fits {
			d.show(txn.Internal, txn.AnyOrder)
		}
		state[m.Key], whole[m.Key] = saw, true
		for _, later := range d.txns[t].Ops[j:] {
			if later.F != history.Read && later.Key == m.Key && slices.Contains(saw, later.Value) {
				d.show(txn.FutureRead, txn.AnyOrder)
			}
		}
	}
}

// seen gives a read as a list, that of a register with one element or none.
func seen(m *history.Micro) []int64 {
	switch {
	case m.List != nil:
		return m.List
	case m.Nil:
		return nil
	}
	return []int64{m.Value}
}

// place gives how many versions of the order a read shows; no if it is none of
// its states.
func (d *definer) place(m *history.Micro) (n int, ok bool) {
	order := d.orders[m.Key]
	if m.List != nil {
		return len(m.List), len(m.List) <= len(order) && slices.Equal(order[:len(m.List)], m.List)
	}
	if m.Nil {
		return 0, true
	}
	return slices.Index(order, m.Value) + 1, slices.Contains(order, m.Value)
}

// final says whether v is the last that its writer put into the key.
func (d *definer) final(key string, v int64) bool {
	final := false
	for _, m := range d.txns[d.writer[key][v]].Ops {
		if m.F != history.Read && m.Key == key {
			final = m.Value == v
		}
	}
	return final
}

// read adds what one read depends on, and what it did not see.
func (d *definer) read(t, j int, m *history.Micro) {
	saw := seen(m)
	for i, v := range saw {
		w, ok := d.by(m.Key, v)
		if _, exists := d.writer[m.Key][v]; !exists {
			d.show(txn.GarbageRead, txn.AnyOrder)
		} else if !ok {
			d.show(txn.G1a, txn.AnyOrder)
		} else if i == len(saw)-1 && w != t && !d.final(m.Key, v) {
			d.show(txn.G1b, txn.AnyOrder)
		}
		if slices.Index(saw, v) != i {
			d.show(txn.DuplicateElements, txn.AnyOrder)
		}
	}
	n, fits := d.place(m)
	if !fits {
		if m.List != nil {
			d.show(txn.IncompatibleOrder, txn.AnyOrder)
		}
		return
	}
	for i := n - 1; i >= 0; i-- {
		if w, ok := d.by(m.Key, d.orders[m.Key][i]); ok {
			d.arrows = append(d.arrows, arrow{w, t, txn.WR})
			break
		} else if m.List == nil {
			break
		}
	}
	for _, v := range d.orders[m.Key][n:] {
		if w, ok := d.by(m.Key, v); ok {
			d.arrows = append(d.arrows, arrow{t, w, txn.RW})
			break
		}
	}
}

// first gives the first operation of t on a key that is known.
func (d *definer) first(t int, key string) *history.Micro {
	for j := range d.txns[t].Ops {
		if m := &d.txns[t].Ops[j]; m.Key == key && (m.Known || m.F != history.Read) {
			return m
		}
	}
	return &history.Micro{}
}

// last gives the last value that t wrote to a key.
func (d *definer) last(t int, key string) (v int64, ok bool) {
	for _, m := range d.txns[t].Ops {
		if m.F != history.Read && m.Key == key {
			v, ok = m.Value, true
		}
	}
	return v, ok
}

// pairs looks for lost updates and fractured reads.
func (d *definer) pairs() {
	for t := range d.txns {
		for u := range d.txns {
			if t == u || !d.in[t] || !d.in[u] {
				continue
			}
			for key := range d.orders {
				x, y := d.first(t, key), d.first(u, key)
				_, a := d.last(t, key)
				_, b := d.last(u, key)
				if a && b && x.F == history.Read && y.F == history.Read && x.Known && y.Known && slices.Equal(seen(x), seen(y)) {
					d.show(txn.LostUpdate, txn.AnyOrder)
				}
				if b && x.F == history.Read && x.Known && d.sees(t, u, key) && d.misses(x, u, key) {
					d.show(txn.FracturedRead, txn.AnyOrder)
				}
			}
		}
	}
}

// sees says whether t read last, in another key, what u wrote.
func (d *definer) sees(t, u int, but string) bool {
	for _, m := range d.txns[t].Ops {
		if saw := seen(&m); m.F == history.Read && m.Known && m.Key != but && len(saw) > 0 {
			if w, ok := d.by(m.Key, saw[len(saw)-1]); ok && w == u {
				return true
			}
		}
	}
	return false
}

// misses says whether a read shows a version before the last one of u.
func (d *definer) misses(m *history.Micro, u int, key string) bool {
	n, fits := d.place(m)
	v, _ := d.last(u, key)
	return fits && slices.Index(d.orders[key], v) >= n
}

// circle follows every simple path from start and names those that come back.
func (d *definer) circle(path []arrow, start, at int) {
	for _, a := range d.arrows {
		if a.from != at || a.to < start || a.from == a.to {
			continue
		}
		if a.to == start {
			d.name(append(path, a))
		} else if !slices.ContainsFunc(path, func(p arrow) bool { return p.to == a.to }) {
			d.circle(append(slices.Clip(path), a), start, a.to)
		}
	}
}

func (d *definer) name(circle []arrow) {
	var n [5]int
	adjacent := false
	for i, a := range circle {
		n[a.kind]++
		adjacent = adjacent || a.kind == txn.RW && circle[(i+1)%len(circle)].kind == txn.RW
	}
	o := txn.AnyOrder
	if n[txn.Process] > 0 {
		o = txn.SessionOrder
	}
	if n[txn.Clock] > 0 {
		o = txn.RealTime
	}
	switch {
	case n[txn.RW] == 1:
		d.show(txn.GSingle, o)
	case n[txn.RW] > 0 && !adjacent:
		d.show(txn.GNonadjacent, o)
	case n[txn.RW] > 0:
		d.show(txn.G2Item, o)
	case n[txn.WR] > 0:
		d.show(txn.G1c, o)
	case n[txn.WW] > 0:
		d.show(txn.G0, o)
	}
}
