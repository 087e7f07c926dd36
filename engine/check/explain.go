package check

import (
	"fmt"
	"slices"

	"github.com/seedfall/seedfall/engine/history"
)

// explained is a search that found no order, with what it saw.
type explained[S comparable] struct {
	*search[S]
	x int32 // call that cannot be placed
}

// again repeats a search of p that found no order, to look at the nodes that wait
// for the return past which none got. An error says that the model is at fault.
func again[S comparable](m Model[S], p *part, init S, first *search[S]) (*explained[S], error) {
	s := newSearch(m, p, init, first.budget)
	s.watch = newWatch(s.done, first.blocked)
	if v := s.run(); v != Violation || s.steps != first.steps || len(s.watch.known) == 0 {
		return nil, fmt.Errorf("check: key %q: a search found a violation in %d steps, and made again %v in %d: %w",
			p.key, first.steps, v, s.steps, &ModelError{Problem: "does not give the same answer each time"})
	}
	return &explained[S]{s, int32(slices.Index(s.events.rank, first.blocked))}, nil
}

// explainSearch explains why p has no legal order, which a search has shown.
func explainSearch[S comparable](m Model[S], p *part, first *search[S], budget int64) (*Anomaly, error) {
	a, _, err := searched(m, p, first, budget)
	if err != nil {
		return nil, err
	}
	a.tell(p.ops(), "")
	return a, nil
}

// explainProof explains what a direct argument has shown. A search, if it comes
// to an end, adds the states.
func explainProof[S comparable](m Model[S], p *part, why *proof, budget int64) (a *Anomaly, err error) {
	about := p
	if why.alone {
		about = &part{key: p.key, calls: why.core}
	}
	last := slices.MaxFunc(why.core, func(a, b call) int { return compareReturns(&a, &b) })
	exact := false
	a = &Anomaly{Key: p.key, Op: last.index}
	s := newSearch(m, about, m.Init(p.key), min(budget, DefaultBudget/10))
	switch v := s.run(); {
	case v == OK:
		panic(fmt.Sprintf("check: key %q: there is an order in spite of this: %s", p.key, why.why))
	case v == Violation:
		if a, exact, err = searched(m, about, s, budget); err != nil {
			return nil, err
		}
	}
	if !exact {
		a.Window = slices.DeleteFunc(indexes(why.core), func(i int) bool { return i == a.Op })
		a.Window = append(a.Window, a.Op)
	}
	a.Conflicts = slices.DeleteFunc(indexes(why.core), func(i int) bool { return i == a.Op })
	a.tell(p.ops(), why.why)
	return a, nil
}

// searched tells what a search that found no order has seen. exact says that the
// window begins with one state. To make the window small takes no more than about
// twice the budget.
func searched[S comparable](m Model[S], p *part, first *search[S], budget int64) (a *Anomaly, exact bool, err error) {
	e, err := again(m, p, m.Init(p.key), first)
	if err != nil {
		return nil, false, err
	}
	a = e.anomaly(m, p)
	window, start := e.window()
	exact = len(window) <= maxWindow
	if exact {
		window = e.withoutReads(m, window, start, budget)
		a.Window = indexes(window)
		a.Start = m.Describe(start)
		a.Conflicts = indexes(e.needed(m, window, start, budget))
	} else {
		a.Window = indexes(e.overlapping())
	}
	a.Order = slices.DeleteFunc(a.Order, func(i int) bool { return !slices.Contains(a.Window, i) })
	return a, exact, nil
}

// compareReturns puts calls of unknown end first: what cannot be placed is a
// call that returned.
func compareReturns(a, b *call) int {
	switch {
	case a.unknown() && !b.unknown():
		return -1
	case b.unknown() && !a.unknown():
		return 1
	case a.ret < b.ret:
		return -1
	case a.ret > b.ret:
		return 1
	}
	return a.index - b.index
}

func (p *part) ops() map[int]*history.Op {
	ops := make(map[int]*history.Op, len(p.calls))
	for _, c := range p.calls {
		ops[c.index] = c.op
	}
	return ops
}

func indexes(calls []call) []int {
	out := make([]int, len(calls))
	for i, c := range calls {
		out[i] = c.index
	}
	return out
}

// anomaly tells what cannot be placed, from which states, and after which order.
func (e *explained[S]) anomaly(m Model[S], p *part) *Anomaly {
	a := &Anomaly{Key: p.key, Op: e.done[e.x].index}
	for _, s := range e.watch.states {
		a.States = append(a.States, m.Describe(e.states.all[s]))
	}
	slices.Sort(a.States)
	a.States = slices.Compact(a.States)
	if len(a.States) > maxStates {
		a.States, a.MoreStates = a.States[:maxStates], true
	}
	used := make([]uint32, len(e.doubts))
	for _, by := range e.watch.order {
		if by >= 0 {
			a.Order = append(a.Order, e.done[by].index)
			continue
		}
		a.Order = append(a.Order, e.doubts[^by].calls[used[^by]].index)
		used[^by]++
	}
	return a
}

// window gives the calls from the last instant at which nothing was under way and
// the state is certain, up to the call that cannot be placed. Calls that return
// later than that are as good as unknown there: they may come before it.
func (e *explained[S]) window() (calls []call, start S) {
	at, cut := e.watch.latest(e.x, len(e.doubts))
	x := &e.done[e.x]
	for i := at; i < int32(len(e.done)) && e.done[i].inv() <= x.ret; i++ {
		c := e.done[i]
		if e.events.rank[i] > e.watch.target {
			if e.pure(i) {
				continue
			}
			c.ret = forever
		}
		calls = append(calls, c)
	}
	for d := range e.doubts {
		for _, c := range e.doubts[d].calls[cut.used[d]:] {
			if c.inv() <= x.ret {
				calls = append(calls, c)
			}
		}
	}
	byInvocation(calls)
	return calls, e.states.all[cut.state]
}

// maxWindow is the size of a window beyond which it explains nothing to anybody.
const maxWindow = 256

// overlapping gives the call that cannot be placed and those concurrent with it.
func (e *explained[S]) overlapping() (calls []call) {
	x := &e.done[e.x]
	for i := range e.done {
		if c := &e.done[i]; !c.before(x) && !x.before(c) {
			calls = append(calls, *c)
		}
	}
	return calls
}

// withoutReads leaves out of a window each read-only call without which it is in
// violation all the same.
func (e *explained[S]) withoutReads(m Model[S], window []call, start S, budget int64) []call {
	for i := len(window) - 1; i >= 0; i-- {
		c := &window[i]
		if c.index == e.done[e.x].index || c.unknown() || !m.ReadOnly(c.op) {
			continue
		}
		if less := without(window, i); verdict(m, less, start, budget/maxWindow) == Violation {
			window = less
		}
	}
	return window
}

// needed gives the calls that returned without which the rest of the window
// would have an order.
func (e *explained[S]) needed(m Model[S], window []call, start S, budget int64) (calls []call) {
	for i := range window {
		if window[i].unknown() || window[i].index == e.done[e.x].index {
			continue
		}
		if verdict(m, without(window, i), start, budget/maxWindow) == OK {
			calls = append(calls, window[i])
		}
	}
	return calls
}

func without(calls []call, i int) []call { return slices.Concat(calls[:i], calls[i+1:]) }

func verdict[S comparable](m Model[S], calls []call, start S, budget int64) Verdict {
	return newSearch(m, &part{calls: calls}, start, budget).run()
}
