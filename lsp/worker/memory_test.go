package worker

import (
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/process"
)

// short is a memory whose use the test sets.
func short(limit uint64) (m *memory, use *uint64, said *string) {
	use, said = new(uint64), new(string)
	m = &memory{limit: limit, free: func() {}, exit: func(err error) { *said = err.Error() }, done: make(chan struct{})}
	m.changed = sync.NewCond(&m.mu)
	m.use = func() uint64 { return *use }
	return m, use, said
}

func TestOneRunAtATimeWhenMemoryIsShort(t *testing.T) {
	m, use, said := short(1000)
	m.enter()
	m.enter() // two at once
	*use = 800
	m.look()
	entered := make(chan struct{})
	go func() {
		m.enter()
		close(entered)
	}()
	m.leave()
	select {
	case <-entered:
		t.Error("a second run begins when memory is short")
	default:
	}
	m.leave()
	<-entered // alone
	*use = 799
	m.look()
	m.enter() // a second one again
	if *said != "" {
		t.Errorf("the process ends: %s", *said)
	}
}

func TestTheProcessEndsWhenAllMemoryIsInUse(t *testing.T) {
	m, use, said := short(2 << 30)
	*use = 2<<30 + 1<<29
	freed := false
	m.free = func() { freed = true; *use = 1 << 30 }
	m.look()
	if !freed || *said != "" {
		t.Errorf("what can be given back is not: %q", *said)
	}
	*use = 2<<30 + 1<<29
	m.free = func() {}
	m.look()
	if *said != "out of memory: 2.5 GiB are in use, and seedfall.memoryLimit is 2.0 GiB" {
		t.Errorf("it ends with %q", *said)
	}
}

func TestMemoryInUseIsKnown(t *testing.T) {
	if n := process.OwnMemory(); n < 1<<20 || n > 1<<40 {
		t.Errorf("%d bytes are in use", n)
	}
	if s := process.MemoryText(300 << 20); !strings.HasPrefix(s, "300 MiB") {
		t.Error(s)
	}
}
