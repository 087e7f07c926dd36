package disk

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// fingerprint tells all that can be learnt about a disk without changing it:
// what programs see, what is durable and pending, the handles and the counts.
func fingerprint(fs *FS) string {
	var b strings.Builder
	for i, n := range fs.inodes.all() {
		sum := fnv.New64a()
		for _, c := range [...]*content{&n.cached, &n.durable} {
			for p, pg := range c.pages.all() {
				fmt.Fprint(sum, p)
				sum.Write(pg[:])
			}
			fmt.Fprint(sum, c.size, c.pages.count)
		}
		for _, p := range n.pend {
			fmt.Fprint(sum, p)
		}
		fmt.Fprintln(&b, i, n.kind, n.links, n.opens, n.born, n.now, n.synced, n.parent, n.name, n.baseDir, n.baseName,
			n.target, n.next, n.stale, n.latest, n.failed, n.reported, sum.Sum64())
		for _, d := range [...]*dir{n.ents, n.base} {
			if d != nil {
				fmt.Fprintln(&b, d.ents)
			}
		}
	}
	fmt.Fprintln(&b, fs.handles, fs.free, fs.names, fs.nameSeq, fs.last, fs.used, fs.dead, fs.sweepAt, fs.ops, fs.reads)
	return b.String()
}

// life does random things to a disk, of all kinds and at all offsets.
type life struct {
	*scribe
	fs *FS
}

func (l life) step() {
	fs, s := l.fs, l.scribe
	h := HandleID(s.IntN(4))
	off, size := int64(s.IntN(5*PageSize)), s.IntN(2*PageSize)
	switch k := s.IntN(100); {
	case k < 20:
		fs.Open(0, RootIno, s.name(), []OpenFlag{Create | Read | Write, Read | Write, Trunc | Write, Create | Write | Append, Read | Write | Sync}[s.IntN(5)])
	case k < 30:
		fs.Close(h)
	case k < 50:
		fs.Pwrite(0, h, []byte(strings.Repeat(s.fresh(1), size)), off)
	case k < 55:
		fs.Truncate(0, h, off)
	case k < 57:
		fs.Allocate(0, h, off, int64(size))
	case k < 60:
		fs.Read(0, h, make([]byte, size))
	case k < 66:
		fs.Sync(0, h)
	case k < 70:
		fs.Oracle = always{Fate{Err: errno.EIO}}
		fs.Sync(0, h)
		fs.Oracle = nil
	case k < 72:
		fs.Oracle = always{Fate{Lose: 1, Misdirect: 2, MisdirectTo: 1}}
		fs.Sync(0, h)
		fs.Oracle = nil
	case k < 73:
		draws := rng.Seed(s.Uint64()).Stream()
		fs.Rot(&draws)
	case k < 78:
		if d, e := fs.Open(0, RootIno, s.pick(".", "d", "e", "d/e"), Directory); e == errno.OK {
			fs.Sync(0, d)
			fs.Close(d)
		}
	case k < 84:
		fs.Rename(0, RootIno, s.name(), RootIno, s.name())
	case k < 87:
		fs.Rename(0, RootIno, s.dir(), RootIno, s.dir())
	case k < 90:
		fs.Link(0, RootIno, s.name(), RootIno, s.name(), false)
	case k < 94:
		fs.Unlink(0, RootIno, s.name())
	case k < 97:
		fs.Mkdir(0, RootIno, s.dir())
	case k < 98:
		fs.Rmdir(0, RootIno, s.dir())
	case k < 99:
		fs.Symlink(0, s.name(), RootIno, s.name())
	default:
		fs.Crash(rng.Seed(s.Uint64()), s.IntN(2) == 0)
	}
}

func TestLongLivesKeepTheDiskConsistent(t *testing.T) {
	lives, steps := uint64(20), 400
	if testing.Short() {
		lives = 4
	}
	for _, name := range slices.Sorted(maps.Keys(allModels)) {
		for seed := range lives {
			m := allModels[name]
			if seed%2 == 1 {
				m.Bytes = 6 * PageSize
			}
			l := life{newScribe(seed), New(m)}
			for k := range steps {
				l.step()
				if err := l.fs.Check(); err != nil {
					t.Fatalf("%s, seed %d, step %d: %v", name, seed, k, err)
				}
			}
		}
	}
}

func TestClonesGoOnIndependently(t *testing.T) {
	lives := uint64(20)
	if testing.Short() {
		lives = 4
	}
	for _, name := range slices.Sorted(maps.Keys(allModels)) {
		for seed := range lives {
			a := life{newScribe(seed), New(allModels[name])}
			for range 100 {
				a.step()
			}
			b := life{newScribe(seed + 1000), a.fs.Clone()}
			twin := life{newScribe(seed + 1000), b.fs.Clone()}
			start := fingerprint(a.fs)
			for range 60 {
				b.step()
			}
			if got := fingerprint(a.fs); got != start {
				t.Fatalf("%s, seed %d: changes of the clone changed the original from\n%s to\n%s", name, seed, start, got)
			}
			after := fingerprint(b.fs)
			for range 60 {
				a.step()
			}
			if got := fingerprint(b.fs); got != after {
				t.Fatalf("%s, seed %d: changes of the original changed the clone from\n%s to\n%s", name, seed, after, got)
			}
			for range 60 {
				twin.step()
			}
			if got := fingerprint(twin.fs); got != after {
				t.Fatalf("%s, seed %d: the same steps on another clone gave\n%s not\n%s", name, seed, got, after)
			}
		}
	}
}

func TestCloneKeepsHandlesAndDropsTheOracle(t *testing.T) {
	fs := New(Model{})
	h := open(t, fs, "f", Create|Read|Write)
	fs.Oracle, fs.Skew = always{Fate{Err: errno.EIO}}, 5
	c := fs.Clone()
	if c.Oracle != nil || c.Skew != 5 {
		t.Errorf("%v, %v", c.Oracle, c.Skew)
	}
	c.Write(0, h, []byte("clone"))
	hd, _ := fs.Handle(h)
	hd2, _ := c.Handle(h)
	if hd.Pos() != 0 || hd2.Pos() != 5 || hd2.Path() != "/f" {
		t.Errorf("%+v, %+v", hd, hd2)
	}
}

func TestClonesShareNoListsOfPendingOrStaleThings(t *testing.T) {
	a := driver{New(Model{TornWrites: true}), PageSize}
	a.place(t, "f=ABCDEF")
	for _, op := range []string{"w f 0 X", "w f 1 X", "w f 2 X"} {
		a.op(t, op)
	}
	b := driver{a.fs.Clone(), PageSize}
	a.op(t, "w f 3 Y")
	b.op(t, "w f 4 Z")
	ours := fingerprint(a.fs)
	b.op(t, "E f")
	c := driver{b.fs.Clone(), PageSize}
	theirs := fingerprint(b.fs)
	c.op(t, "w f 0 W")
	if fingerprint(a.fs) != ours || fingerprint(b.fs) != theirs {
		t.Error("a clone changed its original")
	}
	for k := range uint64(50) {
		end := driver{a.fs.Clone(), PageSize}
		end.crash(t, k)
		if got := spell(end.state()); strings.Contains(got, "Z") {
			t.Errorf("a write to a clone survived in the original: %s", got)
		}
	}
}

func TestCheckpointCanBeClonedFromManyGoroutines(t *testing.T) {
	fs := New(Model{TornWrites: true})
	driver{fs, PageSize}.place(t, "f=ABCD")
	checkpoint := fs.Clone()
	var all sync.WaitGroup
	got := make([]string, 8)
	for k := range got {
		all.Go(func() {
			d := driver{checkpoint.Clone(), PageSize}
			d.op(t, fmt.Sprintf("w f %d X", k%4))
			got[k] = spell(d.state())
		})
	}
	all.Wait()
	for k, want := range []string{"f=XBCD", "f=AXCD", "f=ABXD", "f=ABCX"} {
		if got[k] != want || got[k+4] != want {
			t.Errorf("%d: %s and %s", k, got[k], got[k+4])
		}
	}
}
