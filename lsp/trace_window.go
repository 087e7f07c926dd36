package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/engine/vtime"
	"go.lsp.dev/jsonrpc2"
)

// Bounds of one answer.
const (
	maxEvents  = 20_000  // events
	maxLane    = 5_000   // entries of one list of lanes
	maxBuckets = 4_096   // parts of a window
	maxBytes   = 8 << 20 // of the events, as JSON
	maxText    = 4 << 10 // of a text in an event
	maxLabel   = 200     // of a text in lanes
)

// traceWindowParams ask for a window of time, in nanoseconds of virtual time.
type traceWindowParams struct {
	Handle string `json:"handle"`
	From   int64  `json:"from"`
	To     int64  `json:"to"` // 0 is the end of the run
	// Filter is a query; docs/trace-format.md tells of the language.
	Filter string `json:"filter,omitempty"`
	// Limit is how many events are wanted at most; 0 is as many as one answer has.
	// Of more, Buckets counts are given; 0 is 1000.
	Limit   int `json:"limit,omitempty"`
	Buckets int `json:"buckets,omitempty"`
	// Lanes asks for what belongs together, too: messages, disk operations, and so
	// on. Filter does not matter for it.
	Lanes bool `json:"lanes,omitempty"`
}

// traceWindowed has the events of a window, or counts of them.
type traceWindowed struct {
	Total   int                `json:"total"`
	Events  []traceEvent       `json:"events"`
	Buckets []tracefile.Bucket `json:"buckets,omitempty"`
	Lanes   *tracefile.Lanes   `json:"lanes,omitempty"`
	// More says that there are more events than one answer has; those that are there
	// are the first.
	More bool `json:"more,omitempty"`
}

// traceEvent is an event as JSON, and as a line of text.
type traceEvent struct {
	Event json.RawMessage `json:"event"`
	Text  string          `json:"text"`
}

func (s *server) traceWindow(ctx context.Context, p *traceWindowParams) (*traceWindowed, error) {
	o, done, err := s.traces.use(p.Handle)
	if err != nil {
		return nil, err
	}
	defer done()
	to := vtime.Instant(p.To)
	if to == 0 {
		to = vtime.Instant(o.End)
	}
	a := tracefile.Ask{From: vtime.Instant(p.From), To: to, Limit: bounded(p.Limit, maxEvents), Buckets: bounded(p.Buckets, maxBuckets)}
	if p.Buckets == 0 {
		a.Buckets = 1000
	}
	if p.Filter != "" {
		if a.Filter, err = o.Filter(ctx, p.Filter); err != nil {
			return nil, badFilter(err)
		}
	}
	w, err := o.Window(ctx, a)
	if err != nil {
		return nil, refused(err)
	}
	r := &traceWindowed{Total: w.Total, Buckets: w.Buckets}
	if r.Events, r.More, err = shown(o.File, w.Events); err == nil && p.Lanes {
		r.Lanes, err = lanes(o.File, a)
	}
	if err != nil {
		return nil, refused(err)
	}
	return r, nil
}

// badFilter is the error of a filter: what is wrong with the query, or with the file.
func badFilter(err error) error {
	var wrong *tracefile.QueryError
	if errors.As(err, &wrong) {
		return jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%v", wrong)
	}
	return refused(err)
}

// bounded is a number that a client gave, or the largest if it gave none.
func bounded(n, most int) int {
	if n <= 0 || n > most {
		return most
	}
	return n
}

// shown puts events into the form of an answer, as many as it may have; more says
// that these are not all.
func shown(f *tracefile.File, events []trace.Event) (all []traceEvent, more bool, err error) {
	all = []traceEvent{}
	printer, size := f.Printer(), 0
	var l line
	for i := range events {
		e := events[i]
		e.S, e.T = cut(e.S, maxText), cut(e.T, maxText)
		object, err := l.of(printer.JSON, &e)
		if err != nil {
			return nil, false, err
		}
		text, err := l.of(printer.Text, &e)
		if err != nil {
			return nil, false, err
		}
		if size += len(object) + len(text); size > maxBytes {
			return all, true, nil
		}
		all = append(all, traceEvent{json.RawMessage(object), text})
	}
	return all, false, nil
}

// cut makes a text short enough for an answer.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// lanes gives the lanes of a window with texts short enough for an answer.
func lanes(f *tracefile.File, a tracefile.Ask) (*tracefile.Lanes, error) {
	l, err := f.Lanes(a.From, a.To, min(a.Limit, maxLane))
	if err != nil {
		return nil, err
	}
	for i := range l.Calls {
		shorten(&l.Calls[i])
	}
	for i := range l.Logs {
		l.Logs[i].Text = cut(l.Logs[i].Text, maxLabel)
	}
	return l, nil
}

func shorten(c *tracefile.Call) { c.Call, c.Result = cut(c.Call, maxLabel), cut(c.Result, maxLabel) }

// line gives events as lines, without their ends.
type line struct {
	buf bytes.Buffer
	out *bufio.Writer
}

func (l *line) of(write func(*bufio.Writer, *trace.Event) error, e *trace.Event) (string, error) {
	l.buf.Reset()
	if l.out == nil {
		l.out = bufio.NewWriter(&l.buf)
	}
	if err := write(l.out, e); err != nil {
		return "", err
	}
	err := l.out.Flush()
	return strings.TrimSuffix(l.buf.String(), "\n"), err
}

// traceQueryParams look for events.
type traceQueryParams struct {
	Handle string `json:"handle"`
	// Filter is a query; docs/trace-format.md tells of the language. "" with Lane
	// looks for the next event of the same node and class as Lane.
	Filter string   `json:"filter,omitempty"`
	Lane   trace.ID `json:"lane,omitempty"`
	// After is the event behind which to begin; 0 is the beginning.
	After trace.ID `json:"after,omitempty"`
	// Limit is how many events are wanted at most; 0 is as many as one answer has.
	Limit int `json:"limit,omitempty"`
}

// traceQueried has the events that were found, in order.
type traceQueried struct {
	Events []traceEvent `json:"events"`
	// More says that there may be more behind the last of them.
	More bool `json:"more"`
}

func (s *server) traceQuery(ctx context.Context, p *traceQueryParams) (*traceQueried, error) {
	o, done, err := s.traces.use(p.Handle)
	if err != nil {
		return nil, err
	}
	defer done()
	var found []trace.Event
	limit := bounded(p.Limit, maxEvents)
	if p.Lane != 0 && p.Filter == "" {
		limit = 1
		e, e2 := o.NextInLane(p.Lane)
		if err = e2; e != nil {
			found = append(found, *e)
		}
	} else {
		filter, bad := o.Filter(ctx, p.Filter)
		if bad != nil {
			return nil, badFilter(bad)
		}
		found, err = o.Search(ctx, filter, p.After, limit)
	}
	r := &traceQueried{}
	if err == nil {
		r.Events, r.More, err = shown(o.File, found)
	}
	if err != nil {
		return nil, refused(err)
	}
	r.More = r.More || len(found) == limit
	return r, nil
}
