package disk

import (
	"fmt"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/vtime"
)

// times are atime, mtime and ctime of a path.
func times(fs *FS, path string) string {
	i, _ := fs.Lookup(RootIno, path, false)
	st, _ := fs.Stat(i)
	return fmt.Sprint(int64(st.Atim), int64(st.Mtim), int64(st.Ctim))
}

func TestTimesFollowWhatIsDoneToAFile(t *testing.T) {
	fs := New(Model{})
	day := vtime.Instant(day)
	h, _ := fs.Open(10, RootIno, "f", Create|Read|Write)
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"created", func() {}, "10 10 10"},
		{"read, since atime is not later than mtime", func() { fs.Read(15, h, make([]byte, 1)) }, "15 10 10"},
		{"read again, which relatime ignores", func() { fs.Read(16, h, make([]byte, 1)) }, "15 10 10"},
		{"written", func() { fs.Write(20, h, []byte("x")) }, "15 20 20"},
		{"nothing written", func() { fs.Write(21, h, nil) }, "15 20 20"},
		{"read after the write", func() { fs.Pread(25, h, make([]byte, 1), 0) }, "25 20 20"},
		{"read almost a day later", func() { fs.Pread(24+day, h, make([]byte, 1), 0) }, "25 20 20"},
		{"read a day later", func() { fs.Pread(25+day, h, make([]byte, 1), 0) }, fmt.Sprint(25+int64(day), 20, 20)},
		{"times set", func() {
			at, mt := vtime.Instant(-5), vtime.Instant(7)
			ino(fs, "f", func(i Ino) { fs.SetTimes(40, i, &at, &mt) })
		}, "-5 7 40"},
		{"only mtime set", func() { mt := vtime.Instant(8); ino(fs, "f", func(i Ino) { fs.SetTimes(41, i, nil, &mt) }) }, "-5 8 41"},
		{"none set", func() { ino(fs, "f", func(i Ino) { fs.SetTimes(42, i, nil, nil) }) }, "-5 8 41"},
		{"linked", func() { fs.Link(50, RootIno, "f", RootIno, "g", false) }, "-5 8 50"},
		{"unlinked", func() { fs.Unlink(60, RootIno, "g") }, "-5 8 60"},
		{"renamed", func() { fs.Rename(70, RootIno, "f", RootIno, "g"); fs.Rename(71, RootIno, "g", RootIno, "f") }, "-5 8 71"},
		{"truncated", func() { fs.Truncate(80, h, 5) }, "-5 80 80"},
		{"the wall clock is ahead", func() { fs.Skew = 1000; fs.Truncate(90, h, 6) }, "-5 1090 1090"},
	} {
		c.do()
		if got := times(fs, "f"); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func ino(fs *FS, path string, do func(Ino)) {
	i, _ := fs.Lookup(RootIno, path, false)
	do(i)
}

func TestCrashRestoresTheTimesOfTheLastSync(t *testing.T) {
	fs := New(Model{})
	h, _ := fs.Open(10, RootIno, "f", Create|Write)
	fs.Write(20, h, []byte("x"))
	fs.Sync(30, h)
	mt := vtime.Instant(5)
	ino(fs, "f", func(i Ino) { fs.SetTimes(40, i, nil, &mt) })
	fs.Open(50, RootIno, "new", Create|Write)
	fs.Rename(60, RootIno, "new", RootIno, "never-synced")
	fs.Crash(rng.Seed(1), false)
	if got := times(fs, "f"); got != "10 20 20" {
		t.Errorf("f: %s", got)
	}
	if got := times(fs, "never-synced"); got != "50 50 50" {
		t.Errorf("never-synced: %s", got)
	}
}

func TestDirectoriesHaveNoTimesAndSymlinksThoseOfTheirCreation(t *testing.T) {
	fs := New(Model{})
	fs.Mkdir(10, RootIno, "d")
	fs.Symlink(20, "x", RootIno, "d/s")
	at := vtime.Instant(7)
	ino(fs, "d", func(i Ino) { fs.SetTimes(30, i, &at, &at) })
	fs.Rename(40, RootIno, "d", RootIno, "e")
	if got := times(fs, "e") + ", " + times(fs, "e/s"); got != "0 0 0, 20 20 20" {
		t.Error(got)
	}
	fs.Crash(rng.Seed(1), false)
	if got := times(fs, "e") + ", " + times(fs, "e/s"); got != "0 0 0, 20 20 20" {
		t.Error(got)
	}
	if e := fs.SetTimes(0, 99, &at, &at); e != errno.ENOENT {
		t.Error(e)
	}
}
