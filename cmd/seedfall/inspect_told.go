package main

import (
	"bytes"
	"context"
	"errors"
	"slices"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/verdict"
)

// told is a run that is told of: one that was made, or one that a trace file has.
type told struct {
	seed    uint64
	failure *verdict.Failure // nil if it found none
	story   *story.Story     // nil if there is nothing to tell
	trace   story.Trace
	// file gives the run as a trace file, which queries are asked of.
	file func() (*tracefile.File, error)
}

// toldOf is a run that was made. Its trace was kept.
func toldOf(r *engine.Result) told {
	return told{r.Seed, r.Failure, r.Story(), r.Recording(), func() (*tracefile.File, error) { return fileOf(r.TraceFile()) }}
}

// fileOf is a recording as a trace file, in memory.
func fileOf(r tracefile.Recording) (*tracefile.File, error) {
	var b bytes.Buffer
	if err := tracefile.Write(&b, r); err != nil {
		return nil, err
	}
	return tracefile.Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
}

// chosen are those of some events that a query chooses.
func (t told) chosen(ctx context.Context, query string, events []*trace.Event) ([]*trace.Event, error) {
	f, err := t.file()
	if err != nil {
		return nil, err
	}
	q, err := f.Filter(ctx, query)
	if err != nil {
		return nil, badQuery(err)
	}
	return slices.DeleteFunc(events, func(e *trace.Event) bool { return !q.Match(e) }), nil
}

// checkQuery says what is wrong with -where before there is a run, as it would be in
// one of nodes with these names.
func (c *choice) checkQuery(names []string) error {
	if c.where == "" {
		return nil
	}
	empty, err := fileOf(tracefile.Recording{Header: tracefile.Header{Nodes: names}})
	if err != nil {
		return err
	}
	if _, err := empty.Filter(context.Background(), c.where); err != nil {
		return badQuery(err)
	}
	return nil
}

// badQuery says what to do about a query that is wrong.
func badQuery(err error) error {
	var wrong *tracefile.QueryError
	if !errors.As(err, &wrong) {
		return err
	}
	return &usageError{"-where: " + err.Error(), "seedfall inspect -seed 1 -where 'kind:disk time:..2s'"}
}
