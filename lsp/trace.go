package lsp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/work"
	"go.lsp.dev/jsonrpc2"
)

// maxOpen is how many traces are open at once; of more, the one used longest ago
// is closed.
const maxOpen = 8

// traces are the trace files that a client has open.
type traces struct {
	mu   sync.Mutex
	last int
	open []*openTrace // the one used longest ago first
}

// openTrace is one of them. Its file is closed when nobody uses it any more.
type openTrace struct {
	*tracefile.File
	handle string
	path   string
	// scenario is whose run it is; nil for a file that the client named, of which owner
	// tells. schedule is
	// the file of the schedule that was run; "" for what the seed draws. edited says
	// that nothing but the trace itself has what was run.
	scenario *scenario
	schedule string
	edited   bool
	// program is that of the trace that this one is about; "" if it may be any.
	program string
	// verdict is what the run came to, and near how it differs from a failing one;
	// nil if nobody has asked for that.
	verdict  *work.Verdict
	near     *work.Near
	sections sections

	using  int // mu of traces is held for both
	closed bool
}

// add opens a file.
func (t *traces) add(o *openTrace) error {
	f, err := tracefile.Open(o.path)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last++
	o.File, o.handle = f, fmt.Sprintf("trace-%d", t.last)
	t.open = append(t.open, o)
	if len(t.open) > maxOpen {
		t.drop(0)
	}
	return nil
}

// use gives an open trace and a function to be called when it is not needed any
// more.
func (t *traces) use(handle string) (*openTrace, func(), error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, o := range t.open {
		if o.handle == handle {
			t.open = append(append(t.open[:i:i], t.open[i+1:]...), o)
			o.using++
			return o, func() { t.done(o) }, nil
		}
	}
	return nil, nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the trace %q is not open; open it again", handle)
}

func (t *traces) done(o *openTrace) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o.using--
	o.release()
}

// drop closes a trace. mu is held.
func (t *traces) drop(i int) {
	o := t.open[i]
	t.open = append(t.open[:i:i], t.open[i+1:]...)
	o.closed = true
	o.release()
}

func (o *openTrace) release() {
	if o.closed && o.using == 0 {
		o.Close() //nolint:errcheck // it was only read
	}
}

// close says whether there was such a trace.
func (t *traces) close(handle string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, o := range t.open {
		if o.handle == handle {
			t.drop(i)
			return true
		}
	}
	return false
}

func (t *traces) closeAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for len(t.open) > 0 {
		t.drop(0)
	}
}

// traceOpened is a trace that is open until the client closes it, or has opened so
// many others that its handle is not good any more.
type traceOpened struct {
	Handle string       `json:"handle"`
	File   string       `json:"file"`
	Header *traceHeader `json:"header"`
	// Verdict is what a run came to that was made for this; Near tells how the passing
	// run that was asked for differs from the failing one.
	Verdict *work.Verdict `json:"verdict,omitempty"`
	Near    *traceNear    `json:"near,omitempty"`
}

func opened(o *openTrace) *traceOpened {
	t := &traceOpened{Handle: o.handle, File: o.path, Header: forEditor(&o.Header), Verdict: o.verdict}
	if o.near != nil {
		t.Near = &traceNear{o.near, Decimal(o.near.Seed)}
	}
	return t
}

func (s *server) traceOpen(ctx context.Context, p *traceOpenParams) (*traceOpened, error) {
	o, err := &openTrace{path: p.File}, error(nil)
	switch {
	case p.File != "":
	case p.Of != "":
		o, err = s.recordOf(ctx, p)
	default:
		o, err = s.record(ctx, p.Config, p, nil)
	}
	if err != nil {
		return nil, err
	}
	if err := s.traces.add(o); err != nil {
		return nil, refused(err)
	}
	if o.program != "" && o.program != o.Program {
		s.traces.close(o.handle)
		s.mu.Lock()
		defer s.mu.Unlock()
		return nil, s.another(o.scenario)
	}
	touch(o.path)
	return opened(o), nil
}

// record records a run of a config: what is asked for, which may be about the run of
// a trace; of is nil for none. The trace is not open yet.
func (s *server) record(ctx context.Context, config string, p *traceOpenParams, of *openTrace) (*openTrace, error) {
	c := &command{name: "seedfall/trace/open", args: arguments{Config: config}}
	if err := s.runnable(c); err != nil {
		return nil, err
	}
	j, title, err := s.traceJob(c.scenario, p, of)
	if err != nil {
		return nil, err
	}
	return s.recordTrace(ctx, c, j, title)
}

// refused gives an error that says why there is no answer; that of a request which
// was cancelled stays what it is.
func refused(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return jsonrpc2.Errorf(requestFailed, "%v", err)
}

// touch notes that a file was used, so that it is kept. Where it cannot, it goes
// sooner.
func touch(path string) {
	now := time.Now()
	os.Chtimes(path, now, now) //nolint:errcheck // see above
}

// recordTrace has a job done that records a run, and gives the trace, which is not
// open yet.
func (s *server) recordTrace(ctx context.Context, c *command, j *job, title string) (*openTrace, error) {
	d, err := s.await(ctx, c, j, title, func(work.Event) {})
	if err != nil {
		return nil, err
	}
	if d.File == "" {
		return nil, notDone(d)
	}
	return &openTrace{path: d.File, scenario: c.scenario, schedule: j.Schedule, edited: j.Do != work.Trace || j.Content != "" || j.Without > 0,
		verdict: d.Verdict, near: d.Near}, nil
}

// notDone says why a job has no answer.
func notDone(d *work.Done) error {
	if d.Cancelled {
		return jsonrpc2.Errorf(requestFailed, "it was stopped")
	}
	return jsonrpc2.Errorf(requestFailed, "%s", d.Error)
}

// traceCloseParams name an open trace.
type traceCloseParams struct {
	Handle string `json:"handle"`
}

// traceClosed says whether the trace was open.
type traceClosed struct {
	Closed bool `json:"closed"`
}

func (s *server) traceClose(_ context.Context, p *traceCloseParams) (*traceClosed, error) {
	return &traceClosed{s.traces.close(p.Handle)}, nil
}
