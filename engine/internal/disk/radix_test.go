package disk

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// tableModel is a table and the map that it should equal.
type tableModel struct {
	t    table[int]
	want map[uint64]int
}

func (m *tableModel) check(t *testing.T) {
	t.Helper()
	got := map[uint64]int{}
	last := int64(-1)
	for i, v := range m.t.all() {
		if int64(i) <= last {
			t.Fatalf("item %d comes after %d", i, last)
		}
		last = int64(i)
		got[i] = *v
	}
	if !maps.Equal(got, m.want) || m.t.count != int64(len(m.want)) {
		t.Fatalf("%v (%d), want %v", got, m.t.count, m.want)
	}
}

func TestTableCopiesBehaveAsMaps(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	number := func() uint64 {
		return r.Uint64N([]uint64{4, 64, 65, 5000, 1 << 32}[r.IntN(5)])
	}
	tables := []*tableModel{{want: map[uint64]int{}}}
	gen := uint64(1)
	for range 20000 {
		m := tables[r.IntN(len(tables))]
		i := number()
		switch r.IntN(7) {
		case 0, 1:
			v := r.Int()
			m.t.set(gen, i, &v)
			m.want[i] = v
		case 2, 3:
			*m.t.edit(gen, i, false)++
			m.want[i]++
		case 4:
			m.t.set(gen, i, nil)
			delete(m.want, i)
		case 5:
			j := i + number()
			m.t.cut(gen, i, j)
			maps.DeleteFunc(m.want, func(k uint64, _ int) bool { return i <= k && k < j })
		case 6:
			c := &tableModel{m.t, maps.Clone(m.want)}
			if len(tables) < 6 {
				tables = append(tables, c)
			} else {
				tables[r.IntN(6)] = c
			}
			gen++
		}
		if v, ok := m.want[i]; (m.t.at(i) != nil) != ok || ok && *m.t.at(i) != v {
			t.Fatalf("item %d is %v, want %d, %v", i, m.t.at(i), v, ok)
		}
		if r.IntN(50) == 0 {
			for _, m := range tables {
				m.check(t)
			}
			a, b := tables[0], tables[r.IntN(len(tables))]
			var want []uint64
			for i := range keys(a, b) {
				if a.t.at(i) != b.t.at(i) {
					want = append(want, i)
				}
			}
			slices.Sort(want)
			if got := slices.Collect(a.t.diff(&b.t)); !slices.Equal(got, want) {
				t.Fatalf("diff %v, want %v", got, want)
			}
		}
	}
}

func keys(a, b *tableModel) map[uint64]int {
	all := maps.Clone(a.want)
	maps.Copy(all, b.want)
	return all
}

func TestEmptyTableHasNoNodes(t *testing.T) {
	var m table[int]
	for i := range uint64(1000) {
		m.edit(1, i*i*i, true)
	}
	for i := range uint64(1000) {
		m.set(2, i*i*i, nil)
	}
	if m.root != nil || m.count != 0 || m.height != 0 {
		t.Errorf("%+v", m)
	}
	if m.at(5) != nil {
		t.Error("an item is left")
	}
}
