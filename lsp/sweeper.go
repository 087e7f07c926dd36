package lsp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"github.com/seedfall/seedfall/lsp/work"
)

// sweeper has the jobs done, one after the other, by a worker process that it
// starts when there is something to do.
type sweeper struct {
	server *server

	mu     sync.Mutex
	queue  []*job
	now    *job
	last   int // number of the last job
	proc   *process
	closed bool
	all    sync.WaitGroup
}

// job is something to be done by the worker.
type job struct {
	work.Job
	scenario *scenario
	// automatic says that nobody has asked for it; one that somebody asks for goes
	// before it, and ends it.
	automatic bool
	// hear hears every event; the last one has Done. No lock is held.
	hear func(work.Event)
}

// process is a running worker.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *json.Encoder
	stderr tail
}

func newSweeper(s *server) *sweeper { return &sweeper{server: s} }

// add puts a job into the queue. One of the same scenario that nobody asked for
// gives way to it.
func (w *sweeper) add(j *job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.last++
	j.ID = w.last
	at := len(w.queue)
	if !j.automatic {
		for at > 0 && w.queue[at-1].automatic {
			at--
		}
	}
	w.queue = append(w.queue[:at], append([]*job{j}, w.queue[at:]...)...)
	if w.now != nil && w.now.automatic && (!j.automatic || w.now.scenario == j.scenario) {
		w.cancel(w.now)
	}
	w.next()
}

// next starts the first job of the queue if none is being done.
func (w *sweeper) next() {
	for w.now == nil && len(w.queue) > 0 && !w.closed {
		j := w.queue[0]
		w.queue = w.queue[1:]
		if w.proc == nil {
			p, err := w.start()
			if err != nil {
				go j.hear(work.Event{Job: j.ID, Done: &work.Done{Error: "the worker does not start: " + err.Error(), Kind: work.Internal}})
				continue
			}
			w.proc = p
		}
		w.now = j
		if err := w.proc.out.Encode(j.Job); err != nil {
			w.server.logf("the worker takes no job: %v", err) // its end is noticed below
		}
	}
}

// start runs a worker.
func (w *sweeper) start() (*process, error) {
	command := w.server.options.Worker
	p := &process{cmd: exec.Command(command[0], command[1:]...)}
	p.cmd.Stderr = &p.stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.out = json.NewEncoder(p.in)
	w.all.Go(func() { w.read(p, out) })
	return p, nil
}

// maxLine bounds an event.
const maxLine = 64 << 20

// read hands on what a worker says, until it ends.
func (w *sweeper) read(p *process, out io.Reader) {
	s := bufio.NewScanner(out)
	s.Buffer(make([]byte, 0, 64<<10), maxLine)
	for s.Scan() {
		var e work.Event
		if err := json.Unmarshal(s.Bytes(), &e); err != nil {
			w.server.logf("the worker says what nobody understands: %v", err)
			break
		}
		w.heard(e)
	}
	p.cmd.Process.Kill() //nolint:errcheck // it may have ended
	err := p.cmd.Wait()
	w.mu.Lock()
	if w.proc == p {
		w.proc = nil
	}
	j := w.now
	w.now = nil
	closed := w.closed
	w.mu.Unlock()
	if j != nil {
		text := fmt.Sprintf("the worker has ended (%v)", err)
		if last := p.stderr.String(); last != "" {
			text += ":\n" + last
		}
		j.hear(work.Event{Job: j.ID, Done: &work.Done{Error: text, Kind: work.Internal, Cancelled: closed}})
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next()
}

func (w *sweeper) heard(e work.Event) {
	w.mu.Lock()
	j := w.now
	if j == nil || j.ID != e.Job {
		w.mu.Unlock()
		return
	}
	if e.Done != nil {
		w.now = nil
	}
	w.mu.Unlock()
	j.hear(e)
	if e.Done != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.next()
	}
}

// hard is how long a job may go on that was told to end, in real time. Then the
// worker is killed.
const hard = time.Second

// cancel ends the job that is being done. mu is held.
func (w *sweeper) cancel(j *job) {
	p := w.proc
	if p == nil {
		return
	}
	p.out.Encode(work.Job{Cancel: j.ID}) //nolint:errcheck // it is killed below
	time.AfterFunc(hard, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.now == j && w.proc == p {
			p.cmd.Process.Kill() //nolint:errcheck // it may have ended
		}
	})
}

// stop ends a job, or takes it from the queue.
func (w *sweeper) stop(j *job) {
	w.mu.Lock()
	for i, q := range w.queue {
		if q == j {
			w.queue = append(w.queue[:i], w.queue[i+1:]...)
			w.mu.Unlock()
			j.hear(work.Event{Job: j.ID, Done: &work.Done{Cancelled: true}})
			return
		}
	}
	if w.now == j {
		w.cancel(j)
	}
	w.mu.Unlock()
}

// close ends the worker and forgets all jobs.
func (w *sweeper) close() {
	w.mu.Lock()
	w.closed, w.queue = true, nil
	if w.proc != nil {
		w.proc.in.Close()         //nolint:errcheck // it is killed next
		w.proc.cmd.Process.Kill() //nolint:errcheck // it may have ended
	}
	w.mu.Unlock()
	w.all.Wait()
}

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// maxTail is how many bytes of a worker's last words are kept.
const maxTail = 8 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b.Write(b)
	if over := t.b.Len() - maxTail; over > 0 {
		t.b.Next(over)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(t.b.Bytes()))
}
