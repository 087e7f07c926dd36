//go:build conform

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing/fstest"
)

// conform-dirs: listing and walking directories, io/fs and os.Root.

func init() { modes["conform-dirs"] = conformDirs }

func conformDirs([]string) {
	enter()
	listings()
	pages()
	walks()
	fileSystems()
	roots()
	rootEscapes()
}

func listings() {
	scene()
	for _, e := range have(os.ReadDir(".")) {
		info, err := e.Info()
		say("entry "+e.Name(), e.IsDir(), e.Type(), info.Name(), err, fs.FormatDirEntry(e))
	}
	say("list a file", second(os.ReadDir("a")))
	say("list what is not there", second(os.ReadDir("missing")))
	say("list a dangling link", second(os.ReadDir("dangling")))
	list, err := os.ReadDir("dirlink")
	say("list through a link", len(list), err)
	list, err = os.ReadDir("empty")
	say("list an empty directory", len(list), err)
	list = have(os.ReadDir("."))
	sure(os.Remove(list[0].Name()))
	_, err = list[0].Info()
	say("an entry that has gone", err)
	f := have(os.Open("b"))
	defer f.Close()
	say("entries of a file", second(f.ReadDir(-1)))
	say("some entries of a file", second(f.ReadDir(3)))
	say("names of a file", second(f.Readdirnames(-1)))
}

// pages reads a directory in parts while it changes.
func pages() {
	const total = 300
	sure(os.Mkdir("many", 0o700))
	for i := range total {
		putFile(fmt.Sprintf("many/%04d", i), "")
	}
	d := have(os.Open("many"))
	defer d.Close()
	var sizes []int
	var names []string
	for {
		list, err := d.ReadDir(120)
		for _, e := range list {
			names = append(names, e.Name())
		}
		sizes = append(sizes, len(list))
		if err != nil {
			say("pages of a directory", sizes, err)
			break
		}
	}
	slices.Sort(names)
	say("each entry comes once", len(names), len(slices.Compact(names)), names[0], names[total-1])
	list, err := d.ReadDir(-1)
	say("the rest after the end", len(list), err)
	_, err = d.Seek(0, io.SeekStart)
	say("rewind", err)
	list, err = d.ReadDir(0)
	say("all at once", len(list), err)
	rewound(d.Seek(0, io.SeekStart))
	first := have(d.Readdirnames(50))
	for i := range total {
		if name := fmt.Sprintf("%04d", i); i%2 == 0 && !slices.Contains(first, name) {
			sure(os.Remove("many/" + name))
		}
	}
	rest := have(d.Readdirnames(-1))
	seen := map[string]int{}
	for _, n := range append(first, rest...) {
		seen[n]++
	}
	odd := 0
	for i := 1; i < total; i += 2 {
		odd += seen[fmt.Sprintf("%04d", i)]
	}
	say("what stays is listed once while others go", odd)
	say("remove a large directory", os.RemoveAll("many"), second(os.Stat("many")))
}

func rewound(_ int64, err error) { sure(err) }

func walks() {
	scene()
	putFile("full/sub/deep", "")
	walk := func(what, root string, decide func(path string) error) {
		var paths []string
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				paths = append(paths, path+" "+fault(err))
				return nil
			}
			paths = append(paths, path)
			return decide(path)
		})
		say(what, paths, err)
	}
	all := func(string) error { return nil }
	walk("walk", ".", all)
	walk("walk a file", "a", all)
	walk("walk what is not there", "missing", all)
	walk("walk a link to a directory", "dirlink", all)
	walk("walk a link to a directory with a slash", "dirlink/", all)
	walk("walk and skip a directory", ".", func(p string) error {
		if p == "full" {
			return fs.SkipDir
		}
		return nil
	})
	walk("walk and skip all", ".", func(p string) error {
		if p == "b" {
			return fs.SkipAll
		}
		return nil
	})
	walk("walk and fail", ".", func(p string) error {
		if p == "full/sub" {
			return errors.New("enough")
		}
		return nil
	})
	walk("walk and remove", ".", func(p string) error { return os.RemoveAll("full/sub") })
	say("glob", have(filepath.Glob("*l*")), have(filepath.Glob("full/*")), second(filepath.Glob("[")))
}

func fileSystems() {
	scene()
	d := os.DirFS(".")
	b, err := fs.ReadFile(d, "a")
	say("read from a DirFS", b, err)
	for _, name := range []string{"missing", "../a", "/a", "", "full/../a", "a/"} {
		_, err := d.Open(name)
		say("open "+shown(name)+" in a DirFS", err)
	}
	sub, err := fs.Sub(d, "full")
	say("sub", err, have(fs.Stat(sub, "sub")).IsDir())
	say("glob in a DirFS", have(fs.Glob(d, "*")))
	sure(os.Remove("dangling"))
	say("a DirFS is a file system", fstest.TestFS(os.DirFS("."), "a", "b", "link", "full/sub"))
	say("copy a file system", os.CopyFS("copy", os.DirFS("full")), second(os.Stat("copy/sub")))
	say("copy over what is there", os.CopyFS("copy", fstest.MapFS{"sub/x": {}, "sub": {Mode: fs.ModeDir}}), os.CopyFS("copy", fstest.MapFS{"sub/x": {}}))
}

func roots() {
	scene()
	r, err := os.OpenRoot("full")
	say("open a root", err, r.Name())
	say("open a root of a file", second(os.OpenRoot("a")))
	say("open a root of nothing", second(os.OpenRoot("missing")))
	f, err := r.Create("f")
	say("create in a root", err, f.Name(), second(f.WriteString("in root")), f.Close(), fileText("full/f"))
	b, err := r.ReadFile("f")
	say("read in a root", b, err)
	say("write in a root", r.WriteFile("g", []byte("G"), 0o600), fileText("full/g"))
	say("open what is not in a root", second(r.Open("missing")))
	say("create exclusively in a root", second(r.OpenFile("f", os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)))
	say("mkdir in a root", r.Mkdir("d", 0o700), r.Mkdir("d", 0o700), r.MkdirAll("x/y/z", 0o700), r.MkdirAll("f/y", 0o700))
	say("stat in a root", have(r.Stat("d")).IsDir(), second(r.Stat("missing")), second(r.Stat("f/x")))
	say("link in a root", r.Link("f", "twin"), linksOf("full/f"), r.Link("missing", "n"))
	say("symlink in a root", r.Symlink("f", "s"), have(r.Readlink("s")), have(r.Lstat("s")).Mode().Type())
	b, err = r.ReadFile("s")
	say("read a link in a root", b, err)
	say("rename in a root", r.Rename("g", "h"), r.Rename("g", "h"), r.Rename("h", "d"))
	say("remove in a root", r.Remove("h"), r.Remove("h"), r.Remove("x"))
	say("remove all in a root", r.RemoveAll("x"), r.RemoveAll("x"))
	inner, err := r.OpenRoot("sub")
	say("open a root in a root", err, inner.Close())
	b, err = fs.ReadFile(r.FS(), "f")
	say("the file system of a root", b, err)
	sure(os.Rename("full", "elsewhere"))
	say("a root follows its directory", r.WriteFile("late", nil, 0o600), fileText("elsewhere/late"))
	say("close a root", r.Close(), r.Close())
	say("open in a closed root", second(r.Open("f")))
}

func rootEscapes() {
	scene()
	r := have(os.OpenRoot("full"))
	defer r.Close()
	sure(os.Symlink("../a", "full/out"))
	sure(os.Symlink("sub/../out", "full/roundabout"))
	sure(os.Symlink("sub/..", "full/here"))
	sure(os.Symlink("me", "full/me"))
	for _, name := range []string{"../a", "/etc/hosts", "sub/../../a", "out", "roundabout", "here/sub", "here/out", "me", "", ".", "..", "sub/.."} {
		_, err := r.Stat(name)
		say("stat "+shown(name)+" in a root", err)
		f, err := r.Open(name)
		if say("open "+shown(name)+" in a root", err); err == nil {
			f.Close()
		}
	}
	say("create outside a root", second(r.Create("../new")), second(os.Stat("new")))
	say("create through a link outside a root", second(r.OpenFile("out", os.O_CREATE|os.O_RDWR, 0o600)))
	say("remove outside a root", r.Remove("../a"), r.RemoveAll("../a"), fileText("a"))
	say("rename out of a root", r.Rename("sub", "../sub"))
	say("the target of a link may be outside a root", r.Symlink("/anywhere", "s"), have(r.Readlink("s")))
}
