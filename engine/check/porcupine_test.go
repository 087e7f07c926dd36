package check_test

import (
	"context"
	"math"
	"sync/atomic"

	"github.com/anishathalye/porcupine"

	"github.com/seedfall/seedfall/engine/check"
	"github.com/seedfall/seedfall/engine/history"
)

// porcupineModel is a porcupine model whose steps are counted, or not if steps is
// nil.
type porcupineModel struct {
	porcupine.Model
	steps, limit *atomic.Int64
}

// capped gives a model that answers no step after the limit: porcupine then comes
// to an end soon, and what it says means nothing.
func capped(m porcupine.Model) porcupineModel {
	p := porcupineModel{m, new(atomic.Int64), new(atomic.Int64)}
	step := m.Step
	p.StepContext = func(_ context.Context, s, in, out any) (bool, any) {
		if p.steps.Add(1) > p.limit.Load() {
			return false, s
		}
		return step(s, in, out)
	}
	return p
}

// porcupineOf gives the model of a specification (see spec).
func porcupineOf[S comparable](init S, effect func(S, *history.Op) (S, bool)) porcupineModel {
	return capped(porcupine.Model{
		Init: func() any { return init },
		Step: func(s, in, _ any) (bool, any) {
			o := in.(*history.Op)
			after, right := effect(s.(S), o)
			return right || o.Status == history.Unknown, after
		},
	})
}

// judge gives porcupine's verdict, Undecided beyond so many steps, and the steps.
func (p porcupineModel) judge(ops []history.Op, limit int64) (check.Verdict, int64) {
	var all []porcupine.Operation
	for i := range ops {
		if o := &ops[i]; o.Status != history.Fail {
			all = append(all, porcupine.Operation{Input: o, Call: int64(o.Invoke), Return: returned(o)})
		}
	}
	return p.check(all, limit)
}

// check is as judge, of operations in porcupine's own form.
func (p porcupineModel) check(ops []porcupine.Operation, limit int64) (check.Verdict, int64) {
	var n int64
	if p.steps != nil {
		p.steps.Store(0)
		p.limit.Store(limit)
	}
	fine := porcupine.CheckOperations(p.Model, ops)
	if p.steps != nil {
		n = p.steps.Load()
	}
	switch {
	case n > limit:
		return check.Undecided, limit
	case fine:
		return check.OK, n
	default:
		return check.Violation, n
	}
}

// returned is when o returned for porcupine, to which no end is unknown.
func returned(o *history.Op) int64 {
	if o.Status == history.Unknown {
		return math.MaxInt64
	}
	return int64(o.Return)
}
