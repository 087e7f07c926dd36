package disk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

func TestLossTellsWhatACrashDid(t *testing.T) {
	for _, c := range []struct {
		name   string
		model  Model
		before string
		ops    string
		loss   string
	}{
		{"nothing pending", Model{}, "f=A", "F f", ""},
		{"default", Model{}, "f=A g=B", "w f 0 B; w f 2 C; c new; t g 0", `
			/new: name lost
			/f: kept 0 of 2 unsynced changes, size 4096 instead of 12288
			/g: kept 0 of 1 unsynced changes, size 4096 instead of 0`},
		{"a sync that failed", Model{}, "f=AB", "w f 0 CD; E f; w f 1 E", `
			/f: kept 0 of 1 unsynced changes, 1 pages were never written`},
		{"strict names", Model{StrictDirs: true}, "f=A g=B", "r f g; m d; c d/x", `
			/d: name lost
			/d/x: name lost
			/f: back
			/g: name lost
			/g: back`},
		{"torn", Model{TornWrites: true}, "f=AB", "w f 0 CD; w f 2 E; t f 1; w f 1 F", `
			/f: kept 2 of 4 unsynced changes, torn at 10240, size 10240 instead of 8192`},
		{"page by page", Model{ReorderWrites: true, FS: PageIndependent}, "f=AB", "w f 0 CDE; w f 1 F", `
			/f: kept 2 of 4 unsynced changes`},
		{"page by page, torn", Model{ReorderWrites: true, TornWrites: true, FS: PageIndependent}, "f=AB", "w f 0 CDE; w f 1 F", `
			/f: kept 2 of 4 unsynced changes, torn at 1536 and 5120, size 8192 instead of 12288`},
		{"zeroed", Model{Zeroed: true}, "f=A", "w f 1 BC", `
			/f: kept 0 of 2 unsynced changes, length kept, lost bytes zeroed`},
	} {
		d := driver{New(c.model), PageSize}
		d.place(t, c.before)
		for op := range strings.SplitSeq(c.ops, "; ") {
			d.op(t, op)
		}
		want := strings.TrimPrefix(strings.ReplaceAll(c.loss+"\n", "\t", ""), "\n")
		seen := map[string]bool{}
		for k := range uint64(1000) {
			l := d.fs.Clone().Crash(rng.Seed(k), false)
			if l.String() != d.fs.Clone().Crash(rng.Seed(k), false).String() {
				t.Errorf("%s: the same crash is told differently", c.name)
			}
			seen[l.String()] = true
		}
		if !seen[want] {
			t.Errorf("%s: among\n%s\nthere is no\n%s", c.name, strings.Join(slices.Sorted(maps.Keys(seen)), "\n"), want)
		}
		if rule := c.model.names(); !c.model.logsWrites() && !c.model.Zeroed && rule != namesReorder && len(seen) != 1 {
			t.Errorf("%s: a crash without choice was told in %d ways", c.name, len(seen))
		}
	}
}

func TestDrawsForOneFileDoNotDependOnOthers(t *testing.T) {
	for name, m := range allModels {
		if !m.logsWrites() || m.names() != namesAtOnce {
			continue
		}
		for k := range uint64(50) {
			alone, among := driver{New(m), PageSize}, driver{New(m), PageSize}
			for _, d := range []driver{alone, among} {
				d.place(t, "f=AB g=A h=A")
				d.op(t, "w f 0 CD")
				d.op(t, "w f 1 EFG")
			}
			for _, op := range []string{"w g 0 XYZ", "t h 0", "w h 0 Q", "c n", "w n 0 R"} {
				among.op(t, op)
			}
			alone.crash(t, k)
			among.crash(t, k)
			if a, b := alone.state()["f"], among.state()["f"]; a != b {
				t.Errorf("%s, crash %d: %s alone, %s among others", name, k, a, b)
			}
		}
	}
}

func TestTornWritesEndMostlyOnSectorBorders(t *testing.T) {
	draws := rng.Seed(1).Stream()
	for _, c := range []struct{ off, size, borders int64 }{
		{0, PageSize, 7}, {100, PageSize, 8}, {0, 512, 0}, {10, 502, 0}, {10, 503, 1}, {511, 2, 1}, {5, 1, 0}, {1000, 100000, 196},
	} {
		ends := map[int64]int{}
		on := 0
		const n = 8000
		for range n {
			cut := TornCut(&draws, c.off, c.size)
			if cut < 1 || cut > c.size {
				t.Fatalf("a write of %d at %d is cut to %d", c.size, c.off, cut)
			}
			if (c.off+cut)%512 == 0 && cut < c.size {
				on++
				ends[cut]++
			}
			if c.borders == 0 && cut == c.size {
				on++
			}
		}
		if int64(len(ends)) != c.borders || on < n*6/8 {
			t.Errorf("a write of %d at %d is cut on %d borders, in %d of %d cases", c.size, c.off, len(ends), on, n)
		}
	}
}

func TestCorruptCrashFlipsOneBitInTheBytesThatWereBeingWritten(t *testing.T) {
	for name, m := range allModels {
		hits, off := 0, map[int64]bool{}
		for k := range uint64(60) {
			good, bad := driver{New(m), PageSize}, driver{New(m), PageSize}
			for _, d := range []driver{good, bad} {
				d.place(t, "f=ABC g=A")
				d.op(t, "w f 1 D")
			}
			good.fs.Crash(rng.Seed(k), false)
			l := bad.fs.Crash(rng.Seed(k), true)
			a, _ := good.fs.ReadFile("f")
			b, _ := bad.fs.ReadFile("f")
			bits := 0
			for i := range a {
				for x := a[i] ^ b[i]; x != 0; x &= x - 1 {
					bits++
					off[int64(i)] = true
					if i < PageSize || i >= 2*PageSize || l.Files[0].Flipped != int64(i) {
						t.Errorf("%s: byte %d was flipped, told as %d", name, i, l.Files[0].Flipped)
					}
				}
			}
			hits += bits
			if err := bad.fs.Check(); err != nil {
				t.Fatal(err)
			}
		}
		if hits != 60 || len(off) < 50 {
			t.Errorf("%s: %d bits flipped in 60 crashes, at %d places", name, hits, len(off))
		}
	}
	fs := New(Model{})
	driver{fs, PageSize}.place(t, "f=ABC")
	fs.Crash(rng.Seed(1), true)
	if got := spell((driver{fs, PageSize}).state()); got != "f=ABC" {
		t.Errorf("nothing was being written, but now %s", got)
	}
}

func TestRotIsHiddenByThePageCacheAndHealedByWriting(t *testing.T) {
	fs := New(Model{})
	d := driver{fs, PageSize}
	d.place(t, "a=A d/f=BCD g=")
	draws := rng.Seed(3).Stream()
	r := fs.Rot(&draws)
	if r == nil || r.Off >= 3*PageSize {
		t.Fatalf("%+v", r)
	}
	if got := spell(d.state()); got != `a=A d/ d/f=BCD g=""` {
		t.Errorf("programs see %s", got)
	}
	healed := driver{fs.Clone(), PageSize}
	name := strings.TrimPrefix(r.Path, "/")
	healed.op(t, "F "+name) // does not heal: nothing is dirty
	d.crash(t, 1)
	b, _ := fs.ReadFile(r.Path)
	want := byte('A')
	if name == "d/f" {
		want = "BCD"[r.Off/PageSize]
	}
	if x := b[r.Off] ^ want; x == 0 || x&(x-1) != 0 {
		t.Errorf("byte %d is %q instead of %q", r.Off, b[r.Off], want)
	}
	still := driver{healed.fs.Clone(), PageSize}
	still.crash(t, 1)
	if spell(still.state()) != spell(d.state()) {
		t.Error("a sync without a write healed the page")
	}
	healed.op(t, fmt.Sprintf("w %s %d Z", name, r.Off/PageSize))
	healed.op(t, "F "+name)
	healed.crash(t, 1)
	if strings.Contains(spell(healed.state()), "~") {
		t.Errorf("not healed: %s", spell(healed.state()))
	}
	empty := New(Model{})
	if r := empty.Rot(&draws); r != nil {
		t.Errorf("%+v", r)
	}
}

func TestHostPlacesDurableFilesInEveryModel(t *testing.T) {
	for name, m := range allModels {
		fs := New(m)
		for _, text := range []string{"first, longer", "second"} {
			if e := fs.WriteFile("/etc/hosts", []byte(text)); e != errno.OK {
				t.Errorf("%s: %v", name, e)
			}
			if err := fs.Check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		fs.Crash(rng.Seed(1), false)
		if b, e := fs.ReadFile("etc/hosts"); e != errno.OK || string(b) != "second" {
			t.Errorf("%s: %q, %v", name, b, e)
		}
		if fs.Ops() != 0 || fs.Reads() != 0 {
			t.Errorf("%s: %d operations", name, fs.Ops())
		}
		if err := fs.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	fs := New(Model{StrictDirs: true})
	for _, path := range []string{"/", "a/b/c", "/a/b", ""} {
		if e := fs.MakeDir(path); e != errno.OK {
			t.Errorf("make %q: %v", path, e)
		}
	}
	fs.Crash(rng.Seed(1), false)
	if got := spell((driver{fs, PageSize}).state()); got != "a/ a/b/ a/b/c/" {
		t.Error(got)
	}
	fs = New(Model{})
	fs.WriteFile("d/f", nil)
	if e := fs.MakeDir("d/f/x"); e != errno.ENOTDIR {
		t.Error(e)
	}
	fs.Symlink(0, "d", RootIno, "s")
	for path, want := range map[string]errno.Errno{"d": errno.EISDIR, "d/f/x": errno.ENOTDIR, "s": errno.ELOOP, "s/x": errno.ENOTDIR, "/": errno.EISDIR} {
		if e := fs.WriteFile(path, nil); e != want {
			t.Errorf("write %s: %v", path, e)
		}
	}
	for path, want := range map[string]errno.Errno{"d": errno.EISDIR, "x": errno.ENOENT, "s/f": errno.OK} {
		if _, e := fs.ReadFile(path); e != want {
			t.Errorf("read %s: %v", path, e)
		}
	}
}

// A program that never syncs the root makes and removes files for ever.
func TestRemovedFilesAreForgottenOnceNoCrashCanBringThemBack(t *testing.T) {
	for name, m := range allModels {
		fs := New(m)
		d := driver{fs, PageSize}
		d.op(t, "m d")
		for k := range 2000 {
			f := fmt.Sprintf("d/f%d", k)
			for _, op := range []string{"c " + f, "w " + f + " 0 A", "F " + f, "F d/", "u " + f, "F d/"} {
				d.op(t, op)
			}
		}
		if n := fs.inodes.count; n > 300 {
			t.Errorf("%s: %d inodes are left", name, n)
		}
		if len(fs.names) > 1 {
			t.Errorf("%s: %d operations are pending", name, len(fs.names))
		}
	}
}
