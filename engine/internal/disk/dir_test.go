package disk

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
)

// readAll lists a directory in pages of limit entries, and calls between after
// each page.
func readAll(t *testing.T, fs *FS, h HandleID, limit int, between func(page int)) (names []string) {
	t.Helper()
	cookie := uint64(0)
	for page := 0; ; page++ {
		ents, e := fs.ReadDir(h, cookie, limit)
		if e != errno.OK {
			t.Fatal(e)
		}
		if len(ents) == 0 {
			return names
		}
		for _, d := range ents {
			names = append(names, d.Name)
			cookie = d.Next
		}
		between(page)
	}
}

func TestReadDirGivesTheSameOrderInPagesOfAnySize(t *testing.T) {
	fs := New(Model{})
	for k := range 50 {
		fs.WriteFile(fmt.Sprintf("d/f%d", k), nil)
	}
	h := open(t, fs, "d", Directory)
	want := readAll(t, fs, h, 0, func(int) {})
	if len(want) != 52 || want[0] != "." || want[1] != ".." || slices.IsSorted(want[2:]) {
		t.Errorf("%d entries: %v", len(want), want)
	}
	for limit := 1; limit < 60; limit++ {
		if got := readAll(t, fs, h, limit, func(int) {}); !slices.Equal(got, want) {
			t.Errorf("in pages of %d: %v", limit, got)
		}
	}
	// Whatever happened before, the same names have the same order.
	other := New(Model{})
	for k := 49; k >= 0; k-- {
		other.WriteFile(fmt.Sprintf("d/g%d", k), nil)
		other.Rename(0, RootIno, fmt.Sprintf("d/g%d", k), RootIno, fmt.Sprintf("d/f%d", k))
	}
	if got := readAll(t, other, open(t, other, "d", Directory), 0, func(int) {}); !slices.Equal(got, want) {
		t.Errorf("after renames: %v", got)
	}
}

func TestReadDirGivesWhatStaysExactlyOnceWhileOthersComeAndGo(t *testing.T) {
	fs := New(Model{})
	for k := range 40 {
		fs.WriteFile(fmt.Sprintf("d/stays%d", k), nil)
		fs.WriteFile(fmt.Sprintf("d/goes%d", k), nil)
	}
	h := open(t, fs, "d", Directory)
	names := readAll(t, fs, h, 3, func(page int) {
		fs.Unlink(0, RootIno, fmt.Sprintf("d/goes%d", page))
		fs.WriteFile(fmt.Sprintf("d/comes%d", page), nil)
	})
	seen := map[string]int{}
	for _, n := range names {
		seen[n]++
	}
	for k := range 40 {
		if n := fmt.Sprintf("stays%d", k); seen[n] != 1 {
			t.Errorf("%s was given %d times", n, seen[n])
		}
	}
	for n, k := range seen {
		if k > 1 {
			t.Errorf("%s was given %d times", n, k)
		}
	}
}

func TestReadDirTellsKindsAndParents(t *testing.T) {
	fs := New(Model{})
	fs.WriteFile("d/f", nil)
	fs.Mkdir(0, RootIno, "d/e")
	fs.Symlink(0, "f", RootIno, "d/s")
	kinds := map[string]Kind{}
	inos := map[string]Ino{}
	ents, _ := fs.ReadDir(open(t, fs, "d", Directory), 0, 0)
	for _, d := range ents {
		kinds[d.Name], inos[d.Name] = d.Kind, d.Ino
	}
	if fmt.Sprint(kinds) != fmt.Sprint(map[string]Kind{".": KindDir, "..": KindDir, "f": KindFile, "e": KindDir, "s": KindSymlink}) {
		t.Error(kinds)
	}
	self, _ := fs.Lookup(RootIno, "d", true)
	f, _ := fs.Lookup(RootIno, "d/f", true)
	if inos["."] != self || inos[".."] != RootIno || inos["f"] != f {
		t.Error(inos)
	}
	if st, _ := fs.Stat(self); st.Nlink != 3 {
		t.Errorf("d has %d links", st.Nlink)
	}
	if _, e := fs.ReadDir(open(t, fs, "d/f", Read), 0, 0); e != errno.ENOTDIR {
		t.Error(e)
	}
}

func TestNamesThatHashAlikeAreKeptApart(t *testing.T) {
	d := &dir{}
	h := hash("x")
	for k := range uint64(3) { // as if three other names hashed to it
		d.ents = append(d.ents, entry{h + k, fmt.Sprint("other", k), Ino(k + 1), KindFile})
	}
	d.put("x", 9, KindFile)
	if e := d.get("x"); e.ino != 9 || e.key != h+3 {
		t.Errorf("%+v", e)
	}
	d.ents = slices.Delete(d.ents, 0, 1)
	if e := d.get("x"); e.ino != 9 {
		t.Errorf("%+v", e)
	}
	d.remove("x")
	if e := d.get("x"); e.ino != 0 || len(d.ents) != 2 {
		t.Errorf("%+v", d)
	}
}
