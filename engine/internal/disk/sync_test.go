package disk

import (
	"testing"

	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/rng"
)

func open(t *testing.T, fs *FS, path string, flags OpenFlag) HandleID {
	t.Helper()
	h, e := fs.Open(0, RootIno, path, flags)
	if e != errno.OK {
		t.Fatalf("open %s: %v", path, e)
	}
	return h
}

// failSync makes the next sync through h fail, which h reports.
func failSync(t *testing.T, fs *FS, h HandleID) {
	t.Helper()
	fs.Oracle = always{Fate{Err: errno.EIO}}
	if e := fs.Sync(0, h); e != errno.EIO {
		t.Errorf("the failing sync returns %v", e)
	}
	fs.Oracle = nil
}

func wantSync(t *testing.T, fs *FS, what string, h HandleID, want errno.Errno) {
	t.Helper()
	if e := fs.Sync(0, h); e != want {
		t.Errorf("%s returns %v, want %v", what, e, want)
	}
}

func TestEachHandleReportsAFailedSyncOnce(t *testing.T) {
	fs := New(Model{})
	a := open(t, fs, "f", Create|Write)
	b := open(t, fs, "f", Read)
	failSync(t, fs, a)
	wantSync(t, fs, "the next sync of the same handle", a, errno.OK)
	wantSync(t, fs, "a handle that was open at the time", b, errno.EIO)
	wantSync(t, fs, "the same handle again", b, errno.OK)
	wantSync(t, fs, "a handle opened after all that", open(t, fs, "f", Write), errno.OK)

	failSync(t, fs, b)
	failSync(t, fs, b)
	wantSync(t, fs, "a handle that missed two failures", a, errno.EIO)
	wantSync(t, fs, "the same handle again", a, errno.OK)
}

func TestFirstLaterHandleReportsAFailureThatNobodyHasSeen(t *testing.T) {
	fs := New(Model{})
	a := open(t, fs, "f", Create|Write)
	fs.Oracle = always{Fate{Err: errno.EIO, Crash: CrashAfter}}
	if e := fs.Sync(0, a); e != errno.Crashed { // dies before it can look
		t.Fatal(e)
	}
	fs.Oracle = nil
	fs.CloseAll()
	b, c := open(t, fs, "f", Write), open(t, fs, "f", Write)
	wantSync(t, fs, "the first to be opened", b, errno.EIO)
	wantSync(t, fs, "another opened before that", c, errno.EIO)
	wantSync(t, fs, "one opened later", open(t, fs, "f", Write), errno.OK)

	fs.Oracle = always{Fate{Err: errno.EIO, Crash: CrashAfter}}
	fs.Sync(0, b)
	fs.Oracle = nil
	wantSync(t, fs, "the first to be opened after a second failure", open(t, fs, "f", Write), errno.EIO)

	fs.Crash(rng.Seed(1), false)
	fs.WriteFile("f", nil)
	wantSync(t, fs, "a handle after a crash", open(t, fs, "f", Write), errno.OK)
}

func TestSyncOfADirectoryThatFailsMakesNothingDurable(t *testing.T) {
	fs := New(Model{StrictDirs: true})
	d := driver{fs, PageSize}
	d.op(t, "c f")
	root := open(t, fs, ".", Directory)
	failSync(t, fs, root)
	fs.Crash(rng.Seed(1), false)
	if got := spell(d.state()); got != "∅" {
		t.Error(got)
	}
}

func TestSyncMayLoseOrMisdirectOnePageWithoutNotice(t *testing.T) {
	for name, c := range map[string]struct {
		fate       Fate
		seen, left string
	}{
		"lost overwrite":                 {Fate{Lose: 1}, "f=EFCDG", "f=AFCDG"},
		"lost append":                    {Fate{Lose: 3}, "f=EFCDG", "f=EFCD0"},
		"no such dirty page":             {Fate{Lose: 4, Misdirect: 4}, "f=EFCDG", "f=EFCDG"},
		"misdirected onto a clean page":  {Fate{Misdirect: 1, MisdirectTo: 2}, "f=EFCDG", "f=AFEDG"},
		"misdirected onto a dirty page":  {Fate{Misdirect: 1, MisdirectTo: 1}, "f=EFCDG", "f=AECDG"},
		"misdirected past the file":      {Fate{Misdirect: 1, MisdirectTo: 5}, "f=EFCDG", "f=AFCDG"},
		"misdirected to where it was":    {Fate{Misdirect: 2, MisdirectTo: 1}, "f=EFCDG", "f=EBCDG"},
		"one lost and one in its place":  {Fate{Lose: 1, Misdirect: 2, MisdirectTo: 0}, "f=EFCDG", "f=FBCDG"},
		"an append over an old page":     {Fate{Misdirect: 3, MisdirectTo: 3}, "f=EFCDG", "f=EFCG0"},
		"an old page over what is added": {Fate{Misdirect: 1, MisdirectTo: 4}, "f=EFCDG", "f=AFCDE"},
	} {
		t.Run(name, func(t *testing.T) {
			fs := New(Model{})
			d := driver{fs, PageSize}
			d.place(t, "f=ABCD")
			d.op(t, "w f 0 EF")
			d.op(t, "w f 4 G")
			fs.Oracle = always{c.fate}
			d.op(t, "F f")
			fs.Oracle = nil
			d.op(t, "F f") // a second sync finds nothing to write
			if got := spell(d.state()); got != c.seen {
				t.Errorf("programs see %s, want %s", got, c.seen)
			}
			clone := driver{fs.Clone(), PageSize}
			d.crash(t, 1)
			if got := spell(d.state()); got != c.left {
				t.Errorf("the crash leaves %s, want %s", got, c.left)
			}
			for _, op := range []string{"w f 0 VWXYZ", "F f"} {
				clone.op(t, op)
			}
			clone.crash(t, 1)
			if got := spell(clone.state()); got != "f=VWXYZ" {
				t.Errorf("writing all again and syncing leaves %s", got)
			}
		})
	}
}

func TestMisdirectedPageIsCutWhereTheFileEnds(t *testing.T) {
	fs := New(Model{})
	d := driver{fs, PageSize / 4}
	d.place(t, "f=AAAABB")
	d.op(t, "w f 0 C")
	fs.Oracle = always{Fate{Misdirect: 1, MisdirectTo: 1}}
	d.op(t, "F f")
	d.crash(t, 1)
	if got := spell(d.state()); got != "f=AAAACA" {
		t.Error(got)
	}
}

func TestWritesThroughASyncHandleSurvive(t *testing.T) {
	for _, flag := range []OpenFlag{Sync, DSync} {
		fs := New(Model{})
		h := open(t, fs, "f", Create|Write|flag)
		fs.Write(0, h, []byte("durable"))
		fs.SetFlags(h, 0)
		fs.Write(0, h, []byte(", not durable"))
		fs.SetFlags(h, flag)
		fs.Oracle = &script{fates: map[uint64]Fate{5: {Err: errno.EIO}}}
		if n, e := fs.Write(0, h, []byte("!")); n != 0 || e != errno.EIO {
			t.Errorf("a write whose sync fails returns %d, %v", n, e)
		}
		fs.Crash(rng.Seed(1), false)
		if got, _ := fs.ReadFile("f"); string(got) != "durable" {
			t.Errorf("%q", got)
		}
	}
}
