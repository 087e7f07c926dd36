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
	byKey := map[string]*part{}
	var parts []*part
	for i := range ops {
		o := &ops[i]
		if o.Status == history.Fail {
			continue
		}
		if err := m.Check(o); err != nil {
			return nil, &OpError{i, err}
		}
		key := m.Key(o)
		p := byKey[key]
		if p == nil {
			p = &part{key: key}
			byKey[key] = p
			parts = append(parts, p)
		}
		if o.Status != history.Unknown {
			p.calls = append(p.calls, call{o, i, o.Return})
		} else if !m.ReadOnly(o) {
			p.calls = append(p.calls, call{o, i, forever})
		}
	}
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.key, b.key) })
	for _, p := range parts {
		byInvocation(p.calls)
	}
	return parts, nil
}

func byInvocation(calls []call) {
	slices.SortFunc(calls, func(a, b call) int {
		return cmp.Or(cmp.Compare(a.inv(), b.inv()), cmp.Compare(a.index, b.index))
	})
}
