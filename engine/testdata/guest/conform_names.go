//go:build conform

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// conform-names: renaming, linking, removing and making, and what stat tells.

func init() { modes["conform-names"] = conformNames }

func conformNames([]string) {
	enter()
	renames()
	hardLinks()
	symlinks()
	removals()
	makings()
	stats()
	timesOfFiles()
	permissions()
	temporaries()
}

// scene empties the working directory and makes what most checks need.
func scene() {
	for _, e := range have(os.ReadDir(".")) {
		sure(os.RemoveAll(e.Name()))
	}
	putFile("a", "A")
	putFile("b", "B")
	sure(os.MkdirAll("empty", 0o700))
	sure(os.MkdirAll("full/sub", 0o700))
	sure(os.Symlink("a", "link"))
	sure(os.Symlink("nowhere", "dangling"))
	sure(os.Symlink("full", "dirlink"))
	asMade = tree()
}

// asMade is what tree gives right after scene.
var asMade string

// change is what has become of the scene.
func change() string {
	if now := tree(); now != asMade {
		return now
	}
	return "as it was"
}

func renames() {
	for _, r := range []struct{ what, from, to string }{
		{"rename", "a", "c"},
		{"rename over a file", "a", "b"},
		{"rename onto itself", "a", "a"},
		{"rename what is not there", "missing", "c"},
		{"rename what is not there over a file", "missing", "b"},
		{"rename an empty name", "", "c"},
		{"rename to an empty name", "a", ""},
		{"rename into a missing directory", "a", "missing/a"},
		{"rename below a file", "a", "b/a"},
		{"rename a file over a directory", "a", "empty"},
		{"rename a file over a full directory", "a", "full"},
		{"rename a file with a slash", "a", "c/"},
		{"rename from a file with a slash", "a/", "c"},
		{"rename into a directory", "a", "empty/a"},
		{"rename a directory", "full", "moved"},
		{"rename a directory with slashes", "full/", "moved/"},
		{"rename a directory over an empty one", "full", "empty"},
		{"rename a directory over a full one", "empty", "full"},
		{"rename a directory over a file", "empty", "a"},
		{"rename a directory into itself", "full", "full/x"},
		{"rename a directory over its parent", "full/sub", "full"},
		{"rename .", ".", "c"},
		{"rename ..", "full/..", "c"},
		{"rename a link", "link", "c"},
		{"rename a file over a link", "b", "link"},
		{"rename a link over a file", "link", "b"},
		{"rename a dangling link", "dangling", "c"},
		{"rename through a link", "dirlink/sub", "sub"},
		{"rename a directory over a link to one", "empty", "dirlink"},
		{"rename to a long name", "a", strings.Repeat("n", 256)},
	} {
		scene()
		err := os.Rename(r.from, r.to)
		say(r.what, err, change())
	}
	scene()
	sure(os.Link("a", "twin"))
	say("rename over a second name of the file", os.Rename("a", "twin"), change())
}

// tree lists the working directory and what is in it.
func tree() string {
	var names []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == "." {
			return err
		}
		switch d.Type() {
		case fs.ModeDir:
			path += "/"
		case fs.ModeSymlink:
			path += "->" + have(os.Readlink(path))
		default:
			path += "=" + fileText(path)
		}
		names = append(names, path)
		return nil
	})
	sure(err)
	return strings.Join(names, " ")
}

func hardLinks() {
	for _, l := range []struct{ what, from, to string }{
		{"link", "a", "c"},
		{"link over a file", "a", "b"},
		{"link over a directory", "a", "empty"},
		{"link what is not there", "missing", "c"},
		{"link an empty name", "", "c"},
		{"link to an empty name", "a", ""},
		{"link a directory", "empty", "c"},
		{"link into a missing directory", "a", "missing/c"},
		{"link with a slash", "a", "c/"},
		{"link a link", "link", "c"},
		{"link a dangling link", "dangling", "c"},
		{"link over a dangling link", "a", "dangling"},
	} {
		scene()
		err := os.Link(l.from, l.to)
		say(l.what, err, change())
	}
	scene()
	sure(os.Link("a", "c"))
	sure(os.WriteFile("c", []byte("both"), 0o600))
	say("a link is the same file", fileText("a"), os.SameFile(have(os.Stat("a")), have(os.Stat("c"))), linksOf("a"))
	sure(os.Remove("a"))
	say("a link outlives the first name", fileText("c"), linksOf("c"))
}

func linksOf(name string) uint64 {
	return uint64(have(os.Lstat(name)).Sys().(*syscall.Stat_t).Nlink)
}

func symlinks() {
	for _, l := range []struct{ what, target, name string }{
		{"symlink", "a", "s"},
		{"symlink over a file", "a", "b"},
		{"symlink to nothing", "", "s"},
		{"symlink with an empty name", "a", ""},
		{"symlink in a missing directory", "a", "missing/s"},
		{"symlink with a slash", "a", "s/"},
		{"symlink to a long target", strings.Repeat("t/", 2048), "s"},
		{"symlink to any text", "//x/../ y\t", "s"},
	} {
		scene()
		err := os.Symlink(l.target, l.name)
		if err, ok := err.(*os.LinkError); ok && len(err.Old) > 100 {
			err.Old = "(long)"
		}
		say(l.what, err, change())
	}
	scene()
	for _, name := range []string{"link", "dangling", "dirlink", "a", "empty", "missing", ""} {
		target, err := os.Readlink(name)
		say("readlink of "+shown(name), target, err)
		info, err := os.Lstat(name)
		if err == nil {
			say("lstat of "+shown(name), info.Mode().Type(), info.Name())
		} else {
			say("lstat of "+shown(name), err)
		}
		if info, err = os.Stat(name); err == nil {
			say("stat of "+shown(name), info.Mode().Type(), info.Name())
		} else {
			say("stat of "+shown(name), err)
		}
	}
	say("size of a link", have(os.Lstat("dangling")).Size())
	say("lstat of a link with a slash", have(os.Lstat("dirlink/")).IsDir())
	_, err := os.Lstat("link/")
	say("lstat of a link to a file with a slash", err)
	target := have(filepath.Abs("full"))
	sure(os.Symlink(target, "absolute"))
	say("an absolute link", have(os.Stat("absolute/sub")).IsDir())
	sure(os.Symlink("../a", "full/up"))
	say("a link that leads up", fileText("full/up"), fileText("dirlink/up"))
	say("real path", have(filepath.EvalSymlinks("dirlink/up")))
	_, err = filepath.EvalSymlinks("dangling")
	say("real path of a dangling link", err)
	sure(os.Symlink("full/sub", "deep"))
	_, err = os.Stat("deep/../a")
	say("up from a link goes up where it leads", err)
	sure(os.Symlink("one", "two"))
	sure(os.Symlink("two", "one"))
	_, err = os.Stat("one")
	say("a circle of links", err)
	say("real path in a circle of links", second(filepath.EvalSymlinks("one")))
	sure(os.Symlink("a", "0"))
	for i := range 41 {
		sure(os.Symlink(string(rune('0'+i)), string(rune('1'+i))))
	}
	_, err = os.Stat(string(rune('0' + 39)))
	say("40 links one after another", err)
	_, err = os.Stat(string(rune('0' + 40)))
	say("41 links one after another", err)
	say("write through a link", os.WriteFile("link", []byte("through"), 0o600), fileText("a"))
	say("truncate through a link", os.Truncate("link", 2), fileText("a"))
	say("remove a link", os.Remove("link"), fileText("a"))
	say("remove a link to a directory", os.Remove("dirlink"), have(os.Stat("full")).IsDir())
}

func removals() {
	for _, name := range []string{"a", "missing", "", "empty", "full", "empty/", "a/", "a/x", ".", "full/..", "full/.", "link", "dangling", "dirlink", "dirlink/", "dirlink/sub"} {
		scene()
		err := os.Remove(name)
		say("remove "+shown(name), err, change())
	}
	for _, name := range []string{"a", "missing", "", "empty", "full", "full/", "a/x", ".", "full/.", "link", "dirlink", "dirlink/"} {
		scene()
		err := os.RemoveAll(name)
		say("remove all of "+shown(name), err, change())
	}
	scene()
	say("unlink a directory", syscall.Unlink("empty"))
	say("rmdir a file", syscall.Rmdir("a"))
	say("rmdir a link to a directory", syscall.Rmdir("dirlink"))
	say("rmdir a full directory", syscall.Rmdir("full"))
	say("rmdir .", syscall.Rmdir("."))
	d := have(os.Open("empty"))
	sure(os.Remove("empty"))
	names, err := d.Readdirnames(-1)
	say("list a removed directory", names, err)
	say("stat a removed directory", second(d.Stat()), d.Sync(), d.Close())
}

func makings() {
	for _, name := range []string{"new", "new/", "a", "empty", "link", "dangling", "missing/x", "a/x", "", ".", "full/new", strings.Repeat("n", 256)} {
		scene()
		err := os.Mkdir(name, 0o700)
		say("mkdir "+shown(name), err, change())
	}
	for _, name := range []string{"x/y/z", "x/y/", "full/sub", "a", "a/x", "dirlink/x/y", "dangling", "dangling/x", "", "."} {
		scene()
		err := os.MkdirAll(name, 0o700)
		say("mkdir all of "+shown(name), err, change())
	}
}

func stats() {
	scene()
	for _, name := range []string{"a", "empty", "full/sub", "full/", "./full/../a", ".", "/"} {
		info, err := os.Stat(name)
		say("stat "+shown(name), err, info.Name(), info.IsDir(), info.Mode().Type(), info.Mode().IsRegular())
	}
	f := have(os.Open("a"))
	defer f.Close()
	say("stat of a handle", have(f.Stat()).Name(), have(f.Stat()).Size(), os.SameFile(have(f.Stat()), have(os.Stat("a"))))
	say("two files are not the same", os.SameFile(have(os.Stat("a")), have(os.Stat("b"))))
	say("stat below a file", second(os.Stat("a/x")))
	say("stat of a file with a slash", second(os.Stat("a/")))
	say("stat of a long name", second(os.Stat(strings.Repeat("n", 256))))
	_, isStat := have(os.Stat("a")).Sys().(*syscall.Stat_t)
	say("a file's system data", isStat, linksOf("a"))
	say("a file's mode as text", have(os.Stat("a")).Mode().String(), have(os.Lstat("link")).Mode().Type().String(), have(os.Stat("empty")).Mode().String())
}

func timesOfFiles() {
	scene()
	at := time.Date(2024, 2, 29, 12, 30, 15, 123456789, time.UTC)
	mtime := func(name string) time.Time { return have(os.Stat(name)).ModTime().UTC() }
	say("chtimes", os.Chtimes("a", at, at.Add(time.Hour)), mtime("a").Format(time.RFC3339Nano))
	say("chtimes of the access time only", os.Chtimes("a", at, time.Time{}), mtime("a").Format(time.RFC3339Nano))
	say("chtimes through a link", os.Chtimes("link", at, at), mtime("a").Equal(at))
	say("chtimes of what is not there", os.Chtimes("missing", at, at))
	say("chtimes before 1970", os.Chtimes("a", at, time.Unix(-1000, 0)), mtime("a").Format(time.RFC3339Nano))
	say("chtimes of a directory", os.Chtimes("empty", at, at), mtime("empty").Equal(at))
	sure(os.Chtimes("a", at, at))
	say("reading does not change the time", fileText("a"), mtime("a").Equal(at))
	say("renaming does not change the time", os.Rename("a", "c"), mtime("c").Equal(at))
	before := time.Now()
	putFile("c", "new")
	say("writing changes the time", before.Sub(mtime("c")) < time.Second, mtime("c").After(at))
	sure(os.Chtimes("c", at, at))
	say("truncating changes the time", os.Truncate("c", 1), mtime("c").After(at))
	sure(os.Chtimes("empty", at, at))
	putFile("empty/x", "")
	say("a new entry changes a directory's time", mtime("empty").After(at))
	say("a directory has a time", mtime("full").Year() >= 2025)
}

func permissions() {
	scene()
	say("chmod", os.Chmod("a", 0o640), have(os.Stat("a")).Mode().String())
	say("chmod of a directory", os.Chmod("empty", 0o755), have(os.Stat("empty")).Mode().String())
	say("chmod of what is not there", os.Chmod("missing", 0o600))
	say("mode of a link", have(os.Lstat("link")).Mode().String())
	f := have(os.OpenFile("a", os.O_RDWR, 0))
	say("chmod of a handle", f.Chmod(0o604), have(f.Stat()).Mode().String())
	root := have(os.OpenRoot("."))
	say("chmod in a root", root.Chmod("a", 0o600), root.Close())
	say("chown", os.Chown("a", os.Getuid(), os.Getgid()))
	say("lchown", os.Lchown("link", os.Getuid(), os.Getgid()))
	say("chown of a handle", f.Chown(os.Getuid(), os.Getgid()), f.Close())
}

func temporaries() {
	scene()
	f, err := os.CreateTemp("empty", "x-*.txt")
	base := filepath.Base(f.Name())
	say("a temporary file", err, strings.HasPrefix(base, "x-"), strings.HasSuffix(base, ".txt"), len(base) > len("x-.txt"), filepath.Dir(f.Name()))
	say("its mode and use", have(f.Stat()).Mode().String(), second(f.WriteString("x")), f.Close())
	_, err = os.CreateTemp("missing", "x")
	say("a temporary file in a missing directory", strings.HasPrefix(err.Error(), "open missing/x"), os.IsNotExist(err))
	_, err = os.CreateTemp("", "a/b")
	say("a temporary file with a slash", err)
	d, err := os.MkdirTemp(".", "d*")
	say("a temporary directory", err, strings.HasPrefix(d, "./d"), have(os.Stat(d)).Mode().String())
	seen := map[string]bool{}
	for range 100 {
		f := have(os.CreateTemp("full", ""))
		seen[f.Name()] = true
		sure(f.Close())
	}
	say("names of temporary files differ", len(seen))
	say("the folder for temporary files is there", have(os.Stat(os.TempDir())).IsDir())
}
