package check_test

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// timed is an operation and the instant at which it takes effect.
type timed struct {
	op    *history.Op
	takes uint64
}

// history makes n operations of some clients on a system that does as the
// specification says, some of them failed or of unknown end, many with the same
// sequence numbers, and corrupts about half of such histories.
func (k spec[S]) history(r *rng.Stream, n, clients int) []history.Op {
	ops := make([]history.Op, n)
	effects := schedule(r, ops, clients, k.calls(r))
	states := []S{k.init}
	for _, e := range effects {
		s := states[len(states)-1]
		if e.op.Status == history.OK {
			e.op.Result = k.answer(r, s, e.op)
		}
		after, _ := k.effect(s, e.op)
		states = append(states, after)
	}
	if r.N(2) == 0 {
		ops = k.corrupt(r, ops, states)
	}
	return ops
}

// schedule draws the calls of ops, and gives those that take effect in the order
// in which they do.
func schedule(r *rng.Stream, ops []history.Op, clients int, call func(n int) (string, []history.Value)) (effects []timed) {
	doubt, failing := oneOf[uint64](r, 0, 0, 1, 3), oneOf[uint64](r, 0, 1) // eighths
	far := oneOf[uint64](r, 1, 2, 2, 4)                                    // at most so long till a call, its effect and its return
	free := make([]uint64, clients)
	names := make([]int, clients)
	for i := range ops {
		o := &ops[i]
		c := int(r.N(uint64(clients)))
		o.Kind, o.Args = call(i)
		o.Client = fmt.Sprintf("c%d.%d", c, names[c])
		o.Invoke = free[c] + r.N(far+1)
		takes := o.Invoke + r.N(far)
		o.Return = takes + r.N(far)
		free[c] = o.Return + r.N(far)
		switch {
		case r.N(8) < doubt:
			o.Status = history.Unknown
			names[c]++
			if takes += r.N(20); r.N(3) == 0 {
				continue // it never happens
			}
		case r.N(8) < failing:
			o.Status = history.Fail
			continue
		default:
			o.Status = history.OK
		}
		effects = append(effects, timed{o, takes})
	}
	slices.SortStableFunc(effects, func(a, b timed) int { return cmp.Compare(a.takes, b.takes) })
	return effects
}

// corrupt changes ops in one to three ways. states are those that the system had.
func (k spec[S]) corrupt(r *rng.Stream, ops []history.Op, states []S) []history.Op {
	for range 1 + r.N(3) {
		if len(ops) == 0 {
			break
		}
		i := int(r.N(uint64(len(ops))))
		switch o := &ops[i]; r.N(12) {
		case 0:
			ops = slices.Delete(ops, i, i+1)
		case 1:
			move(o, r.N(6), r.N(2) == 0)
		case 2:
			exchange(r, ops)
		case 3:
			if o.Status != history.Unknown {
				o.Status, o.Result = history.Fail, ""
			}
		default:
			k.misreport(r, oneOf(r, states...), ops)
		}
	}
	return ops
}

// move makes an operation earlier or later.
func move(o *history.Op, by uint64, later bool) {
	if !later {
		by = -min(by, o.Invoke)
	}
	o.Invoke += by
	o.Return += by
}

// misreport gives some operation an answer that is right elsewhere: in s, in a
// state near it, or nowhere.
func (k spec[S]) misreport(r *rng.Stream, s S, ops []history.Op) {
	call := k.calls(r)
	for range r.N(3) {
		extra := history.Op{Status: history.Unknown}
		extra.Kind, extra.Args = call(len(ops) + int(r.N(3)))
		s, _ = k.effect(s, &extra)
	}
	for range 20 {
		o := &ops[r.N(uint64(len(ops)))]
		if o.Status != history.OK {
			continue
		}
		if k.noise != nil && r.N(3) == 0 {
			o.Result = k.noise(r, o)
			return
		}
		if _, right := k.effect(s, o); !right {
			o.Result = k.answer(r, s, o)
			return
		}
	}
}
