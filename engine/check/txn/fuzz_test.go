package txn_test

import (
	"testing"

	"github.com/seedfall/seedfall/engine/check/txn"
	"github.com/seedfall/seedfall/engine/history"
)

// FuzzCheck judges histories of any form: no input may panic, the verdict fits
// the anomalies and the levels told, and it is the same each time.
func FuzzCheck(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8}, uint8(0))
	f.Add([]byte("append and read and write a little of everything"), uint8(13))
	f.Fuzz(func(t *testing.T, data []byte, level uint8) {
		txns := anything(data)
		l := txn.Levels()[int(level)%len(txn.Levels())]
		a := txn.Assume{WritesFollowReads: level&1 > 0, SequentialKeys: level&2 > 0, LinearizableKeys: level&4 > 0}
		if level&8 > 0 && len(txns) > 2 {
			a.CommitOrder = []int{2, 0, 1}
		}
		r, err := txn.Check(txns, txn.Options{Level: l, Assume: a})
		if err != nil {
			return
		}
		text := r.Explain(txns)
		again := check(t, txns, l, a)
		if again.Explain(txns) != text {
			t.Errorf("two reports of one history differ:\n%s\n%s", text, again.Explain(txns))
		}
		for _, h := range r.Holds {
			if h.Implies(l) && r.Verdict != txn.OK {
				t.Errorf("%s is %s, but %s holds", l, r.Verdict, h)
			}
			for _, out := range r.RuledOut {
				if h.Implies(out) {
					t.Errorf("%s holds, but %s is ruled out", h, out)
				}
			}
		}
		if (r.Verdict == txn.Violation) != (len(r.Anomalies) > 0) {
			t.Errorf("%s with %d anomalies", r.Verdict, len(r.Anomalies))
		}
	})
}

// anything makes a history out of bytes, most of which are well formed.
func anything(data []byte) (txns []history.Txn) {
	next := func() int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b)
	}
	value := int64(0)
	for len(data) > 0 && len(txns) < 40 {
		h := history.Txn{Client: string(rune('a' + next()%3)), Status: history.Status(next() % 3), Invoke: uint64(next())}
		h.Return = h.Invoke + uint64(next()%16)
		for range next() % 5 {
			m := history.Micro{Key: []string{"l", "m", "x", "y"}[next()%4], Known: true}
			list := m.Key < "x"
			switch kind := next(); {
			case kind%2 == 0:
				m.F, m.Value = map[bool]string{true: history.Append, false: history.Write}[list], value
				value += int64(kind % 5)
			case list:
				m.F = history.Read
				for range kind % 7 {
					m.List = append(m.List, int64(next()%12))
				}
			default:
				m.F, m.Value, m.Nil, m.Known = history.Read, int64(next()%12), kind%5 == 0, kind%7 > 0
			}
			h.Ops = append(h.Ops, m)
		}
		txns = append(txns, h)
	}
	return txns
}
