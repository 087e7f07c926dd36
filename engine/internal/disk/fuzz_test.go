package disk

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

// FuzzPaths gives two paths, which are a program's to choose, to every call
// that takes some.
func FuzzPaths(f *testing.F) {
	for _, s := range [][2]string{
		{"f", "d/f"}, {"d/../d/./f", "s/f"}, {"/", "//d//"}, {"loop/x", "loop"}, {"d/", "d/e"}, {"..", "."},
		{"s", "s/"}, {"a\x00b", ""}, {"\xff\xfe", "é"}, {"d/f/x", "dangling"},
	} {
		f.Add(s[0], s[1], uint16(Create|Write))
	}
	f.Fuzz(func(t *testing.T, a, b string, flags uint16) {
		fs := New(Model{ReorderWrites: true, FS: DirReorder})
		fs.WriteFile("d/f", []byte("x"))
		fs.Symlink(0, "d", RootIno, "s")
		fs.Symlink(0, "loop", RootIno, "loop")
		fs.Symlink(0, "d/new", RootIno, "dangling")
		for range 2 {
			if h, e := fs.Open(0, RootIno, a, OpenFlag(flags)); e == errno.OK {
				fs.Write(0, h, []byte(b))
				fs.ReadDir(h, 0, 0)
				if hd, _ := fs.Handle(h); hd.Path() == "" {
					t.Errorf("%q was opened without a path", a)
				}
			}
			fs.Mkdir(0, RootIno, a)
			fs.Link(0, RootIno, a, RootIno, b, flags&1 == 0)
			fs.Symlink(0, a, RootIno, b)
			fs.Rename(0, RootIno, a, RootIno, b)
			fs.Readlink(RootIno, b)
			fs.Lookup(RootIno, b, true)
			fs.Unlink(0, RootIno, b)
			fs.Rmdir(0, RootIno, a)
			a, b = b, a
			if err := fs.Check(); err != nil {
				t.Fatal(err)
			}
		}
		fs.Crash(rng.Seed(uint64(flags)), false)
		if err := fs.Check(); err != nil {
			t.Fatal(err)
		}
	})
}
