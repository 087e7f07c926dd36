//go:build conform

package main

import (
	"io"
	"os"
	"strings"
	"syscall"
	"time"
)

// conform-open: how files are opened, what an open file may do, and what a
// closed one says.

func init() { modes["conform-open"] = conformOpen }

func conformOpen([]string) {
	enter()
	putFile("file", "text")
	sure(os.Mkdir("dir", 0o700))
	sure(os.Symlink("file", "link"))
	sure(os.Symlink("nowhere", "dangling"))
	sure(os.Symlink("loop", "loop"))
	opens()
	accesses()
	directoryHandles()
	closedFile()
	deadlinesOfFiles()
	devices()
}

func opens() {
	long := strings.Repeat("n", 256)
	for _, o := range []struct {
		what, path string
		flag       int
	}{
		{"open a file to read", "file", os.O_RDONLY},
		{"open what is not there", "missing", os.O_RDONLY},
		{"open what is not there to write", "missing", os.O_WRONLY},
		{"open below what is not there", "missing/x", os.O_RDWR | os.O_CREATE},
		{"open below a file", "file/x", os.O_RDONLY},
		{"open below a file, creating", "file/x", os.O_RDWR | os.O_CREATE},
		{"open a file with a slash", "file/", os.O_RDONLY},
		{"open an empty name", "", os.O_RDONLY},
		{"create an empty name", "", os.O_RDWR | os.O_CREATE},
		{"open a long name", long, os.O_RDONLY},
		{"create a long name", long, os.O_RDWR | os.O_CREATE},
		{"create the longest name", long[:255], os.O_RDWR | os.O_CREATE},
		{"open a long path", strings.Repeat("dir/../", 600) + "file", os.O_RDONLY},
		{"open a name with a zero byte", "a\x00b", os.O_RDONLY},
		{"create", "new", os.O_RDWR | os.O_CREATE},
		{"create with a slash", "newdir/", os.O_RDWR | os.O_CREATE},
		{"create exclusively", "new2", os.O_RDWR | os.O_CREATE | os.O_EXCL},
		{"create exclusively what is there", "file", os.O_RDWR | os.O_CREATE | os.O_EXCL},
		{"create exclusively where a directory is", "dir", os.O_RDWR | os.O_CREATE | os.O_EXCL},
		{"create exclusively where a dangling link is", "dangling", os.O_RDWR | os.O_CREATE | os.O_EXCL},
		{"open a link", "link", os.O_RDONLY},
		{"open a link without following", "link", os.O_RDONLY | syscall.O_NOFOLLOW},
		{"open a dangling link", "dangling", os.O_RDONLY},
		{"open a link that leads to itself", "loop", os.O_RDONLY},
		{"open a directory to read", "dir", os.O_RDONLY},
		{"open a directory with a slash", "dir/", os.O_RDONLY},
		{"open a directory to write", "dir", os.O_WRONLY},
		{"open a directory to read and write", "dir", os.O_RDWR},
		{"open a directory, creating", "dir", os.O_RDONLY | os.O_CREATE},
		{"open a directory, truncating", "dir", os.O_RDONLY | os.O_TRUNC},
		{"open a file as a directory", "file", os.O_RDONLY | syscall.O_DIRECTORY},
		{"open a directory as a directory", "dir", os.O_RDONLY | syscall.O_DIRECTORY},
		{"open the root", "/", os.O_RDONLY},
		{"open .", ".", os.O_RDONLY},
		{"open to append, truncate and sync", "new", os.O_WRONLY | os.O_APPEND | os.O_TRUNC | os.O_SYNC},
	} {
		f, err := os.OpenFile(o.path, o.flag, 0o600)
		if err != nil {
			err = shorter(err, o.path)
			say(o.what, err)
			continue
		}
		say(o.what, f.Name() == o.path, f.Close())
	}
	say("Open has the name that was given", have(os.Open("dir/../file")).Name())
	f, err := os.OpenFile("dangling", os.O_RDWR|os.O_CREATE, 0o600)
	say("create through a dangling link", err, f.Close())
	_, err = os.Lstat("nowhere")
	say("it makes what the link leads to", err)
	putFile("cut", "some text")
	f, err = os.OpenFile("cut", os.O_WRONLY|os.O_TRUNC, 0)
	say("O_TRUNC cuts", err, fileText("cut"), f.Close())
	putFile("cut", "some text")
	f, err = os.OpenFile("cut", os.O_RDONLY|os.O_TRUNC, 0)
	say("O_TRUNC cuts also without write access", err, fileText("cut"), f.Close())
	f = have(os.Create("cut"))
	say("Create reads and writes", second(f.WriteString("abc")), second(f.ReadAt(make([]byte, 3), 0)), f.Close())
}

// shorter keeps a long path out of an error.
func shorter(err error, path string) error {
	if e, ok := err.(*os.PathError); ok && len(path) > 100 {
		e.Path = "(long)"
	}
	return err
}

func second[T any](_ T, err error) error { return err }

func accesses() {
	r, w := have(os.Open("file")), have(os.OpenFile("file", os.O_WRONLY, 0))
	b := make([]byte, 4)
	say("write to a file opened to read", second(r.Write(b)))
	say("write at to a file opened to read", second(r.WriteAt(b, 0)))
	say("write nothing to a file opened to read", second(r.Write(nil)))
	say("truncate a file opened to read", r.Truncate(0))
	say("sync a file opened to read", r.Sync())
	say("read from a file opened to write", second(w.Read(b)))
	say("read at from a file opened to write", second(w.ReadAt(b, 0)))
	say("read nothing from a file opened to write", second(w.Read(nil)))
	say("seek in a file opened to write", second(w.Seek(2, io.SeekStart)))
	say("copy from a file opened to write", second(io.Copy(io.Discard, w)))
	a := have(os.OpenFile("appended", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600))
	say("append", second(a.WriteString("one")), second(a.Seek(0, io.SeekStart)), second(a.WriteString("two")), fileText("appended"))
	say("where an appended file stands", have(a.Seek(0, io.SeekCurrent)))
	say("write at to an appended file", second(a.WriteAt(b, 0)))
	a2 := have(os.OpenFile("appended", os.O_RDWR|os.O_APPEND, 0))
	say("append from two handles", second(a2.WriteString("3")), second(a.WriteString("4")), second(a2.WriteString("5")), fileText("appended"))
	p := make([]byte, 20)
	n, err := a2.Read(p)
	say("read after appending", n, err)
	s := have(os.OpenFile("synced", os.O_RDWR|os.O_CREATE|os.O_SYNC, 0o600))
	say("write with O_SYNC", second(s.WriteString("durable")), second(s.WriteAt([]byte("D"), 0)), fileText("synced"))
	for _, f := range []*os.File{r, w, a, a2, s} {
		sure(f.Close())
	}
}

func directoryHandles() {
	d := have(os.Open("dir"))
	b := make([]byte, 4)
	say("read a directory", second(d.Read(b)))
	say("read at a directory", second(d.ReadAt(b, 0)))
	say("write a directory", second(d.Write(b)))
	say("write at a directory", second(d.WriteAt(b, 0)))
	say("sync a directory", d.Sync())
	say("truncate a directory", d.Truncate(0))
	say("truncate a directory by name", os.Truncate("dir", 0))
	say("seek a directory to its start", second(d.Seek(0, io.SeekStart)))
	say("chdir to an open directory", d.Chdir(), have(os.Getwd()))
	sure(os.Chdir(".."))
	f := have(os.Open("file"))
	say("chdir to an open file", f.Chdir())
	say("read a directory as a file", second(os.ReadFile("dir")))
	say("write a directory as a file", os.WriteFile("dir", nil, 0o600))
	sure(d.Close())
	sure(f.Close())
}

func closedFile() {
	f := have(os.Open("file"))
	b := make([]byte, 4)
	say("close", f.Close())
	say("close again", f.Close())
	say("name of a closed file", f.Name())
	say("read a closed file", second(f.Read(b)))
	say("read at a closed file", second(f.ReadAt(b, 0)))
	say("write a closed file", second(f.Write(b)))
	say("write at a closed file", second(f.WriteAt(b, 0)))
	say("write a string to a closed file", second(f.WriteString("x")))
	say("seek a closed file", second(f.Seek(0, io.SeekStart)))
	say("stat a closed file", second(f.Stat()))
	say("sync a closed file", f.Sync())
	say("truncate a closed file", f.Truncate(0))
	say("chdir to a closed file", f.Chdir())
	say("chmod a closed file", f.Chmod(0o600))
	say("chown a closed file", f.Chown(0, 0))
	say("list a closed file", second(f.ReadDir(0)))
	say("names of a closed file", second(f.Readdirnames(-1)))
	say("deadline on a closed file", f.SetDeadline(time.Time{}))
	say("raw connection of a closed file", second(f.SyscallConn()))
	say("descriptor of a closed file is -1", f.Fd() == ^uintptr(0))
	say("copy from a closed file", second(io.Copy(io.Discard, f)))
	say("copy to a closed file", second(io.Copy(f, strings.NewReader("x"))))
	var none *os.File
	say("read no file", second(none.Read(b)))
	say("close no file", none.Close())
	say("stat no file", second(none.Stat()))
	say("NewFile of a negative descriptor is nil", os.NewFile(^uintptr(0), "x") == nil)
	say("read a descriptor that is not open", second(os.NewFile(9999, "number").Read(b)))
}

func deadlinesOfFiles() {
	f := have(os.OpenFile("file", os.O_RDWR, 0))
	defer f.Close()
	say("deadline on a file", f.SetDeadline(time.Now().Add(time.Hour)))
	say("read deadline on a file", f.SetReadDeadline(time.Now().Add(-time.Hour)))
	say("write deadline on a file", f.SetWriteDeadline(time.Now().Add(-time.Hour)))
	say("read with a passed deadline", second(f.Read(make([]byte, 2))))
	raw := have(f.SyscallConn())
	called := false
	say("control a file", raw.Control(func(uintptr) { called = true }), called)
}

func devices() {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	say("open the null device", err)
	n, err := null.Write([]byte("gone"))
	say("write the null device", n, err)
	n, err = null.Read(make([]byte, 4))
	say("read the null device", n, err, null.Close())
	info := have(os.Stat(os.DevNull))
	say("type of the null device", info.Mode().Type())
	for _, p := range []string{"/dev/zero", "/dev/urandom", "/dev/stdout", "/proc/self/status", "/etc/passwd", "/usr/bin"} {
		_, err := os.Stat(p)
		say("there is "+p, err == nil)
	}
	for _, p := range []string{"/etc/hosts", "/etc/hostname", "/tmp"} {
		_, err := os.Stat(p)
		say("there is "+p, err == nil)
	}
}
