package check

import "github.com/seedfall/seedfall/engine/history"

// interned numbers states from 0.
type interned[S comparable] struct {
	ids map[S]int32
	all []S
}

func (t *interned[S]) id(s S) int32 {
	if i, known := t.ids[s]; known {
		return i
	}
	i := int32(len(t.all))
	t.ids[s] = i
	t.all = append(t.all, s)
	return i
}

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
