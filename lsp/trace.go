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
	// scenario is whose run it is; nil for a file that the client named. schedule is
	// the file of the schedule that was run; "" for what the seed draws.
	scenario *scenario
	schedule string
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

// traceOpenParams name a trace: a file that is there, or a run of a config, which
// is made again and recorded.
type traceOpenParams struct {
	File string `json:"file,omitempty"`
	// Config is the path of a scenario; "" is the only one. Fingerprint names one of
	// its failures; else the run is that of Seed.
	Config      string `json:"config,omitempty"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Seed        uint64 `json:"seed,omitempty"`
}

// traceOpened is a trace that is open until the client closes it, or has opened so
// many others that its handle is not good any more.
type traceOpened struct {
	Handle string            `json:"handle"`
	File   string            `json:"file"`
	Header *tracefile.Header `json:"header"`
}

func (s *server) traceOpen(ctx context.Context, p *traceOpenParams) (*traceOpened, error) {
	o := &openTrace{path: p.File}
	if p.File == "" {
		c := &command{name: "seedfall/trace/open", args: arguments{Config: p.Config, Fingerprint: p.Fingerprint, Seed: p.Seed}}
		if err := s.runnable(c); err != nil {
			return nil, err
		}
		var err error
		if o, err = s.recordTrace(ctx, c); err != nil {
			return nil, err
		}
	}
	if err := s.traces.add(o); err != nil {
		return nil, refused(err)
	}
	touch(o.path)
	return &traceOpened{o.handle, o.path, &o.Header}, nil
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

// recordTrace runs what a command names and gives the trace, which is not open yet.
func (s *server) recordTrace(ctx context.Context, c *command) (*openTrace, error) {
	j := &job{Job: work.Job{Do: work.Trace, Seed: c.args.Seed}}
	s.mu.Lock()
	f := c.scenario.results.failing(c.args.Fingerprint)
	if f != nil {
		j.Seed, j.Schedule = f.Seed, f.File
		if f.shrunk != nil && f.shrunk.File != "" {
			j.Schedule = f.shrunk.File
		}
	}
	s.mu.Unlock()
	if f == nil && c.args.Fingerprint != "" {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "no failure %q is known", c.args.Fingerprint)
	}
	d, err := s.await(ctx, c, j, fmt.Sprintf("seedfall: trace of seed %d", j.Seed), func(work.Event) {})
	if err != nil {
		return nil, err
	}
	if d.File == "" {
		return nil, notDone(d)
	}
	return &openTrace{path: d.File, scenario: c.scenario, schedule: j.Schedule}, nil
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
