package tracefile

import (
	"bufio"
	"bytes"
	"context"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Filter chooses events of one file. File.Filter makes it. It is for one goroutine
// at a time.
type Filter struct {
	// kinds and from and to bound what can pass.
	kinds    kindSet
	from, to vtime.Instant
	test     func(*trace.Event) bool
	line     line
}

// Match says whether an event of the file passes.
func (c *Filter) Match(e *trace.Event) bool {
	if e.At < c.from || e.At > c.to || !c.kinds.has(e.Kind) {
		return false
	}
	c.line.of = nil
	return c.test(e)
}

// Filter reads a query, in the language that docs/trace-format.md describes. What
// hangs together with other events, such as what is before some, is worked out here,
// with a pass or more over the file for each such part, and a bit for each event of
// the file is kept. Errors are a *QueryError, ctx's if that ends, or of the file.
func (f *File) Filter(ctx context.Context, query string) (*Filter, error) {
	q, err := readQuery(f, query)
	if err != nil {
		return nil, err
	}
	return f.filterOf(ctx, q)
}

func (f *File) filterOf(ctx context.Context, q *query) (*Filter, error) {
	c := &Filter{}
	c.kinds, c.from, c.to = q.bounds()
	c.line.printer = f.Printer()
	var err error
	c.test, err = f.test(ctx, &c.line, q)
	return c, err
}

// bounds are the kinds and the time of what a query can choose, as far as they are
// easily told: what passes lies in them.
func (q *query) bounds() (of kindSet, from, to vtime.Instant) {
	of, to = everyKind, vtime.Never
	switch q.is {
	case aTerm:
		return q.termBounds()
	case both:
		for _, part := range q.of {
			k, first, last := part.bounds()
			of.keep(&k)
			from, to = max(from, first), min(to, last)
		}
	case either:
		of, from, to = q.of[0].bounds()
		for _, part := range q.of[1:] {
			k, first, last := part.bounds()
			of.join(&k)
			from, to = min(from, first), max(to, last)
		}
	}
	return of, from, to
}

// test makes the test of a part of a query.
func (f *File) test(ctx context.Context, l *line, q *query) (func(*trace.Event) bool, error) {
	switch q.is {
	case everything:
		return func(*trace.Event) bool { return true }, nil
	case aTerm:
		return f.termTest(l, q)
	case chain, before, after:
		in, err := f.chosen(ctx, q)
		return func(e *trace.Event) bool { return in.has(e.ID) }, err
	}
	parts := make([]func(*trace.Event) bool, len(q.of))
	for i, part := range q.of {
		var err error
		if parts[i], err = f.test(ctx, l, part); err != nil {
			return nil, err
		}
	}
	if q.is == negation {
		return func(e *trace.Event) bool { return !parts[0](e) }, nil
	}
	return several(parts, q.is == either), nil
}

// several is the test whether one of several answers so, or else all answer the
// other way.
func several(parts []func(*trace.Event) bool, so bool) func(*trace.Event) bool {
	return func(e *trace.Event) bool {
		for _, part := range parts {
			if part(e) == so {
				return so
			}
		}
		return !so
	}
}

// line is the text of an event, made when it is first asked for.
type line struct {
	printer *trace.Printer
	of      *trace.Event
	buf     bytes.Buffer
	out     *bufio.Writer
}

// text is the line of an event, without its instant and the line's end. It is good
// until the next call.
func (l *line) text(e *trace.Event) []byte {
	if l.of != e {
		l.of = e
		l.buf.Reset()
		if l.out == nil {
			l.out = bufio.NewWriter(&l.buf)
		}
		l.printer.Text(l.out, e) //nolint:errcheck // a buffer never fails
		l.out.Flush()            //nolint:errcheck // a buffer never fails
	}
	_, rest, _ := bytes.Cut(bytes.TrimLeft(l.buf.Bytes(), " "), []byte("  "))
	return bytes.TrimSuffix(rest, []byte("\n"))
}
