package tracefile

import (
	"context"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// answered is the answer to a part of a query that hangs together with other events.
type answered struct {
	text string
	in   set
}

// keptAnswers is how many of them are kept, since a query is asked again with every
// window.
const keptAnswers = 8

// chosen are the events that a part of a query chooses by others: a chain, or what
// is before or after some.
func (f *File) chosen(ctx context.Context, q *query) (set, error) {
	f.mu.Lock()
	for _, a := range f.answers {
		if a.text == q.text {
			f.mu.Unlock()
			return a.in, nil
		}
	}
	f.mu.Unlock()
	work := f.near
	if q.is == chain {
		work = f.chain
	}
	in, err := work(ctx, q)
	if err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers = append(f.answers, answered{q.text, in})
	f.answers = f.answers[max(0, len(f.answers)-keptAnswers):]
	return in, nil
}

// near are the events before, or after, one of a query. One pass decides: it goes
// backwards to know what comes.
func (f *File) near(ctx context.Context, q *query) (set, error) {
	of, err := f.filterOf(ctx, q.of[0])
	if err != nil {
		return nil, err
	}
	if q.within == forever {
		return f.beyond(ctx, q.is, of)
	}
	in := noEvents(f.Events)
	pass := f.each
	if q.is == before {
		pass = f.eachBack
	}
	seen, last := false, vtime.Instant(0)
	err = pass(ctx, 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		if away := e.At.Sub(last); seen && max(away, -away) <= q.within {
			in.add(e.ID)
		}
		if of.Match(e) {
			seen, last = true, e.At
		}
		return true
	})
	return in, err
}

// beyond are all events before the last, or after the first, that passes a filter.
func (f *File) beyond(ctx context.Context, is form, of *Filter) (set, error) {
	in := noEvents(f.Events)
	pass := f.each
	if is == before {
		pass = f.eachBack
	}
	err := pass(ctx, of.from, of.to, &of.kinds, func(e *trace.Event) bool {
		switch {
		case !of.Match(e):
			return true
		case is == before:
			in.addRange(1, e.ID-1)
		default:
			in.addRange(e.ID+1, trace.ID(f.Events))
		}
		return false
	})
	return in, err
}

// chain are the events of several queries that are on a way from an event of the
// first through one of each to one of the last.
func (f *File) chain(ctx context.Context, q *query) (set, error) {
	parts, in := make([]*Filter, len(q.of)), make([]set, len(q.of))
	for i, part := range q.of {
		var err error
		if parts[i], err = f.filterOf(ctx, part); err != nil {
			return nil, err
		}
		in[i] = noEvents(f.Events)
	}
	err := f.each(ctx, 0, vtime.Never, &everyKind, func(e *trace.Event) bool {
		for i, part := range parts {
			if part.Match(e) {
				in[i].add(e.ID)
			}
		}
		return true
	})
	for i := 1; i < len(in) && err == nil; i++ {
		err = f.narrow(ctx, in[i], in[i-1], f.led)
	}
	for i := len(in) - 2; i >= 0 && err == nil; i-- {
		err = f.narrow(ctx, in[i], in[i+1], f.origins)
	}
	if err != nil {
		return nil, err
	}
	for _, part := range in[1:] {
		in[0].join(part)
	}
	return in[0], nil
}

// narrow leaves in one set what has to do with another.
func (f *File) narrow(ctx context.Context, one, other set, reach func(context.Context, set) (set, error)) error {
	reached, err := reach(ctx, other)
	if err == nil {
		one.keep(reached)
	}
	return err
}
