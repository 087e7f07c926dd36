package guest

import (
	"iter"
	"sync"
)

// lane is a coroutine that guest code runs on. A guest that parks in
// poll_oneoff returns from its call, and the lane is free for another one; a
// guest that uses up its time slice stays in the middle of its call and keeps
// the lane until it goes on. So as long as every node is parked in poll_oneoff
// no lane holds anything.
type lane struct {
	job   *Instance
	done  bool // the call has returned
	next  func() (struct{}, bool)
	stop  func()
	yield func(struct{}) bool
}

func newLane() *lane {
	l := &lane{}
	l.next, l.stop = iter.Pull(func(yield func(struct{}) bool) {
		l.yield = yield
		for {
			l.job.enter()
			l.job, l.done = nil, true
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return l
}

// run goes on with the lane's job until it returns or uses up its slice.
func (l *lane) run() {
	l.done = false
	l.next()
}

// pause gives up control in the middle of the job's call.
func (l *lane) pause() { l.yield(struct{}{}) }

// lanes keeps free ones for all runs of an engine.
type lanes struct {
	mu   sync.Mutex
	free []*lane
}

func (s *lanes) take() *lane {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		l := s.free[n-1]
		s.free = s.free[:n-1]
		return l
	}
	return newLane()
}

func (s *lanes) give(l *lane) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, l)
}

// close ends all free lanes.
func (s *lanes) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, l := range s.free {
		l.stop()
	}
	s.free = nil
}
