package lsp

import (
	"runtime/debug"
	"sync"
)

// background is what goes on beside the handlers of messages.
type background struct {
	log func(string, ...any)

	mu   sync.Mutex
	over bool
	all  sync.WaitGroup
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
	b.mu.Unlock()
	b.all.Wait()
}
