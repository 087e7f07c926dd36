package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// osdiff FROM COUNT makes random sequences of calls of package os and prints a
// line for each: "sequence.step call = result". A third argument makes only the
// named steps of sequence FROM, such as "0,3,7". A test runs it natively and
// under seedfall and compares.
func init() { modes["osdiff"] = osDiff }

// osSteps is the number of calls of one sequence.
const osSteps = 40

func osDiff(args []string) {
	from, count := osNumber(args[0]), osNumber(args[1])
	top, err := os.MkdirTemp("", "osdiff")
	must(err)
	top, err = filepath.EvalSymlinks(top)
	must(err)
	for seq := from; seq < from+count; seq++ {
		calls := osCalls(seq)
		steps := make([]int, len(calls))
		for i := range steps {
			steps[i] = i
		}
		if len(args) > 2 {
			steps = steps[:0]
			for _, n := range strings.Split(args[2], ",") {
				steps = append(steps, osNumber(n))
			}
		}
		osSequence(filepath.Join(top, strconv.Itoa(seq)), seq, calls, steps)
	}
	must(os.RemoveAll(top))
}

func osNumber(s string) int {
	n, err := strconv.Atoi(s)
	must(err)
	return n
}

// osSequence makes the given steps in a new folder and shows what it is left with.
func osSequence(top string, seq int, calls []osCall, steps []int) {
	s := &osScene{top: top, root: top + strings.Repeat("/up", 12)} // so that ".." stays among our own
	s.furnish()
	for _, n := range steps {
		c := calls[n]
		fmt.Printf("%d.%d %s = %s\n", seq, n, c, s.named(c.kind.do(s, c)))
	}
	for i, f := range s.files {
		if f != nil {
			b := make([]byte, 1<<18)
			n, err := f.ReadAt(b, 0)
			fmt.Printf("%d.end file %d = %s, %s, %s\n", seq, i, osRuns(b[:n]), osError(err), osError(f.Close()))
		}
	}
	fmt.Printf("%d.end tree = %s\n", seq, s.named(s.tree()))
	must(os.RemoveAll(top))
}

// osScene is what a sequence works on.
type osScene struct {
	top, root string
	files     [3]*os.File
}

// named puts names in place of folders that are not the same everywhere.
func (s *osScene) named(text string) string {
	return strings.NewReplacer(s.root, "$ROOT", s.top, "$TOP").Replace(text)
}

// furnish makes what a sequence starts with.
func (s *osScene) furnish() {
	must(os.MkdirAll(s.root+"/d/e", 0o700))
	must(os.Mkdir(s.root+"/e", 0o700))
	must(os.WriteFile(s.root+"/a", []byte("the file a"), 0o600))
	must(os.WriteFile(s.root+"/d/a", []byte("the file d/a"), 0o600))
	must(os.Symlink("d", s.root+"/l"))
	must(os.Symlink("../a", s.root+"/d/m"))
}

// osCall is one call with all arguments that a kind might use. They are drawn
// before anything runs, so that leaving a call out does not change the others.
type osCall struct {
	kind             *osKind
	slot, other      int
	path, to, target string
	flag             int
	n                int
	off              int64
	whence           int
	fill             byte
}

// osKind is a sort of call. shows names the arguments that it uses: s(lot),
// o(ther slot), p(ath), t(o), l(ink target), f(lags), n(umber), @offset,
// w(hence), c(hanged times).
type osKind struct {
	name   string
	weight int
	shows  string
	do     func(*osScene, osCall) string
}

var osKinds = []osKind{
	{"OpenFile", 14, "spf", (*osScene).openFile},
	{"Create", 3, "sp", func(s *osScene, c osCall) string { return s.opened(c)(os.Create(s.one(c.path))) }},
	{"Open", 3, "sp", func(s *osScene, c osCall) string { return s.opened(c)(os.Open(s.one(c.path))) }},
	{"Read", 4, "sn", osFile(func(f *os.File, c osCall) string { return osRead(f.Read, c.n) })},
	{"ReadAt", 4, "sn@", osFile(func(f *os.File, c osCall) string {
		return osRead(func(b []byte) (int, error) { return f.ReadAt(b, c.off) }, c.n)
	})},
	{"Write", 6, "sn", osFile(func(f *os.File, c osCall) string { return osCounted(f.Write(c.data())) })},
	{"WriteAt", 5, "sn@", osFile(func(f *os.File, c osCall) string { return osCounted(f.WriteAt(c.data(), c.off)) })},
	{"Seek", 4, "s@w", osFile(func(f *os.File, c osCall) string { return osSeek(f, c) })},
	{"File.Truncate", 3, "s@", osFile(func(f *os.File, c osCall) string { return osError(f.Truncate(c.off)) })},
	{"File.Sync", 2, "s", osFile(func(f *os.File, _ osCall) string { return osError(f.Sync()) })},
	{"File.Close", 4, "s", osFile(func(f *os.File, _ osCall) string { return osError(f.Close()) })},
	{"File.Stat", 2, "s", osFile(func(f *os.File, _ osCall) string { return osInfo(f.Stat()) })},
	{"File.ReadDir", 2, "sn", osFile(osReadDirFile)},
	{"CopyN", 2, "son", (*osScene).copyN},
	{"ReadFile", 3, "p", func(s *osScene, c osCall) string { return osBytes(os.ReadFile(s.one(c.path))) }},
	{"WriteFile", 4, "pn", func(s *osScene, c osCall) string { return osError(os.WriteFile(s.one(c.path), c.data(), 0o600)) }},
	{"Truncate", 3, "p@", func(s *osScene, c osCall) string { return osError(os.Truncate(s.one(c.path), c.off)) }},
	{"Rename", 8, "pt", func(s *osScene, c osCall) string { return osError(os.Rename(s.many(c.path), s.many(c.to))) }},
	{"Link", 5, "pt", func(s *osScene, c osCall) string { return osError(os.Link(s.one(c.path), s.one(c.to))) }},
	{"Symlink", 7, "lp", func(s *osScene, c osCall) string { return osError(os.Symlink(s.linkTarget(c), s.one(c.path))) }},
	{"Readlink", 2, "p", func(s *osScene, c osCall) string { return osNamed(os.Readlink(s.one(c.path))) }},
	{"Mkdir", 8, "p", func(s *osScene, c osCall) string { return osError(os.Mkdir(s.one(c.path), 0o700)) }},
	{"MkdirAll", 3, "p", func(s *osScene, c osCall) string { return osError(os.MkdirAll(s.many(c.path), 0o700)) }},
	{"Remove", 5, "p", func(s *osScene, c osCall) string { return osError(os.Remove(s.one(c.path))) }},
	{"RemoveAll", 2, "p", func(s *osScene, c osCall) string { return osError(os.RemoveAll(s.many(c.path))) }},
	{"ReadDir", 3, "p", func(s *osScene, c osCall) string { return osEntries(os.ReadDir(s.one(c.path))) }},
	{"Stat", 4, "p", func(s *osScene, c osCall) string { return osInfo(os.Stat(s.one(c.path))) }},
	{"Lstat", 4, "p", func(s *osScene, c osCall) string { return osInfo(os.Lstat(s.one(c.path))) }},
	{"SameFile", 2, "pt", (*osScene).sameFile},
	{"Chtimes", 4, "pc", (*osScene).chtimes},
	{"Chmod", 1, "p", func(s *osScene, c osCall) string { return osError(os.Chmod(s.one(c.path), 0o700)) }},
	{"EvalSymlinks", 2, "p", func(s *osScene, c osCall) string { return osNamed(filepath.EvalSymlinks(s.many(c.path))) }},
	{"chain of links", 1, "pn", (*osScene).chain},
	{"OpenInRoot", 3, "sp", func(s *osScene, c osCall) string { return s.opened(c)(os.OpenInRoot(s.root, c.path)) }},
	{"Root", 5, "ptl", (*osScene).inRoot},
}

// one is a path for a function that passes it to the system as it is. On wasip1
// package syscall takes "." and ".." out of a path by its text before the system
// sees it; natively this is done here.
func (s *osScene) one(path string) string {
	full := s.root + "/" + path
	if runtime.GOOS == "wasip1" {
		return full
	}
	var parts []string
	for p := range strings.SplitSeq(full, "/") {
		switch p {
		case "", ".":
		case "..":
			parts = parts[:len(parts)-1]
		default:
			parts = append(parts, p)
		}
	}
	clean := "/" + strings.Join(parts, "/")
	if strings.HasSuffix(path, "/") {
		clean += "/"
	}
	return clean
}

// many is a path for a function that works on it by its text. It has no "." or
// "..", since these do not mean the same then.
func (s *osScene) many(path string) string {
	var parts []string
	for p := range strings.SplitSeq(path, "/") {
		if p != "." && p != ".." {
			parts = append(parts, p)
		}
	}
	return s.root + "/" + strings.Join(parts, "/")
}

func (s *osScene) linkTarget(c osCall) string { return strings.ReplaceAll(c.target, "$ROOT", s.root) }

func (s *osScene) openFile(c osCall) string {
	return s.opened(c)(os.OpenFile(s.one(c.path), c.flag, 0o600))
}

// opened puts a file into a slot.
func (s *osScene) opened(c osCall) func(*os.File, error) string {
	return func(f *os.File, err error) string {
		if err == nil {
			if old := s.files[c.slot]; old != nil {
				old.Close() //nolint:errcheck // it may be closed already
			}
			s.files[c.slot] = f
		}
		return osError(err)
	}
}

// osFile is a kind of call that needs what is open in a slot.
func osFile(do func(*os.File, osCall) string) func(*osScene, osCall) string {
	return func(s *osScene, c osCall) string {
		if s.files[c.slot] == nil {
			return "-"
		}
		return do(s.files[c.slot], c)
	}
}

func osIsDir(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.IsDir()
}

func osSeek(f *os.File, c osCall) string {
	if osIsDir(f) {
		c.off, c.whence = 0, io.SeekStart // what another offset means depends on the file system
	}
	n, err := f.Seek(c.off, c.whence)
	return fmt.Sprint(n, ", ", osError(err))
}

func osReadDirFile(f *os.File, c osCall) string {
	if c.n == 0 {
		return osEntries(f.ReadDir(-1))
	}
	list, err := f.ReadDir(c.n % 5)
	return fmt.Sprint(len(list), " entries, ", osError(err)) // which come first depends on the file system
}

func (s *osScene) copyN(c osCall) string {
	from, to := s.files[c.slot], s.files[c.other]
	if from == nil || to == nil {
		return "-"
	}
	a, errA := from.Stat()
	b, errB := to.Stat()
	if errA != nil || errB != nil || os.SameFile(a, b) {
		return "-" // what it comes to depends on the size of a buffer
	}
	if _, err := to.Write(nil); err != nil || b.IsDir() {
		return "-" // whether anything was read by then depends on who copies, Linux or package io
	}
	n, err := io.CopyN(to, from, int64(c.n))
	return fmt.Sprint(n, ", ", osError(err))
}

func (s *osScene) sameFile(c osCall) string {
	a, err := os.Lstat(s.one(c.path))
	if err != nil {
		return osError(err)
	}
	b, err := os.Lstat(s.one(c.to))
	if err != nil {
		return osError(err)
	}
	return fmt.Sprint(os.SameFile(a, b))
}

// osStamps are the times that files are given.
var osStamps = []time.Time{time.Unix(1, 0), time.Unix(1_000_000_000, 123_456_789), time.Unix(1_700_000_000, 0), time.Unix(2_000_000_000, 5)}

func (s *osScene) chtimes(c osCall) string {
	atime, mtime := c.times()
	return osError(os.Chtimes(s.one(c.path), atime, mtime))
}

// times are those that Chtimes sets. The zero Time leaves one as it is.
func (c osCall) times() (atime, mtime time.Time) {
	stamps := append(osStamps, time.Time{})
	return stamps[c.n%len(stamps)], stamps[uint64(c.off)%uint64(len(stamps))]
}

// chain makes a chain of 38 to 42 symbolic links, follows it, and takes it away.
func (s *osScene) chain(c osCall) string {
	at := func(i int) string { return fmt.Sprint(s.root, "/k", i) }
	links := 38 + c.n%5
	if err := os.Symlink(c.path, at(1)); err != nil {
		return osError(err)
	}
	for i := 2; i <= links; i++ {
		must(os.Symlink(fmt.Sprint("k", i-1), at(i)))
	}
	result := fmt.Sprint(links, " links, ", osInfo(os.Stat(at(links))))
	for i := 1; i <= links; i++ {
		must(os.Remove(at(i)))
	}
	return result
}

// inRoot makes one of the calls of os.Root, which works with open directories.
func (s *osScene) inRoot(c osCall) string {
	r, err := os.OpenRoot(s.one(c.to))
	if err != nil {
		return "OpenRoot " + osError(err)
	}
	defer r.Close()                           //nolint:errcheck // nothing was written through it
	noSlash := strings.TrimRight(c.path, "/") // at the end of a new directory's name: Go decides by GOOS what it means
	switch c.n % 10 {
	case 0:
		return "Mkdir " + osError(r.Mkdir(noSlash, 0o700))
	case 1:
		return "WriteFile " + osError(r.WriteFile(c.path, c.data(), 0o600))
	case 2:
		return "Symlink " + osError(r.Symlink(s.linkTarget(c), c.path))
	case 3:
		return "Rename " + osError(r.Rename(c.path, "b"))
	case 4:
		return "Link " + osError(r.Link(c.path, "c"))
	case 5:
		return "Remove " + osError(r.Remove(c.path))
	case 6:
		return "MkdirAll " + osError(r.MkdirAll(noSlash, 0o700))
	case 7:
		return "Readlink " + osNamed(r.Readlink(c.path))
	case 8:
		return "Stat " + osInfo(r.Stat(c.path))
	}
	return "RemoveAll " + osError(r.RemoveAll(c.path))
}
