package lsp

import (
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/seedfall/seedfall/lsp/work"
)

// sweeper has the jobs done, one after the other, by a worker process that it
// starts when there is something to do.
type sweeper struct {
	command []string
	log     func(string, ...any)
	// ready is asked before a job begins, with no lock held: it completes the job, or
	// says why it cannot begin now.
	ready func(*job) *work.Done
	// idle is told when the last job has ended.
	idle func()

	mu     sync.Mutex
	queue  queue
	now    *job
	sent   bool // the worker has been given it
	last   int  // number of the last job
	child  *child
	closed bool
	held   bool // patient jobs wait
	all    sync.WaitGroup
}

// add puts a job into the queue. The one that is being done gives way to it if
// somebody has asked for this one and nobody for that.
func (w *sweeper) add(j *job) {
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		w.tell(j, work.Event{Done: &work.Done{Cancelled: true}})
		return
	}
	defer w.mu.Unlock()
	w.queue.add(j, false)
	if w.now != nil && w.now.automatic && !j.automatic {
		w.now.again = true
		w.cancel()
	}
	w.next()
}

// renew puts the automatic jobs of a scenario in the place of those that it has,
// running or not.
func (w *sweeper) renew(c *scenario, jobs []*job) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return
	}
	w.drop(func(j *job) bool { return j.automatic && j.scenario == c })
	for _, j := range jobs {
		w.queue.add(j, false)
	}
	w.next()
}

// hold lets patient jobs wait, also the one that is being done, or begin again.
func (w *sweeper) hold(on bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.held = on
	if on && w.now != nil && w.now.patient() && !w.now.dropped {
		w.now.again = true
		w.cancel()
	}
	w.next()
}

// stop ends jobs, running or not.
func (w *sweeper) stop(which func(*job) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop(which)
}

// drop ends jobs. mu is held.
func (w *sweeper) drop(which func(*job) bool) {
	for _, j := range w.queue.take(which) {
		w.all.Go(func() { w.tell(j, work.Event{Done: &work.Done{Cancelled: true}}) })
	}
	if w.now != nil && which(w.now) {
		w.now.again, w.now.dropped = false, true
		w.cancel()
	}
}

// has says whether there is a job of a kind, running or not, that has not been told
// to end.
func (w *sweeper) has(which func(*job) bool) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.now != nil && !w.now.dropped && which(w.now) {
		return true
	}
	for _, j := range w.queue {
		if which(j) {
			return true
		}
	}
	return false
}

// quiet says whether nothing is being done, or to be done but for what is held.
func (w *sweeper) quiet() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now == nil && w.queue.first(w.held) < 0
}

// next begins the first job of the queue if none is being done. mu is held.
func (w *sweeper) next() {
	if w.now != nil || w.closed {
		return
	}
	j := w.queue.next(w.held)
	if j == nil {
		return
	}
	w.last++
	j.ID = w.last
	w.now, w.sent = j, false
	j.again, j.running = false, nil
	w.all.Go(func() { w.begin(j) })
}

// begin gives the worker a job.
func (w *sweeper) begin(j *job) {
	if d := w.ready(j); d != nil {
		w.end(j, d)
		return
	}
	w.mu.Lock()
	if j.dropped || j.again || w.closed {
		w.mu.Unlock()
		w.end(j, &work.Done{Cancelled: true})
		return
	}
	if w.child == nil {
		c, err := startChild(w.command)
		if err != nil {
			w.mu.Unlock()
			w.end(j, &work.Done{Error: "the worker does not start: " + err.Error(), Kind: work.Crash})
			return
		}
		w.child = c
		w.all.Go(func() { w.listen(c) })
	}
	w.sent = true
	if err := w.child.out.Encode(j.Job); err != nil {
		w.log("the worker takes no job: %v", err) // its end is noticed where it is listened to
	}
	w.mu.Unlock()
}

// listen hears a worker until it ends. The job that it was given has failed then.
func (w *sweeper) listen(c *child) {
	last := c.listen(w.heard)
	w.mu.Lock()
	w.child = nil
	j := w.now
	if j == nil || !w.sent {
		w.mu.Unlock()
		return
	}
	d := &work.Done{Error: "the worker has ended" + while(j.running) + " " + last, Kind: work.Crash}
	if j.dropped || j.again || w.closed {
		d = &work.Done{Cancelled: true}
	}
	w.mu.Unlock()
	w.end(j, d)
}

// while says which seeds were being run.
func while(seeds []uint64) string {
	switch len(seeds) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf(" while it ran seed %d", seeds[0])
	}
	text := fmt.Sprintf(" while it ran the seeds %d", seeds[0])
	for _, s := range seeds[1:] {
		text += fmt.Sprintf(", %d", s)
	}
	return text
}

func (w *sweeper) heard(e work.Event) {
	w.mu.Lock()
	j := w.now
	if j == nil || j.ID != e.Job {
		w.mu.Unlock()
		return
	}
	if e.Running != nil {
		j.running = e.Running
	}
	w.mu.Unlock()
	if e.Done != nil {
		w.end(j, e.Done)
		return
	}
	w.tell(j, e)
}

// tell has somebody hear an event. A panic there ends neither the server nor the
// queue.
func (w *sweeper) tell(j *job, e work.Event) {
	defer func() {
		if p := recover(); p != nil {
			w.log("panic in a job's event: %v\n%s", p, debug.Stack())
		}
	}()
	j.hear(e)
}

// end tells how a job has ended, unless it is to be done again, and begins the next.
func (w *sweeper) end(j *job, d *work.Done) {
	w.mu.Lock()
	again := j.again && d.Cancelled && !w.closed
	w.mu.Unlock()
	w.tell(j, work.Event{Job: j.ID, Done: d})
	w.mu.Lock()
	w.now = nil
	if again && !j.dropped {
		w.queue.add(j, true)
	}
	w.next()
	quiet := w.now == nil
	w.mu.Unlock()
	if quiet {
		w.idle()
	}
}

// hard is how long a job may go on that was told to end, in real time. Then the
// worker is killed.
const hard = 800 * time.Millisecond

// cancel ends the job that is being done. mu is held.
func (w *sweeper) cancel() {
	j, c := w.now, w.child
	if c == nil || !w.sent {
		return // it is asked again before it is sent
	}
	id := j.ID
	c.out.Encode(work.Job{Cancel: id}) //nolint:errcheck // it is killed below
	time.AfterFunc(hard, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.now == j && j.ID == id && w.child == c {
			c.kill()
		}
	})
}

// close ends the worker and forgets all jobs.
func (w *sweeper) close() {
	w.mu.Lock()
	w.closed = true
	w.drop(func(*job) bool { return true })
	if w.child != nil {
		w.child.in.Close() //nolint:errcheck // it is killed next
		w.child.kill()
	}
	w.mu.Unlock()
	w.all.Wait()
}
