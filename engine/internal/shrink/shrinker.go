package shrink

import (
	"context"
	"errors"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// shrinker is one search.
type shrinker struct {
	ctx   context.Context
	o     Options
	crew  crew
	known map[string]Outcome // of all that was asked, by Key

	kept    state   // replayed from the start
	pending []state // found since, each lighter than the one before
	best    state   // the last of pending, or kept

	runs, replays, refused int
	from                   schedule.Size // of the schedule to shrink
}

// state is a schedule that failed in the same way, and what its run said.
type state struct {
	variant
	out Outcome
}

// errEnded says that the budget is used up, or Stop was closed.
var errEnded = errors.New("ended early")

func newShrinker(ctx context.Context, failing *schedule.Schedule, o Options) *shrinker {
	h := &shrinker{ctx: ctx, o: o, known: map[string]Outcome{}}
	h.crew = crew{ctx: ctx, try: o.Try, stop: o.Stop, jobs: max(1, o.Jobs), runs: map[string]*run{}}
	v := newVariant(failing)
	if v.s.Duration == 0 {
		v.s.Duration = o.Duration
	}
	h.kept = state{variant: v}
	return h
}

// first replays the schedule to shrink.
func (h *shrinker) first() error {
	out, err := h.replay(h.kept.variant)
	if err != nil {
		return err
	}
	if !out.Same {
		return &NotSameError{out}
	}
	h.kept = state{h.kept.newer(out), out}
	h.best = h.kept
	s := h.kept.s
	h.from = schedule.Size{Faults: len(s.Faults), Duration: s.Duration, Ops: out.Ops}
	return nil
}

func (h *shrinker) replay(v variant) (Outcome, error) {
	h.crew.rest()
	h.replays++
	out, err := h.o.Keep(h.ctx, v.s)
	if err == nil {
		h.known[v.s.Key()] = out
	}
	return out, err
}

// ask runs a variant, or remembers how it ran; runs that are made count. next
// is what may be asked after it: idle jobs run it ahead.
func (h *shrinker) ask(v variant, next []variant) (Outcome, error) {
	key := v.s.Key()
	if out, ok := h.known[key]; ok {
		return out, nil
	}
	if h.o.Runs > 0 && h.runs == h.o.Runs {
		return Outcome{}, errEnded
	}
	out, err := h.crew.ask(h.ahead(key, v, next))
	if err == nil {
		h.runs++
		h.known[key] = out
	}
	return out, err
}

// ahead is a variant and those of next that make sense to run beside it.
func (h *shrinker) ahead(key string, v variant, next []variant) []task {
	tasks := []task{{key, v.s}}
	room := h.crew.jobs
	if h.o.Runs > 0 {
		room = min(room, h.o.Runs-h.runs)
	}
	for _, n := range next {
		if len(tasks) == room {
			break
		}
		key := n.s.Key()
		_, asked := h.known[key]
		if !asked && h.lighter(n) && !slices.ContainsFunc(tasks, func(t task) bool { return t.key == key }) {
			tasks = append(tasks, task{key, n.s})
		}
	}
	return tasks
}

// try asks about a variant that is lighter than the best. If it fails in the
// same way, the faults that happened make the new best. next is what may be
// tried after it.
func (h *shrinker) try(v variant, how find, next []variant) (won bool, err error) {
	if !h.lighter(v) {
		return false, nil
	}
	for i, n := range next {
		next[i] = n.ways(how)[0]
	}
	for _, way := range v.ways(how) {
		out, err := h.ask(way, next)
		if err != nil {
			return false, err
		}
		if out.Same {
			return h.found(way.happened(out.Taken), out), nil
		}
		if !way.lost(out) {
			return false, nil
		}
	}
	return false, nil
}

// found makes what a run did the best, unless that is not less than before or
// was refused.
func (h *shrinker) found(v variant, out Outcome) bool {
	asked, ok := h.known[v.s.Key()]
	if !h.lighter(v) || ok && !asked.Same {
		return false
	}
	h.best = state{v, out}
	h.pending = append(h.pending, h.best)
	return true
}

func (h *shrinker) lighter(v variant) bool {
	return slices.Compare(weigh(v.s), weigh(h.best.s)) < 0
}

// commit replays what was found since the last time, the lightest first, and
// keeps the first that fails in the same way again.
func (h *shrinker) commit() (won bool, err error) {
	before := h.kept
	for len(h.pending) > 0 && !won && err == nil {
		last := h.pending[len(h.pending)-1]
		h.pending = h.pending[:len(h.pending)-1]
		won, err = h.keep(last.variant)
	}
	h.pending, h.best = nil, h.kept
	if won && h.o.Step != nil {
		h.o.Step(Step{Runs: h.runs, Faults: len(h.kept.s.Faults), Did: describe(before, h.kept)})
	}
	return won, err
}

// keep replays a winner and keeps it, unless it does not fail in the same way.
func (h *shrinker) keep(v variant) (bool, error) {
	out, err := h.replay(v)
	if err != nil {
		return false, err
	}
	if !out.Same {
		h.refused++
		return false, nil
	}
	h.kept = state{v.newer(out), out}
	return true, nil
}

// result is what was kept.
func (h *shrinker) result(failing *schedule.Schedule, complete bool) *Result {
	s := h.kept.s.Clone()
	to := schedule.Size{Faults: len(s.Faults), Duration: s.Duration, Ops: h.kept.out.Ops}
	from := h.from
	s.ShrunkFrom, s.ShrinkRuns = &from, failing.ShrinkRuns+h.runs
	if failing.ShrunkFrom != nil {
		earlier := *failing.ShrunkFrom
		s.ShrunkFrom = &earlier
	}
	needed := h.needed()
	complete = complete && !slices.ContainsFunc(needed, func(n Necessity) bool { return n.Without == Untried })
	return &Result{Schedule: s, Runs: h.runs, Replays: h.replays, Refused: h.refused, From: h.from, To: to,
		Complete: complete, Needed: needed}
}
