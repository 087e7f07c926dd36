package check

import (
	"cmp"
	"math"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// forever is the return of a call of unknown end.
const forever = math.MaxUint64

// call is one operation as the checkers see it.
type call struct {
	op *history.Op
	// index is the place of op in what the caller handed in.
	index int
	// ret is when the call returned, or forever.
	ret uint64
}

func (c *call) inv() uint64   { return c.op.Invoke }
func (c *call) unknown() bool { return c.ret == forever }

// before says that c had returned before d was called.
func (c *call) before(d *call) bool { return c.ret < d.inv() }

// part is all that happened under one key: calls in the order of their
// invocations, equal ones in the order in which they were handed in.
type part struct {
	key   string
	calls []call
}

// split sorts operations into parts, themselves in the order of their keys.
// Failed operations had no effect, and reads of unknown end none that anybody
// saw: neither is in any part.
func split[S comparable](ops []history.Op, m Model[S]) ([]*part, error) {
	if err := order(ops); err != nil {
		return nil, err
	}
	keys := interned[string]{}
	of := make([]int32, len(ops)) // for each operation its part, or -1
	var sizes []int
	for i := range ops {
		o := &ops[i]
		of[i] = -1
		if o.Status == history.Fail {
			continue
		}
		if err := m.Check(o); err != nil {
			return nil, &OpError{i, err}
		}
		k := keys.id(m.Key(o))
		if int(k) == len(sizes) {
			sizes = append(sizes, 0)
		}
		if o.Status != history.Unknown || !m.ReadOnly(o) {
			of[i] = k
			sizes[k]++
		}
	}
	parts := deal(ops, keys.all, of, sizes)
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.key, b.key) })
	for _, p := range parts {
		byInvocation(p.calls)
	}
	return parts, nil
}

// deal gives the parts with these keys and sizes; of tells which operation goes to
// which.
func deal(ops []history.Op, keys []string, of []int32, sizes []int) []*part {
	total := 0
	for _, n := range sizes {
		total += n
	}
	parts, calls := make([]*part, len(keys)), make([]call, total)
	for k, n := range sizes {
		parts[k] = &part{keys[k], calls[:0:n]}
		calls = calls[n:]
	}
	for i, k := range of {
		if k < 0 {
			continue
		}
		o, ret := &ops[i], uint64(forever)
		if o.Status != history.Unknown {
			ret = o.Return
		}
		parts[k].calls = append(parts[k].calls, call{o, i, ret})
	}
	return parts
}

func byInvocation(calls []call) {
	slices.SortFunc(calls, func(a, b call) int {
		if a.inv() != b.inv() {
			return cmp.Compare(a.inv(), b.inv())
		}
		return a.index - b.index
	})
}
