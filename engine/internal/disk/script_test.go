package disk

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// The tests speak of disks in a small language. One character stands for one
// unit of a file, which is a page or a part of one; "0" is zeros.
//
//	c f        create                  F f  sync the file     r a b  rename
//	w f 2 XY   write from unit 2 on    E f  a sync that fails  l a b  link
//	t f 3      truncate to 3 units     F d/ sync the directory u a    unlink
//	m d        mkdir                   F /  sync the root      x d    rmdir
//	s a b      symlink b that leads to a
//
// A state is written "d/ d/f=AB g=A~B,C~ s->a": A~B is a unit that begins with
// A and goes on with B, C~ one in which the file ends.

// disk drives an FS in that language.
type driver struct {
	fs   *FS
	unit int // bytes
}

// op does one operation. ok is false if the disk refused it.
func (d driver) op(t *testing.T, line string) (ok bool) {
	t.Helper()
	a := strings.Fields(line)
	fs := d.fs
	var e errno.Errno
	switch a[0] {
	case "c":
		e = d.with(a[1], Write|Create|Excl, func(HandleID) errno.Errno { return errno.OK })
	case "w":
		e = d.with(a[1], Write|NoFollow, func(h HandleID) errno.Errno {
			n, e := fs.Pwrite(0, h, d.bytes(a[3]), int64(atoi(a[2])*d.unit))
			if e == errno.OK && n != len(a[3])*d.unit {
				t.Fatalf("%s: wrote %d bytes", line, n)
			}
			return e
		})
	case "t":
		e = d.with(a[1], Write|NoFollow, func(h HandleID) errno.Errno { return fs.Truncate(0, h, int64(atoi(a[2])*d.unit)) })
	case "F":
		e = d.with(a[1], NoFollow, func(h HandleID) errno.Errno { return fs.Sync(0, h) })
	case "E":
		e = d.with(a[1], NoFollow, func(h HandleID) errno.Errno {
			fs.Oracle = always{Fate{Err: errno.EIO}}
			defer func() { fs.Oracle = nil }()
			if e := fs.Sync(0, h); e != errno.EIO {
				t.Fatalf("%s: %v", line, e)
			}
			return errno.OK
		})
	case "r":
		e = fs.Rename(0, RootIno, a[1], RootIno, a[2])
	case "l":
		e = fs.Link(0, RootIno, a[1], RootIno, a[2], false)
	case "u":
		e = fs.Unlink(0, RootIno, a[1])
	case "m":
		e = fs.Mkdir(0, RootIno, a[1])
	case "x":
		e = fs.Rmdir(0, RootIno, a[1])
	case "s":
		e = fs.Symlink(0, a[1], RootIno, a[2])
	default:
		t.Fatalf("no operation %q", line)
	}
	return e == errno.OK
}

// always is an oracle that has one answer.
type always struct{ fate Fate }

func (a always) DiskOp(Op) Fate           { return a.fate }
func (a always) DiskRead(ReadOp) ReadFate { return ReadFate{} }

func (d driver) with(path string, flags OpenFlag, do func(HandleID) errno.Errno) errno.Errno {
	h, e := d.fs.Open(0, RootIno, path, flags)
	if e != errno.OK {
		return e
	}
	e = do(h)
	d.fs.Close(h)
	return e
}

// bytes spells out units.
func (d driver) bytes(units string) []byte {
	out := make([]byte, len(units)*d.unit)
	for k, c := range []byte(units) {
		if u := out[k*d.unit : (k+1)*d.unit]; c != '0' {
			u[0] = c
			for n := 1; n < len(u); n *= 2 {
				copy(u[n:], u[:n])
			}
		}
	}
	return out
}

// place puts the durable files of a state such as "f=AB g=A" on the disk.
func (d driver) place(t *testing.T, state string) {
	t.Helper()
	for _, f := range strings.Fields(state) {
		name, units, ok := strings.Cut(f, "=")
		if ok {
			if e := d.fs.WriteFile(name, d.bytes(units)); e != errno.OK {
				t.Fatalf("place %s: %v", f, e)
			}
		}
	}
}

// state reads the whole disk, by path.
func (d driver) state() map[string]string {
	out := map[string]string{}
	for _, p := range d.fs.list() {
		n, path := d.fs.node(p.ino), p.path[1:]
		switch n.kind {
		case KindDir:
			out[path+"/"] = ""
		case KindSymlink:
			out[path] = "->" + n.target
		case KindFile:
			out[path] = "=" + n.cached.units(int64(d.unit))
		}
	}
	return out
}

// ids gives the inode of each path of a state.
func (d driver) ids() map[string]Ino {
	out := map[string]Ino{}
	for _, p := range d.fs.list() {
		path := p.path[1:]
		if d.fs.node(p.ino).kind == KindDir {
			path += "/"
		}
		out[path] = p.ino
	}
	return out
}

// units spells out a file.
func (c *content) units(unit int64) string {
	var hole page
	var out []string
	for at := int64(0); at < c.size; at += unit {
		pg := c.pages.at(uint64(at / PageSize))
		if pg == nil {
			pg = &hole
		}
		size := min(unit, c.size-at)
		s := runs(pg[at%PageSize:][:size])
		if size < unit {
			s += "~"
		}
		out = append(out, s)
	}
	return joinUnits(out)
}

// runs names the symbols of a unit, each once for a run of it.
func runs(u []byte) string {
	if bytes.Equal(u[1:], u[:len(u)-1]) {
		return symbol(u[0])
	}
	var out []string
	for k, c := range u {
		if k == 0 || c != u[k-1] {
			out = append(out, symbol(c))
		}
	}
	return strings.Join(out, "~")
}

func symbol(c byte) string {
	if c == 0 {
		return "0"
	}
	return string(rune(c))
}

func joinUnits(units []string) string {
	sep := ""
	for _, u := range units {
		if len(u) > 1 {
			sep = ","
		}
	}
	if len(units) == 0 {
		return `""`
	}
	return strings.Join(units, sep)
}

// spell writes a state in one line.
func spell(state map[string]string) string {
	if len(state) == 0 {
		return "∅"
	}
	var out []string
	for path, what := range state {
		out = append(out, path+what)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// crash cuts the power with the draws of number k and checks what is left.
func (d driver) crash(t *testing.T, k uint64) {
	t.Helper()
	d.fs.Crash(rng.Seed(7).Derive("crash").At(k), false)
	if err := d.fs.Check(); err != nil {
		t.Fatalf("after crash %d: %v", k, err)
	}
}

func atoi(s string) (n int) {
	if _, err := fmt.Sscan(s, &n); err != nil {
		panic(err)
	}
	return n
}
