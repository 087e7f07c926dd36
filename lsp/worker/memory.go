package worker

import (
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/process"
)

// memory lets one run at a time begin while most of what the process may use is in
// use, and ends the process when all of it is.
type memory struct {
	// use is how many bytes are in use, free gives back what can be.
	use  func() uint64
	free func()
	exit func(error)
	done chan struct{}

	mu      sync.Mutex
	changed *sync.Cond
	limit   uint64 // 0 is none
	tight   bool
	running int
}

// glance is how often the memory in use is looked at, in real time.
const glance = 100 * time.Millisecond

func newMemory(exit func(error)) *memory {
	m := &memory{use: process.OwnMemory, free: debug.FreeOSMemory, exit: exit, done: make(chan struct{})}
	m.changed = sync.NewCond(&m.mu)
	go func() {
		t := time.NewTicker(glance)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				m.look()
			case <-m.done:
				return
			}
		}
	}()
	return m
}

func (m *memory) close() { close(m.done) }

// bound sets the limit in bytes; 0 is none. The garbage collector tries to stay
// below three quarters of it, so that what lies above is in real use.
func (m *memory) bound(limit uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.limit == limit || limit == 0 {
		return
	}
	m.limit = limit
	debug.SetMemoryLimit(int64(min(limit, 1<<62) / 4 * 3))
}

// look compares what is in use with the limit.
func (m *memory) look() {
	m.mu.Lock()
	limit := m.limit
	m.mu.Unlock()
	if limit == 0 {
		return
	}
	use := m.use()
	if use >= limit {
		m.free()
		use = m.use()
	}
	if use >= limit {
		m.exit(fmt.Errorf("out of memory: %s are in use, and seedfall.memoryLimit is %s", process.MemoryText(use), process.MemoryText(limit)))
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tight = use >= limit/5*4
	m.changed.Broadcast()
}

// enter waits until a run may begin.
func (m *memory) enter() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.tight && m.running > 0 {
		m.changed.Wait()
	}
	m.running++
}

func (m *memory) leave() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running--
	m.changed.Broadcast()
}
