package lsp

import (
	"slices"

	"github.com/seedfall/seedfall/lsp/work"
)

// urgency orders jobs that wait; the lowest is done first, and of several the one
// that came first.
type urgency int

const (
	urgentKnown  urgency = iota // known failures of the file that is being looked at
	urgentAsked                 // what somebody has asked for
	urgentSweep                 // what nobody has asked for
	urgentShrink                // making failures smaller, which nobody has asked for
)

// job is something to be done by the worker.
type job struct {
	work.Job
	scenario *scenario
	urgency  urgency
	// automatic says that nobody has asked for it: one that somebody asks for ends
	// it, and it is begun anew afterwards.
	automatic bool
	// snapshot is of the files that it is about, from when it began.
	snapshot string
	// overlay is the text that is not saved and that it is of, while it goes on; nil is
	// none. note is what somebody who has asked for it has to know; "" is nothing.
	overlay *overlay
	note    string
	// hear hears every event; the last one has Done. No lock is held.
	hear func(work.Event)

	// The sweeper's: running are the seeds that may have ended the worker, again
	// that it gave way to another job, dropped that it was told to end for good.
	running []uint64
	again   bool
	dropped bool
}

// patient says that a job can wait as long as its user likes: nobody has asked for it,
// nor for what it follows.
func (j *job) patient() bool { return j.automatic && j.urgency != urgentAsked }

// queue is the jobs that wait, the next one first.
type queue []*job

// add puts a job behind those that are as urgent; with front, before them.
func (q *queue) add(j *job, front bool) {
	at := slices.IndexFunc(*q, func(o *job) bool { return o.urgency > j.urgency || front && o.urgency == j.urgency })
	if at < 0 {
		at = len(*q)
	}
	*q = slices.Insert(*q, at, j)
}

// first is where the first job stands that may begin: with hold, of those that are not
// patient; -1 if there is none.
func (q queue) first(hold bool) int {
	return slices.IndexFunc(q, func(j *job) bool { return !hold || !j.patient() })
}

// next takes that job; nil if there is none.
func (q *queue) next(hold bool) *job {
	i := q.first(hold)
	if i < 0 {
		return nil
	}
	j := (*q)[i]
	*q = slices.Delete(*q, i, i+1)
	return j
}

// take takes the jobs for which a function says so.
func (q *queue) take(which func(*job) bool) (taken []*job) {
	*q = slices.DeleteFunc(*q, func(j *job) bool {
		if !which(j) {
			return false
		}
		taken = append(taken, j)
		return true
	})
	return taken
}
