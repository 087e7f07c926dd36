package check

import "github.com/seedfall/seedfall/engine/history"

// interned numbers states or values from 0. The zero value is empty.
type interned[S comparable] struct {
	ids map[S]int32 // nil while there are few
	all []S
}

// few is how many states are looked for one after the other.
const few = 8

func (t *interned[S]) id(s S) int32 {
	if t.ids == nil {
		for i := range t.all {
			if t.all[i] == s {
				return int32(i)
			}
		}
		if len(t.all) == few {
			t.ids = make(map[S]int32, 2*few)
			for i, had := range t.all {
				t.ids[had] = int32(i)
			}
		}
	} else if i, known := t.ids[s]; known {
		return i
	}
	i := int32(len(t.all))
	if t.ids != nil {
		t.ids[s] = i
	}
	t.all = append(t.all, s)
	return i
}

// empty forgets all, but keeps the memory of all.
func (t *interned[S]) empty() { t.ids, t.all = nil, t.all[:0] }

// likeness appends what calls that are alike have in common. Every part has its
// length before it, so that no two lists of parts look the same.
func likeness(b []byte, o *history.Op) []byte {
	b = field(b, o.Kind)
	b = field(b, string(o.Result))
	for _, a := range o.Args {
		b = field(b, string(a))
	}
	return b
}

func field(b []byte, s string) []byte {
	for n := len(s); ; n >>= 7 {
		if n < 0x80 {
			b = append(b, byte(n))
			break
		}
		b = append(b, byte(n)|0x80)
	}
	return append(b, s...)
}
