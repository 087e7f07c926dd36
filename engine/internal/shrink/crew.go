package shrink

import (
	"context"
	"slices"

	"github.com/seedfall/seedfall/engine/schedule"
)

// crew runs schedules, several at once. Which runs are made ahead of need
// depends on the number of jobs; what ask answers does not.
type crew struct {
	ctx  context.Context
	try  func(context.Context, *schedule.Schedule) (Outcome, error)
	stop <-chan struct{}
	jobs int
	runs map[string]*run // begun or done, not yet asked for
}

// task is a schedule to run, with its Key.
type task struct {
	key string
	s   *schedule.Schedule
}

// run is a run in flight, or done once done is closed: out and err may be read
// then.
type run struct {
	cancel context.CancelFunc
	done   chan struct{}
	out    Outcome
	err    error
}

// ask runs the first task and answers with its outcome; meanwhile it begins the
// others, at most jobs of all. Runs in flight that are none of them are not
// needed any more and are cancelled.
func (c *crew) ask(tasks []task) (Outcome, error) {
	if err := c.ended(); err != nil {
		return Outcome{}, err
	}
	c.only(tasks)
	for _, t := range tasks {
		if c.runs[t.key] == nil {
			c.begin(t)
		}
	}
	r := c.runs[tasks[0].key]
	select {
	case <-r.done:
		delete(c.runs, tasks[0].key)
		return r.out, r.err
	case <-c.stop:
	case <-c.ctx.Done():
	}
	return Outcome{}, c.ended()
}

// ended says why nothing more is to be run.
func (c *crew) ended() error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	select {
	case <-c.stop:
		return errEnded
	default:
		return nil
	}
}

func (c *crew) begin(t task) {
	ctx, cancel := context.WithCancel(c.ctx)
	r := &run{cancel: cancel, done: make(chan struct{})}
	c.runs[t.key] = r
	go func() {
		defer close(r.done)
		defer cancel()
		r.out, r.err = c.try(ctx, t.s)
	}()
}

// only cancels the runs in flight that are not of tasks, and waits for them.
func (c *crew) only(tasks []task) {
	idle := map[string]*run{}
	for key, r := range c.runs {
		wanted := slices.ContainsFunc(tasks, func(t task) bool { return t.key == key })
		if !wanted && !r.over() {
			idle[key] = r
			r.cancel()
		}
	}
	for key, r := range idle {
		<-r.done
		delete(c.runs, key)
	}
}

// rest ends all runs in flight.
func (c *crew) rest() { c.only(nil) }

func (r *run) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}
