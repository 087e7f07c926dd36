package lsp

import (
	"runtime/debug"
	"sync"
	"time"
)

// background is what goes on beside the handlers of messages.
type background struct {
	log func(string, ...any)

	mu      sync.Mutex
	over    bool
	all     sync.WaitGroup
	waiting map[*time.Timer]bool
}

// after does something in a while, in real time, unless it is stopped or the connection
// has ended by then.
func (b *background) after(wait time.Duration, what string, f func()) (t *time.Timer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t = time.AfterFunc(wait, func() {
		b.mu.Lock()
		delete(b.waiting, t)
		b.mu.Unlock()
		b.run(what, f)
	})
	if b.waiting == nil {
		b.waiting = map[*time.Timer]bool{}
	}
	b.waiting[t] = true
	if b.over {
		t.Stop()
	}
	return t
}

// stop stops what after gave; nil is nothing. It says whether that has not begun yet,
// and never will.
func (b *background) stop(t *time.Timer) bool {
	if t == nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.waiting, t)
	return t.Stop()
}

// run does something unless the connection has ended. A panic ends nothing else.
func (b *background) run(what string, f func()) {
	b.mu.Lock()
	if b.over {
		b.mu.Unlock()
		return
	}
	b.all.Add(1)
	b.mu.Unlock()
	defer b.all.Done()
	b.survive(what, f)
}

// survive does something and tells the log if that panics.
func (b *background) survive(what string, f func()) {
	defer func() {
		if p := recover(); p != nil {
			b.log("panic in %s: %v\n%s", what, p, debug.Stack())
		}
	}()
	f()
}

// close lets nothing begin any more, and waits for what has begun.
func (b *background) close() {
	b.mu.Lock()
	b.over = true
	for t := range b.waiting {
		t.Stop()
	}
	b.mu.Unlock()
	b.all.Wait()
}
