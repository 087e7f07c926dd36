package disk

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

func wantWrite(t *testing.T, fs *FS, what string, h HandleID, size, off, n int64, want errno.Errno) {
	t.Helper()
	got, e := fs.Pwrite(0, h, make([]byte, size), off)
	if int64(got) != n || e != want {
		t.Errorf("%s: wrote %d, %v, want %d, %v", what, got, e, n, want)
	}
}

func TestFullDiskCutsAWriteShortAndFailsTheNext(t *testing.T) {
	fs := New(Model{Bytes: 4*PageSize + 100})
	h := open(t, fs, "f", Create|Write)
	wantWrite(t, fs, "the first", h, PageSize+1, 0, PageSize+1, errno.OK)
	wantWrite(t, fs, "one that does not fit", h, 4*PageSize, PageSize+1, 3*PageSize-1, errno.OK)
	ops := fs.Ops()
	wantWrite(t, fs, "the next", h, 1, 4*PageSize, 0, errno.ENOSPC)
	if fs.Ops() != ops {
		t.Error("a write that found no space was counted")
	}
	wantWrite(t, fs, "an overwrite", h, 4*PageSize, 0, 4*PageSize, errno.OK)
	wantWrite(t, fs, "an overwrite over the end", h, 2*PageSize, 3*PageSize, PageSize, errno.OK)
	if fs.Used() != 4*PageSize {
		t.Errorf("%d bytes used", fs.Used())
	}
	if e := fs.Truncate(0, h, 100*PageSize); e != errno.OK {
		t.Errorf("a hole needs space: %v", e)
	}
	wantWrite(t, fs, "into the hole", h, 1, 50*PageSize, 0, errno.ENOSPC)
	if e := fs.Allocate(0, h, 0, 5*PageSize); e != errno.ENOSPC {
		t.Errorf("allocate: %v", e)
	}
	fs.Truncate(0, h, 2*PageSize)
	if e := fs.Allocate(0, h, PageSize, 3*PageSize); e != errno.OK || fs.Used() != 4*PageSize {
		t.Errorf("allocate: %v, %d bytes used", e, fs.Used())
	}
	wantWrite(t, fs, "into what was allocated", h, 3*PageSize, PageSize, 3*PageSize, errno.OK)
	fs.Unlink(0, RootIno, "f")
	g := open(t, fs, "g", Create|Write)
	wantWrite(t, fs, "while an unlinked file is open", g, 1, 0, 0, errno.ENOSPC)
	fs.Close(h)
	wantWrite(t, fs, "after its end", g, 5*PageSize, 0, 4*PageSize, errno.OK)
}

func TestCrashFreesWhatItTakesAway(t *testing.T) {
	fs := New(Model{Bytes: 2 * PageSize})
	h := open(t, fs, "f", Create|Write)
	wantWrite(t, fs, "the first", h, PageSize, 0, PageSize, errno.OK)
	fs.Sync(0, h)
	wantWrite(t, fs, "the second", h, PageSize, PageSize, PageSize, errno.OK)
	fs.Crash(rng.Seed(1), false)
	if fs.Used() != PageSize {
		t.Errorf("%d bytes used", fs.Used())
	}
	fs.Truncate(0, open(t, fs, "f", Write), 0)
	wantWrite(t, fs, "elsewhere", open(t, fs, "g", Create|Write), 2*PageSize, 0, 2*PageSize, errno.OK)
	fs.Crash(rng.Seed(1), false) // brings f back
	if fs.Used() != PageSize {
		t.Errorf("%d bytes used", fs.Used())
	}
}

func TestHugeSparseFilesCostWhatTheyHold(t *testing.T) {
	for name, m := range allModels {
		fs := New(m)
		h := open(t, fs, "f", Create|Write)
		for _, off := range []int64{0, 1 << 30, 1 << 43} {
			wantWrite(t, fs, name, h, 10, off, 10, errno.OK)
		}
		fs.Sync(0, h)
		fs.Sync(0, open(t, fs, ".", Directory))
		fs.Truncate(0, h, 1<<29)
		fs.Truncate(0, h, 1<<42)
		wantWrite(t, fs, name, h, 10, 1<<40, 10, errno.OK)
		sizes := map[int64]bool{}
		for k := range uint64(30) {
			c := fs.Clone()
			c.Crash(rng.Seed(k), false)
			if err := c.Check(); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			i, _ := c.Lookup(RootIno, "f", true)
			st, _ := c.Stat(i)
			sizes[st.Size] = true
		}
		if !sizes[1<<43+10] || m.logsWrites() && len(sizes) < 3 {
			t.Errorf("%s: sizes %v", name, sizes)
		}
	}
}

func TestCutOfAFileThatALostCutLeftEmptyCountsAgain(t *testing.T) {
	fs := New(Model{})
	d := driver{fs, PageSize}
	d.place(t, "f=AB")
	d.op(t, "t f 0")
	d.op(t, "E f")
	open(t, fs, "f", Trunc|Write)
	d.op(t, "F f")
	d.crash(t, 1)
	if got := spell(d.state()); got != `f=""` {
		t.Error(got)
	}
}
