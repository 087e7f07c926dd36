// Package worker does the jobs of the language server with the engine. It runs in
// a process of its own, and ends when the server does.
package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/work"
)

// maxLine bounds a job.
const maxLine = 16 << 20

// patience is how long what is being done may go on when the server has gone, in
// real time.
const patience = 500 * time.Millisecond

// Run does the jobs that come from in, several at once, and tells of them on out,
// until in ends. Then it ends all that is being done. exit ends the process at
// once: with a reason when too much memory is in use, with none when something goes
// on after in has ended.
func Run(ctx context.Context, in io.Reader, out io.Writer, exit func(reason error)) error {
	ctx, cancel := context.WithCancel(ctx)
	w := &worker{ctx: ctx, out: json.NewEncoder(out), running: map[int]*task{}, programs: map[string]*prepared{}, memory: newMemory(exit)}
	defer w.memory.close()
	defer w.close()
	defer func() {
		late := time.AfterFunc(patience, func() { exit(nil) })
		w.all.Wait()
		late.Stop()
	}()
	defer cancel()
	s := bufio.NewScanner(in)
	s.Buffer(make([]byte, 0, 64<<10), maxLine)
	for s.Scan() {
		var j work.Job
		if err := json.Unmarshal(s.Bytes(), &j); err != nil {
			return fmt.Errorf("a job that cannot be read: %w", err)
		}
		w.take(j)
	}
	return s.Err()
}

// worker is the state of one process.
type worker struct {
	ctx context.Context
	all sync.WaitGroup

	writing sync.Mutex
	out     *json.Encoder

	mu       sync.Mutex
	running  map[int]*task
	programs map[string]*prepared // by config
	memory   *memory
}

// task is a job that is being done.
type task struct {
	*worker
	work.Job
	ctx    context.Context
	cancel context.CancelFunc
	stop   chan struct{} // closed when the job is to end
	ended  sync.Once
}

func (w *worker) take(j work.Job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if j.Cancel != 0 {
		if t := w.running[j.Cancel]; t != nil {
			t.end()
		}
		return
	}
	w.memory.bound(j.Memory)
	ctx, cancel := context.WithCancel(w.ctx)
	t := &task{worker: w, Job: j, ctx: ctx, cancel: cancel, stop: make(chan struct{})}
	w.running[j.ID] = t
	w.all.Go(t.run)
}

// end ends a task: no more runs are started, and those that go on are dropped.
func (t *task) end() {
	t.ended.Do(func() {
		close(t.stop)
		t.cancel()
	})
}

// jobs are what each job does.
var jobs = map[work.Do]func(*task, *engine.Program) (*work.Done, error){
	work.Sweep:      (*task).sweep,
	work.Replay:     (*task).replay,
	work.Shrink:     (*task).shrink,
	work.Trace:      (*task).trace,
	work.Goroutines: (*task).goroutines,
	work.Recall:     (*task).recall,
	work.Passing:    (*task).passing,
	work.Why:        (*task).why,
	work.Check:      (*task).check,
}

func (t *task) run() {
	done := &work.Done{}
	defer func() {
		if p := recover(); p != nil {
			done = &work.Done{Error: fmt.Sprintf("%v\n%s", p, debug.Stack()), Kind: work.Internal}
		}
		t.cancel()
		t.mu.Lock()
		delete(t.running, t.ID)
		t.mu.Unlock()
		t.tell(work.Event{Done: done})
	}()
	do := jobs[t.Do]
	if do == nil {
		done.Error, done.Kind = fmt.Sprintf("there is no job %q", t.Do), work.Other
		return
	}
	p, release, err := t.prepare()
	if err == nil {
		defer release()
		if done, err = do(t, p); done == nil {
			done = &work.Done{}
		}
	}
	if err != nil {
		explain(done, err)
	}
	select {
	case <-t.stop:
		done.Cancelled, done.Error, done.Kind = true, "", ""
	default:
	}
}

// inputError is what is wrong with the run that a job names, while the program is
// well.
type inputError struct{ error }

func (e *inputError) Unwrap() error { return e.error }

// explain says why a job could not be done.
func explain(done *work.Done, err error) {
	var bad *config.Error
	var compile *engine.CompileError
	var internal *engine.InternalError
	var input *inputError
	var passes *engine.NotFailingError
	done.Error, done.Kind = err.Error(), work.Other
	switch {
	case errors.As(err, &bad):
		done.Kind = work.BadConfig
	case errors.As(err, &compile):
		done.Kind = work.BadBuild
	case errors.As(err, &input), errors.As(err, &passes), errors.Is(err, engine.ErrOtherConfig):
		done.Kind = work.BadInput
	case errors.As(err, &internal):
		done.Kind = work.Internal
		done.Error += "\n" + internal.Stack
	}
}

func (t *task) tell(e work.Event) {
	e.Job = t.ID
	t.writing.Lock()
	defer t.writing.Unlock()
	if err := t.out.Encode(e); err != nil { // the server has gone
		t.end()
	}
}
