package disk

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// script is an oracle that notes what it is asked and has its answers by
// number.
type script struct {
	fates map[uint64]Fate
	reads map[uint64]ReadFate
	asked []string
}

func (s *script) DiskOp(op Op) Fate {
	line := fmt.Sprintf("%d %s %s", op.Num, op.Kind, op.Path)
	switch {
	case op.To != "":
		line += " -> " + op.To
	case op.Kind == OpSync:
		line += fmt.Sprintf(" dirty %d of %d", op.Dirty, op.Pages)
	case op.Kind == OpWrite, op.Kind == OpTruncate, op.Kind == OpAllocate:
		line += fmt.Sprintf(" %d+%d", op.Off, op.Len)
	}
	s.asked = append(s.asked, line)
	return s.fates[op.Num]
}

func (s *script) DiskRead(op ReadOp) ReadFate {
	s.asked = append(s.asked, fmt.Sprintf("read %d %s %d+%d", op.Num, op.Path, op.Off, op.Len))
	return s.reads[op.Num]
}

var flagWords = map[string]OpenFlag{
	"create": Create, "excl": Excl, "write": Write, "read": Read, "trunc": Trunc,
	"append": Append, "sync": Sync, "directory": Directory,
}

func flagsOf(words []string) (f OpenFlag) {
	for _, w := range words {
		f |= flagWords[w]
	}
	return f
}

// call does one call of testdata/operations.txt; h is the latest handle.
func call(fs *FS, line string, h *HandleID) (e errno.Errno) {
	a := strings.Fields(line)
	size := func() []byte { return make([]byte, atoi(a[1])) }
	at := func() int64 { return int64(atoi(a[3])) }
	switch a[0] {
	case "mkdir":
		return fs.Mkdir(0, RootIno, a[1])
	case "rmdir":
		return fs.Rmdir(0, RootIno, a[1])
	case "unlink":
		return fs.Unlink(0, RootIno, a[1])
	case "rename":
		return fs.Rename(0, RootIno, a[1], RootIno, a[2])
	case "link":
		return fs.Link(0, RootIno, a[1], RootIno, a[2], false)
	case "symlink":
		return fs.Symlink(0, a[1], RootIno, a[2])
	case "open":
		id, e := fs.Open(0, RootIno, a[1], flagsOf(a[2:]))
		if e == errno.OK {
			*h = id
		}
		return e
	case "close":
		return fs.Close(*h)
	case "read":
		_, e = fs.Read(0, *h, size())
	case "pread":
		_, e = fs.Pread(0, *h, size(), at())
	case "write":
		_, e = fs.Write(0, *h, size())
	case "pwrite":
		_, e = fs.Pwrite(0, *h, size(), at())
	case "truncate":
		return fs.Truncate(0, *h, int64(atoi(a[1])))
	case "allocate":
		return fs.Allocate(0, *h, at(), int64(atoi(a[1])))
	case "sync":
		return fs.Sync(0, *h)
	case "setflags":
		return fs.SetFlags(*h, flagsOf(a[1:]))
	default:
		panic(line)
	}
	return e
}

func TestOracleIsAskedOnceForEachOperationThatWouldTakeEffect(t *testing.T) {
	want, err := os.ReadFile("testdata/operations.txt")
	if err != nil {
		t.Fatal(err)
	}
	s := &script{}
	fs := New(Model{})
	fs.Oracle = s
	var h HandleID
	var got strings.Builder
	for line := range strings.Lines(string(want)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			got.WriteString(line + "\n")
		}
		if !strings.HasPrefix(line, "> ") {
			continue
		}
		got.WriteString(line + "\n")
		s.asked = nil
		e := call(fs, line[2:], &h)
		for _, q := range s.asked {
			got.WriteString(q + "\n")
		}
		if e != errno.OK {
			fmt.Fprintf(&got, "(%s)\n", e)
		}
	}
	if got.String() != string(want) {
		t.Errorf("the questions differ from testdata/operations.txt:\n%s", got.String())
	}
	if fs.Ops() != 22 || fs.Reads() != 1 {
		t.Errorf("%d operations and %d reads", fs.Ops(), fs.Reads())
	}
	fs.Crash(rng.Seed(1), false)
	if fs.Ops() != 22 || fs.Reads() != 1 {
		t.Errorf("a crash resets the counts to %d and %d", fs.Ops(), fs.Reads())
	}
}

// Each line is an operation on a disk that holds "d/ d/f=A f=A", and what a
// program would see after a crash before and after it.
func TestCrashStopsAnOperationBeforeOrAfterItTookEffect(t *testing.T) {
	const start = "d/ d/f=A f=A"
	for _, c := range []struct{ op, after string }{
		{"c g", `d/ d/f=A f=A g=""`},
		{"w f 0 B", "d/ d/f=A f=B"},
		{"t f 0", `d/ d/f=A f=""`},
		{"r f g", "d/ d/f=A g=A"},
		{"r d/f f", "d/ f=A"},
		{"l f g", "d/ d/f=A f=A g=A"},
		{"u f", "d/ d/f=A"},
		{"m e", "d/ d/f=A e/ f=A"},
		{"s f s", "d/ d/f=A f=A s->f"},
		{"F f", start},
		{"F d/", start},
	} {
		for point := CrashBefore; point <= CrashAfter; point++ {
			fs := New(Model{})
			d := driver{fs, PageSize}
			d.place(t, "f=A d/f=A")
			s := &script{fates: map[uint64]Fate{1: {Crash: point, Cut: PageSize / 2}}}
			fs.Oracle = s
			if d.op(t, c.op) {
				t.Errorf("%s: crash %s is not reported", c.op, point)
			}
			want := start
			switch {
			case point == CrashAfter:
				want = c.after
			case point == CrashWithin && c.op[0] == 'w':
				want = "d/ d/f=A f=B~A"
			}
			if got := spell(d.state()); got != want {
				t.Errorf("%s: crash %s leaves %s, want %s", c.op, point, got, want)
			}
			if err := fs.Check(); err != nil {
				t.Errorf("%s: crash %s: %v", c.op, point, err)
			}
		}
	}
}

func TestCrashAroundASyncDecidesWhetherItCounted(t *testing.T) {
	for point, want := range map[CrashPoint]string{CrashBefore: "f=A", CrashWithin: "f=A", CrashAfter: "f=B"} {
		fs := New(Model{})
		d := driver{fs, PageSize}
		d.place(t, "f=A")
		d.op(t, "w f 0 B")
		fs.Oracle = always{Fate{Crash: point}}
		d.op(t, "F f")
		fs.Crash(rng.Seed(1), false)
		if got := spell(d.state()); got != want {
			t.Errorf("crash %s a sync leaves %s, want %s", point, got, want)
		}
	}
}

func TestWriteMayFailOrStopShort(t *testing.T) {
	fs := New(Model{})
	h, _ := fs.Open(0, RootIno, "f", Create|Read|Write)
	fs.Oracle = &script{fates: map[uint64]Fate{2: {Err: errno.EIO}, 3: {Short: 10}, 4: {Short: 1000}, 5: {Err: errno.ENOSPC}}}
	for k, want := range []struct {
		n int
		e errno.Errno
	}{{0, errno.EIO}, {10, errno.OK}, {100, errno.OK}, {0, errno.ENOSPC}} {
		if n, e := fs.Write(0, h, make([]byte, 100)); n != want.n || e != want.e {
			t.Errorf("write %d returns %d, %v", k, n, e)
		}
	}
	if hd, _ := fs.Handle(h); hd.Pos() != 110 {
		t.Errorf("the offset is %d", hd.Pos())
	}
}

func TestReadMayFailOrReturnAFlippedBitWhileTheFileStaysRight(t *testing.T) {
	fs := New(Model{})
	fs.WriteFile("f", []byte{0, 0, 0, 0})
	h, _ := fs.Open(0, RootIno, "f", Read)
	fs.Oracle = &script{reads: map[uint64]ReadFate{1: {Err: errno.EIO}, 2: {Flip: true, Bit: 9}, 3: {Flip: true, Bit: 32}}}
	p := make([]byte, 8)
	if n, e := fs.Read(0, h, p); n != 0 || e != errno.EIO {
		t.Errorf("%d, %v", n, e)
	}
	if n, e := fs.Read(0, h, p); n != 4 || e != errno.OK || !slices.Equal(p[:4], []byte{0, 2, 0, 0}) {
		t.Errorf("%d, %v, %v", n, e, p)
	}
	if n, e := fs.Pread(0, h, p, 0); n != 4 || e != errno.OK || !slices.Equal(p[:4], []byte{1, 0, 0, 0}) {
		t.Errorf("%d, %v, %v", n, e, p)
	}
	if n, _ := fs.Pread(0, h, p, 0); !slices.Equal(p[:n], []byte{0, 0, 0, 0}) {
		t.Errorf("the file now holds %v", p[:n])
	}
}

func TestFailedOperationsHaveNoEffect(t *testing.T) {
	for _, op := range []string{"c g", "w f 0 B", "t f 0", "r f g", "l f g", "u f", "m e", "s f s", "x e"} {
		fs := New(Model{StrictDirs: true})
		d := driver{fs, PageSize}
		d.place(t, "f=A")
		if op == "x e" {
			d.op(t, "m e")
		}
		before := spell(d.state())
		fs.Oracle = always{Fate{Err: errno.EIO}}
		if d.op(t, op) {
			t.Errorf("%s succeeded", op)
		}
		if got := spell(d.state()); got != before {
			t.Errorf("%s failed but left %s", op, got)
		}
	}
}
