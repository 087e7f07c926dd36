package lsp

import (
	"testing"
	"time"
)

// A server that has ended leaves no timers behind, which would go on in a process that
// has other servers.
func TestWhatWaitsIsDroppedWhenTheConnectionEnds(t *testing.T) {
	b := background{log: t.Logf}
	never := func() { t.Error("something begins") }
	first, second := b.after(time.Hour, "first", never), b.after(time.Hour, "second", never)
	if !b.stop(first) || b.stop(first) || b.stop(nil) {
		t.Error("a timer is not stopped once")
	}
	b.close()
	if second.Stop() {
		t.Error("a timer goes on")
	}
	if late := b.after(time.Hour, "late", never); late.Stop() {
		t.Error("a timer begins")
	}
}
