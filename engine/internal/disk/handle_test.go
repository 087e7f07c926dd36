package disk

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

func TestUnlinkedFileLivesUntilItsLastHandleIsClosed(t *testing.T) {
	for name, m := range allModels {
		fs := New(m)
		h := open(t, fs, "f", Create|Read|Write)
		other := open(t, fs, "f", Read)
		fs.Write(0, h, make([]byte, 3*PageSize))
		fs.Unlink(0, RootIno, "f")
		hd, _ := fs.Handle(h)
		if st, e := fs.Stat(hd.Ino()); e != errno.OK || st.Nlink != 0 || st.Size != 3*PageSize {
			t.Errorf("%s: %+v, %v", name, st, e)
		}
		fs.Close(h)
		if n, e := fs.Read(0, other, make([]byte, 10)); n != 10 || e != errno.OK {
			t.Errorf("%s: %d, %v", name, n, e)
		}
		if fs.Used() != 3*PageSize {
			t.Errorf("%s: %d bytes used", name, fs.Used())
		}
		fs.Close(other)
		if fs.Used() != 0 {
			t.Errorf("%s: %d bytes used at the end", name, fs.Used())
		}
		if err := fs.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnlinkedOpenFileDoesNotSurviveACrash(t *testing.T) {
	fs := New(Model{})
	h := open(t, fs, "f", Create|Read|Write)
	fs.Write(0, h, make([]byte, PageSize))
	fs.Sync(0, h)
	fs.Unlink(0, RootIno, "f")
	fs.Sync(0, h)
	hd, _ := fs.Handle(h)
	fs.Crash(rng.Seed(1), false)
	if _, e := fs.Stat(hd.Ino()); e != errno.ENOENT {
		t.Errorf("stat returns %v", e)
	}
	if _, e := fs.Read(0, h, make([]byte, 1)); e != errno.EBADF {
		t.Errorf("read returns %v", e)
	}
	if fs.Used() != 0 {
		t.Errorf("%d bytes used", fs.Used())
	}
}

func TestEndOfAProcessKeepsThePageCache(t *testing.T) {
	fs := New(Model{})
	fs.Write(0, open(t, fs, "f", Create|Write), []byte("x"))
	h := open(t, fs, "g", Create|Write)
	fs.Unlink(0, RootIno, "g")
	fs.CloseAll()
	if e := fs.Close(h); e != errno.EBADF {
		t.Errorf("close returns %v", e)
	}
	if b, _ := fs.ReadFile("f"); string(b) != "x" {
		t.Errorf("%q", b)
	}
	if err := fs.Check(); err != nil {
		t.Error(err)
	}
}

func TestHandleKnowsWhereItWasOpened(t *testing.T) {
	fs := New(Model{})
	fs.Mkdir(0, RootIno, "d")
	d, _ := fs.Lookup(RootIno, "d", true)
	fs.Symlink(0, "../x/f", d, "s")
	fs.Mkdir(0, RootIno, "x")
	for path, want := range map[string]string{"f": "/d/f", "./../d//g": "/d/g", "s": "/x/f", "..": "/", ".": "/d", "/x/": "/x"} {
		flags := Create | Write
		if strings.Trim(path, "./x") == "" {
			flags = Directory
		}
		h, e := fs.Open(0, d, path, flags)
		if e != errno.OK {
			t.Errorf("open %s: %v", path, e)
			continue
		}
		hd, _ := fs.Handle(h)
		if hd.Path() != want || hd.Flags() != flags&Write {
			t.Errorf("%s was opened as %s with %b", path, hd.Path(), hd.Flags())
		}
	}
}

func TestHandleIdsAreReusedLatestFirst(t *testing.T) {
	fs := New(Model{})
	var got []HandleID
	for range 3 {
		got = append(got, open(t, fs, "f", Create|Write))
	}
	fs.Close(0)
	fs.Close(2)
	for range 3 {
		got = append(got, open(t, fs, "f", Write))
	}
	if s := fmt.Sprint(got); s != "[0 1 2 2 0 3]" {
		t.Error(s)
	}
}

func TestFortyHopsAreFollowedAndNoMore(t *testing.T) {
	fs := New(Model{})
	fs.WriteFile("s0", []byte("end"))
	for k := 1; k <= 41; k++ {
		fs.Symlink(0, fmt.Sprintf("s%d", k-1), RootIno, fmt.Sprintf("s%d", k))
	}
	if _, e := fs.Lookup(RootIno, "s40", true); e != errno.OK {
		t.Errorf("40 hops: %v", e)
	}
	if _, e := fs.Lookup(RootIno, "s41", true); e != errno.ELOOP {
		t.Errorf("41 hops: %v", e)
	}
	fs.Symlink(0, ".", RootIno, "here")
	if _, e := fs.Lookup(RootIno, strings.Repeat("here/", 40)+"s0", true); e != errno.OK {
		t.Errorf("40 hops on the way: %v", e)
	}
	if _, e := fs.Open(0, RootIno, strings.Repeat("here/", 40)+"s1", Read); e != errno.ELOOP {
		t.Errorf("40 hops on the way and one at the end: %v", e)
	}
}

func TestLimitsOfNames(t *testing.T) {
	fs := New(Model{})
	long := strings.Repeat("n", 255)
	for path, want := range map[string]errno.Errno{
		long:                           errno.OK,
		long + "n":                     errno.ENAMETOOLONG,
		long + "n/x":                   errno.ENAMETOOLONG,
		strings.Repeat("./", 2047):     errno.EISDIR,
		strings.Repeat("./", 2048):     errno.ENAMETOOLONG,
		"":                             errno.ENOENT,
		"a\x00b":                       errno.EINVAL,
		strings.Repeat("/", 100) + "f": errno.OK,
	} {
		if _, e := fs.Open(0, RootIno, path, Create|Write); e != want {
			t.Errorf("%.20q (%d bytes): %v, want %v", path, len(path), e, want)
		}
	}
	if e := fs.Symlink(0, strings.Repeat("t", 4096), RootIno, "s"); e != errno.ENAMETOOLONG {
		t.Error(e)
	}
	if e := fs.Symlink(0, "", RootIno, "s"); e != errno.ENOENT {
		t.Error(e)
	}
}

func TestRenameRefusesWhatLinuxRefuses(t *testing.T) {
	fs := New(Model{})
	for _, f := range []string{"d/e/f", "full/f", "f"} {
		fs.WriteFile(f, nil)
	}
	fs.Mkdir(0, RootIno, "empty")
	for _, c := range []struct {
		from, to string
		want     errno.Errno
	}{
		{"d", "d", errno.OK}, {"d", "d/e", errno.EINVAL}, {"d", "d/e/x", errno.EINVAL}, {"d", "d/x", errno.EINVAL},
		{"d/e/f", "d/e", errno.ENOTEMPTY}, {"d/e/f", "d", errno.ENOTEMPTY}, {"d/e", "d", errno.ENOTEMPTY},
		{"d", "full", errno.ENOTEMPTY}, {"d", "f", errno.ENOTDIR}, {"f", "empty", errno.EISDIR},
		{"f/", "g", errno.ENOTDIR}, {"f", "g/", errno.ENOTDIR}, {"none", "g", errno.ENOENT}, {"f", "none/g", errno.ENOENT},
		{".", "g", errno.EBUSY}, {"d/..", "g", errno.EBUSY}, {"f", "d/.", errno.EBUSY}, {"f", "/", errno.EBUSY},
		{"d/", "empty/", errno.OK}, {"empty/e/f", "f", errno.OK},
	} {
		if e := fs.Rename(0, RootIno, c.from, RootIno, c.to); e != c.want {
			t.Errorf("rename %s to %s: %v, want %v", c.from, c.to, e, c.want)
		}
	}
	if got := spell((driver{fs, PageSize}).state()); got != `empty/ empty/e/ f="" full/ full/f=""` {
		t.Error(got)
	}
}

func TestOffsetsAndSizesHaveLimits(t *testing.T) {
	fs := New(Model{})
	h := open(t, fs, "f", Create|Read|Write)
	end, _ := fs.Seek(h, maxSize-2, SeekStart)
	if n, e := fs.Write(0, h, []byte("abcd")); n != 2 || e != errno.OK || end != maxSize-2 {
		t.Errorf("%d, %v", n, e)
	}
	if n, e := fs.Write(0, h, []byte("cd")); n != 0 || e != errno.EFBIG {
		t.Errorf("%d, %v", n, e)
	}
	if fs.Used() != PageSize {
		t.Errorf("a sparse file takes %d bytes", fs.Used())
	}
	p := make([]byte, 4)
	if n, e := fs.Pread(0, h, p, maxSize-2); n != 2 || e != errno.OK || string(p[:2]) != "ab" {
		t.Errorf("%d, %v, %q", n, e, p)
	}
	for _, c := range []struct {
		off    int64
		whence Whence
		want   errno.Errno
	}{
		{-1, SeekStart, errno.EINVAL}, {1<<63 - 1, SeekCurrent, errno.EOVERFLOW},
		{-maxSize - 1, SeekEnd, errno.EINVAL}, {0, 3, errno.EINVAL}, {-maxSize, SeekEnd, errno.OK},
	} {
		if _, e := fs.Seek(h, c.off, c.whence); e != c.want {
			t.Errorf("seek %d from %d: %v", c.off, c.whence, e)
		}
	}
	if e := fs.Truncate(0, h, maxSize+1); e != errno.EFBIG {
		t.Error(e)
	}
	if e := fs.Allocate(0, h, maxSize, 1); e != errno.EFBIG {
		t.Error(e)
	}
	if e := fs.Truncate(0, h, 1); e != errno.OK || fs.Used() != 0 {
		t.Errorf("%v, %d bytes used", e, fs.Used())
	}
}

func TestOpenDirectoryOutlivesItsName(t *testing.T) {
	fs := New(Model{})
	fs.Mkdir(0, RootIno, "d")
	fs.Mkdir(0, RootIno, "d/e")
	h := open(t, fs, "d/e", Directory)
	hd, _ := fs.Handle(h)
	fs.Rmdir(0, RootIno, "d/e")
	fs.Rmdir(0, RootIno, "d")
	if _, e := fs.ReadDir(h, 0, 0); e != errno.ENOENT {
		t.Errorf("readdir: %v", e)
	}
	for _, path := range []string{"f", "..", "../f", "./f"} {
		if _, e := fs.Open(0, hd.Ino(), path, Create|Write); e != errno.ENOENT {
			t.Errorf("open %s: %v", path, e)
		}
	}
	if e := fs.Mkdir(0, hd.Ino(), "x"); e != errno.ENOENT {
		t.Errorf("mkdir: %v", e)
	}
	fs.WriteFile("f", nil)
	if e := fs.Rename(0, RootIno, "f", hd.Ino(), "f"); e != errno.ENOENT {
		t.Errorf("rename: %v", e)
	}
	if e := fs.Link(0, RootIno, "f", hd.Ino(), "f", false); e != errno.ENOENT {
		t.Errorf("link: %v", e)
	}
	if e := fs.Sync(0, h); e != errno.OK {
		t.Errorf("sync: %v", e)
	}
	if i, e := fs.Lookup(hd.Ino(), ".", true); i != hd.Ino() || e != errno.OK {
		t.Errorf("lookup: %v", e)
	}
	if st, _ := fs.Stat(hd.Ino()); st.Nlink != 0 {
		t.Errorf("%d links", st.Nlink)
	}
	fs.Close(h)
	if err := fs.Check(); err != nil {
		t.Error(err)
	}
}

func TestFlockKeepsOthersOutAndEndsWithItsHandle(t *testing.T) {
	fs := New(Model{})
	a, b := open(t, fs, "f", Create|Write), open(t, fs, "f", Read)
	other := open(t, fs, "g", Create|Write)
	for k, c := range []struct {
		h    HandleID
		l    Lock
		want errno.Errno
	}{
		{a, Shared, errno.OK}, {b, Shared, errno.OK}, {a, Exclusive, errno.EAGAIN}, {b, Exclusive, errno.OK},
		{a, Shared, errno.EAGAIN}, {other, Exclusive, errno.OK}, {b, Unlocked, errno.OK}, {a, Exclusive, errno.OK},
		{b, Shared, errno.EAGAIN}, {b, 3, errno.EINVAL},
	} {
		if e := fs.Flock(c.h, c.l); e != c.want {
			t.Errorf("call %d: %v, want %v", k, e, c.want)
		}
	}
	fs.Close(a)
	if e := fs.Flock(b, Exclusive); e != errno.OK {
		t.Error(e)
	}
}
