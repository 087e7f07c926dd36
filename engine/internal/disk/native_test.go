//go:build linux

package disk

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// These tests do random system calls on a directory of the host and on a
// simulated disk, and expect the same results and errors.

var nativeErrnos = map[syscall.Errno]errno.Errno{
	syscall.EACCES: errno.EACCES, syscall.EBADF: errno.EBADF, syscall.EBUSY: errno.EBUSY,
	syscall.EEXIST: errno.EEXIST, syscall.EFBIG: errno.EFBIG, syscall.EINVAL: errno.EINVAL,
	syscall.EISDIR: errno.EISDIR, syscall.ELOOP: errno.ELOOP, syscall.ENAMETOOLONG: errno.ENAMETOOLONG,
	syscall.ENOENT: errno.ENOENT, syscall.ENOTDIR: errno.ENOTDIR, syscall.ENOTEMPTY: errno.ENOTEMPTY,
	syscall.EPERM: errno.EPERM, syscall.EOVERFLOW: errno.EOVERFLOW, syscall.EAGAIN: errno.EAGAIN,
}

func native(t *testing.T, err error) errno.Errno {
	if err == nil {
		return errno.OK
	}
	e, ok := nativeErrnos[err.(syscall.Errno)]
	if !ok {
		t.Fatalf("the host returned %v", err)
	}
	return e
}

// pair is the two disks and what is open on both.
type pair struct {
	t     *testing.T
	root  string
	fs    *FS
	dir   Ino // the simulated root
	fds   []int
	hs    []HandleID
	story []string
}

func (p *pair) host(path string) string { return p.root + "/" + path }

// same compares the results of one call.
func (p *pair) same(call string, host, sim any) {
	p.t.Helper()
	p.story = append(p.story, call)
	if h, s := fmt.Sprint(host), fmt.Sprint(sim); h != s {
		p.t.Logf("the simulated disk: %s", spell(driver{p.fs, PageSize}.state()))
		p.t.Fatalf("%s\nthe host says %s, the simulated disk %s", strings.Join(p.story, "\n"), h, s)
	}
}

var openFlags = []struct {
	host int
	sim  OpenFlag
}{
	{syscall.O_RDONLY, Read},
	{syscall.O_WRONLY, Write},
	{syscall.O_RDWR, Read | Write},
}

var extraFlags = []struct {
	host int
	sim  OpenFlag
}{
	{syscall.O_CREAT, Create}, {syscall.O_CREAT, Create}, {syscall.O_EXCL, Excl}, {syscall.O_TRUNC, Trunc},
	{syscall.O_APPEND, Append}, {syscall.O_NOFOLLOW, NoFollow}, {syscall.O_DIRECTORY, Directory},
}

func TestCallsBehaveAsOnTheHost(t *testing.T) {
	sequences := uint64(150)
	if testing.Short() {
		sequences = 30
	}
	for seed := range sequences {
		p := &pair{t: t, root: t.TempDir(), fs: New(Model{}), dir: RootIno}
		for range 8 { // so that ".." stays among our own files
			p.root += "/up"
			if err := os.Mkdir(p.root, 0o755); err != nil {
				t.Fatal(err)
			}
			p.fs.Mkdir(0, p.dir, "up")
			p.dir, _ = p.fs.Lookup(p.dir, "up", true)
		}
		s := newScribe(seed)
		for range 120 {
			p.step(s)
		}
		p.compareTrees()
		for _, fd := range p.fds {
			syscall.Close(fd)
		}
	}
}

// path makes up a path, often an odd one.
func path(s *scribe) string {
	name := func() string {
		return s.pick("a", "a", "b", "b", "c", "d", "d", "e", "l", "m", ".", "..", "a", "d", strings.Repeat("n", 256))
	}
	p := s.pick("a", "b", "d", "e", "l", "m", ".", "d", "e")
	for s.IntN(5) < 2 {
		p += s.pick("/", "/", "/", "//") + name()
	}
	if s.IntN(8) == 0 {
		p += "/"
	}
	return p
}

func (p *pair) step(s *scribe) {
	t, fs := p.t, p.fs
	a, b := path(s), path(s)
	switch s.IntN(16) {
	case 0, 1, 2:
		p.open(s, a)
	case 3:
		p.same("mkdir "+a, native(t, syscall.Mkdir(p.host(a), 0o755)), fs.Mkdir(0, p.dir, a))
	case 4:
		p.same("rmdir "+a, native(t, syscall.Rmdir(p.host(a))), fs.Rmdir(0, p.dir, a))
	case 5:
		p.same("unlink "+a, native(t, syscall.Unlink(p.host(a))), fs.Unlink(0, p.dir, a))
	case 6, 7:
		p.same("rename "+a+" "+b, native(t, syscall.Rename(p.host(a), p.host(b))), fs.Rename(0, p.dir, a, p.dir, b))
	case 8:
		p.same("link "+a+" "+b, native(t, syscall.Link(p.host(a), p.host(b))), fs.Link(0, p.dir, a, p.dir, b, false))
	case 9:
		target := s.pick("a", "d", "e/a", "d/b", "l", "m", "b/", "d/e", ".", "nowhere")
		p.same("symlink "+target+" "+a, native(t, syscall.Symlink(target, p.host(a))), fs.Symlink(0, target, p.dir, a))
	case 10:
		p.readlink(a)
	case 11:
		p.stat(a)
	default:
		if len(p.fds) > 0 {
			p.useHandle(s)
		}
	}
}

func (p *pair) open(s *scribe, path string) {
	f := openFlags[s.IntN(len(openFlags))]
	for _, x := range extraFlags {
		if s.IntN(4) == 0 {
			f.host |= x.host
			f.sim |= x.sim
		}
	}
	if f.sim&Create != 0 && f.sim&Directory != 0 {
		return // kernels differ
	}
	fd, err := syscall.Open(p.host(path), f.host, 0o644)
	h, e := p.fs.Open(0, p.dir, path, f.sim)
	p.same(fmt.Sprintf("open %s %#x", path, f.host), native(p.t, err), e)
	if err == nil {
		p.fds, p.hs = append(p.fds, fd), append(p.hs, h)
	}
}

func (p *pair) readlink(path string) {
	buf := make([]byte, 100)
	n, err := syscall.Readlink(p.host(path), buf)
	target, e := p.fs.Readlink(p.dir, path)
	p.same("readlink "+path, []any{native(p.t, err), string(buf[:max(n, 0)])}, []any{e, target})
}

func (p *pair) stat(path string) {
	for _, follow := range []bool{true, false} {
		var st syscall.Stat_t
		call := syscall.Lstat
		if follow {
			call = syscall.Stat
		}
		err := call(p.host(path), &st)
		i, e := p.fs.Lookup(p.dir, path, follow)
		p.same(fmt.Sprintf("stat %s %v", path, follow), native(p.t, err), e)
		if err != nil {
			continue
		}
		got, _ := p.fs.Stat(i)
		kind := map[uint32]Kind{syscall.S_IFREG: KindFile, syscall.S_IFDIR: KindDir, syscall.S_IFLNK: KindSymlink}[st.Mode&syscall.S_IFMT]
		if kind == KindDir { // sizes and link counts of directories differ between file systems
			st.Size, st.Nlink, got.Nlink = 0, 0, 0
		}
		p.same("  result", []any{kind, st.Size, st.Nlink}, []any{got.Kind, got.Size, got.Nlink})
	}
}

func (p *pair) useHandle(s *scribe) {
	t, fs := p.t, p.fs
	k := s.IntN(len(p.fds))
	fd, h := p.fds[k], p.hs[k]
	off := int64(s.IntN(3 * PageSize))
	buf := make([]byte, s.IntN(2*PageSize))
	mine := slices.Clone(buf)
	data := []byte(strings.Repeat(s.fresh(1), len(buf)))
	switch s.IntN(9) {
	case 0:
		p.same(fmt.Sprintf("close %d", k), native(t, syscall.Close(fd)), fs.Close(h))
		p.fds, p.hs = slices.Delete(p.fds, k, k+1), slices.Delete(p.hs, k, k+1)
	case 1:
		n, err := syscall.Read(fd, buf)
		m, e := fs.Read(0, h, mine)
		p.same(fmt.Sprintf("read %d %d", k, len(buf)), []any{max(n, 0), native(t, err), string(buf)}, []any{m, e, string(mine)})
	case 2:
		n, err := syscall.Pread(fd, buf, off)
		m, e := fs.Pread(0, h, mine, off)
		p.same(fmt.Sprintf("pread %d %d at %d", k, len(buf), off), []any{max(n, 0), native(t, err), string(buf)}, []any{m, e, string(mine)})
	case 3, 4:
		n, err := syscall.Write(fd, data)
		m, e := fs.Write(0, h, data)
		p.same(fmt.Sprintf("write %d %d", k, len(data)), []any{max(n, 0), native(t, err)}, []any{m, e})
	case 5:
		n, err := syscall.Pwrite(fd, data, off)
		m, e := fs.Pwrite(0, h, data, off)
		p.same(fmt.Sprintf("pwrite %d %d at %d", k, len(data), off), []any{max(n, 0), native(t, err)}, []any{m, e})
	case 6:
		off -= PageSize / 2
		whence := s.IntN(4)
		if hd, _ := fs.Handle(h); fs.node(hd.Ino()).kind == KindDir {
			return // what a seek in a directory means differs between file systems
		}
		if whence == 3 {
			whence = 17
		}
		at, err := syscall.Seek(fd, off, whence)
		got, e := fs.Seek(h, off, Whence(whence))
		p.same(fmt.Sprintf("seek %d to %d from %d", k, off, whence), []any{max(at, 0), native(t, err)}, []any{got, e})
	case 7:
		off -= PageSize / 2
		p.same(fmt.Sprintf("truncate %d to %d", k, off), native(t, syscall.Ftruncate(fd, off)), fs.Truncate(0, h, off))
	case 8:
		how := s.IntN(3)
		host := []int{syscall.LOCK_UN, syscall.LOCK_SH, syscall.LOCK_EX}[how]
		p.same(fmt.Sprintf("flock %d %d", k, how), native(t, syscall.Flock(fd, host|syscall.LOCK_NB)), fs.Flock(h, Lock(how)))
	}
}

// compareTrees reads both disks from end to end.
func (p *pair) compareTrees() {
	var walk func(dir string)
	walk = func(dir string) {
		ents, err := os.ReadDir(p.host(dir))
		if err != nil {
			p.t.Fatal(err)
		}
		var want, got []string
		for _, e := range ents {
			want = append(want, e.Name())
		}
		h, e := p.fs.Open(0, p.dir, dir, Directory)
		list, e2 := p.fs.ReadDir(h, 0, 0)
		if e != errno.OK || e2 != errno.OK {
			p.t.Fatal(e, e2)
		}
		p.fs.Close(h)
		for _, d := range list[2:] {
			got = append(got, d.Name)
		}
		slices.Sort(got)
		p.same("list "+dir, want, got)
		for _, e := range ents {
			path := dir + "/" + e.Name()
			p.stat(path)
			switch {
			case e.IsDir():
				walk(path)
			case e.Type().IsRegular():
				b, _ := os.ReadFile(p.host(path))
				i, _ := p.fs.Lookup(p.dir, path, false)
				c := make([]byte, p.fs.node(i).cached.size)
				p.fs.node(i).cached.readAt(c, 0)
				p.same("bytes of "+path, string(b), string(c))
			}
		}
	}
	walk(".")
	if err := p.fs.Check(); err != nil {
		p.t.Fatal(err)
	}
}
