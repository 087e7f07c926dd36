package wasi

import (
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/antithesis"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/internal/abi"
)

// openReports opens the virtual file as versions of the SDK do.
func openReports(t *testing.T, p *Process, oflags, rights, flags uint64) uint64 {
	t.Helper()
	copy(must(p.bytes(64, 64)), abi.AntithesisFile[1:])
	if e := pathOpen(p, []uint64{rootFD, follow, 64, uint64(len(abi.AntithesisFile) - 1), oflags, rights, 0, flags, 32}); e != errno.OK {
		t.Fatal(e)
	}
	return uint64(le.Uint32(must(p.bytes(32, 4))))
}

// write makes a write of one vector.
func write(t *testing.T, p *Process, fd uint64, text string) {
	t.Helper()
	copy(must(p.bytes(128, uint64(len(text)))), text)
	le.PutUint32(must(p.bytes(32, 4)), 128)
	le.PutUint32(must(p.bytes(36, 4)), uint32(len(text)))
	if e := fdWrite(p, []uint64{fd, 32, 1, 40}); e != errno.OK {
		t.Fatal(e)
	}
	if n := le.Uint32(must(p.bytes(40, 4))); n != uint32(len(text)) {
		t.Fatalf("%d of %d bytes written", n, len(text))
	}
}

func TestLinesForTheSDKsFileArriveWholeAndTouchNoDisk(t *testing.T) {
	p, host := newProcess()
	before, events := p.FS.Ops(), p.Trace.Count()
	old := openReports(t, p, openCreate, rightRead|rightWrite, 0)
	if e := fdFilestatSetSize(p, []uint64{old, 0}); e != errno.OK {
		t.Errorf("versions before 0.8 empty the file: %v", e)
	}
	now := openReports(t, p, openCreate, rightWrite, flagAppend)
	write(t, p, now, "one\ntw")
	write(t, p, now, "o")
	clone := p.Clone(p.Kernel, p.FS)
	clone.Host, clone.mem = &fakeHost{}, p.mem
	write(t, p, now, "\n")
	write(t, p, old, "\nthree\nfour")
	write(t, clone, now, ", too\n")
	if want := []string{"one", "two", "", "three"}; !slices.Equal(host.lines, want) {
		t.Errorf("%q, want %q", host.lines, want)
	}
	if got, want := clone.Host.(*fakeHost).lines, []string{"two, too"}; !slices.Equal(got, want) {
		t.Errorf("the clone says %q, want %q", got, want)
	}
	if p.FS.Ops() != before || p.Trace.Count() != events || p.Clock.Now() != 0 {
		t.Error("a write to the file is an operation, an event, or takes time")
	}
	if e := fdRead(p, []uint64{now, 32, 1, 40}); e != errno.EBADF {
		t.Errorf("reading: %v", e)
	}
}

func TestALineWithoutEndIsHandedOverBeforeItFillsTheMemory(t *testing.T) {
	p, host := newProcess()
	fd := openReports(t, p, 0, rightWrite, 0)
	text := string(make([]byte, 32<<10))
	for range antithesis.MaxLine / len(text) {
		write(t, p, fd, text)
	}
	if len(host.lines) > 0 {
		t.Fatal("a line of the greatest length is handed over before its end")
	}
	write(t, p, fd, "x")
	if len(host.lines) != 1 || len(host.lines[0]) != antithesis.MaxLine+1 || len(p.reported) > 0 {
		t.Errorf("%d lines, %d bytes kept", len(host.lines), len(p.reported))
	}
}
