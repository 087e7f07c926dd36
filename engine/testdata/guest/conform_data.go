//go:build conform

package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"strings"
)

// conform-data: the bytes of files: positions, holes, sizes, and what happens
// below an open file.

func init() { modes["conform-data"] = conformData }

func conformData([]string) {
	enter()
	reads()
	seeks()
	holes()
	sizes()
	belowOpenFiles()
	copies()
}

func reads() {
	putFile("f", "0123456789")
	f := have(os.OpenFile("f", os.O_RDWR, 0))
	defer f.Close()
	read := func(what string, size int) {
		b := make([]byte, size)
		n, err := f.Read(b)
		say(what, n, b[:n], err)
	}
	readAt := func(what string, size int, off int64) {
		b := make([]byte, size)
		n, err := f.ReadAt(b, off)
		say(what, n, b[:max(n, 0)], err)
	}
	read("read some", 4)
	read("read more than there is", 10)
	read("read at the end", 4)
	read("read nothing at the end", 0)
	readAt("read at", 3, 2)
	readAt("read at across the end", 5, 8)
	readAt("read at the end itself", 5, 10)
	readAt("read at beyond the end", 5, 100)
	readAt("read at nothing", 0, 100)
	readAt("read at before the start", 1, -1)
	say("read at does not move", have(f.Seek(0, io.SeekCurrent)))
	n, err := f.WriteAt([]byte("AB"), 1)
	say("write at", n, err, fileText("f"))
	n, err = f.WriteAt([]byte("XYZ"), 9)
	say("write at across the end", n, err, fileText("f"))
	n, err = f.WriteAt([]byte("x"), -1)
	say("write at before the start", n, err)
	n, err = f.WriteAt(nil, 100)
	say("write at nothing", n, err, fileText("f"))
	n, err = f.Write(nil)
	say("write nothing", n, err)
	_, err = io.ReadFull(f, make([]byte, 100))
	say("read full at the end", err, have(f.Seek(0, io.SeekCurrent)))
	have(f.Seek(0, io.SeekStart))
	_, err = io.ReadFull(f, make([]byte, 100))
	say("read full of too little", err)
	s := io.NewSectionReader(f, 2, 4)
	b, err := io.ReadAll(s)
	say("section", b, err)
}

func seeks() {
	putFile("f", "0123456789")
	f := have(os.OpenFile("f", os.O_RDWR, 0))
	defer f.Close()
	for _, s := range []struct {
		what   string
		off    int64
		whence int
	}{
		{"seek to a place", 4, io.SeekStart},
		{"seek on", 3, io.SeekCurrent},
		{"seek back", -2, io.SeekCurrent},
		{"seek from the end", -1, io.SeekEnd},
		{"seek beyond the end", 90, io.SeekEnd},
		{"seek before the start", -1, io.SeekStart},
		{"seek back before the start", -1000, io.SeekCurrent},
		{"seek from the end before the start", -1000, io.SeekEnd},
		{"seek beyond all numbers", math.MaxInt64, io.SeekCurrent},
		{"seek with a bad whence", 0, 99},
		{"a failed seek does not move", 0, io.SeekCurrent},
		{"seek to data", 0, 3},
		{"seek to a hole", 0, 4},
	} {
		at, err := f.Seek(s.off, s.whence)
		say(s.what, at, err)
	}
}

func holes() {
	f := have(os.Create("sparse"))
	defer f.Close()
	have(f.Seek(5, io.SeekStart))
	n, err := f.Write([]byte("x"))
	say("write beyond the end", n, err, fileText("sparse"))
	n, err = f.WriteAt([]byte("far"), 1<<30)
	say("write far beyond the end", n, err, have(f.Stat()).Size())
	b := make([]byte, 3)
	n, err = f.ReadAt(b, 1<<29)
	say("read a hole", n, b, err)
	n, err = f.WriteAt([]byte("x"), math.MaxInt64-1)
	say("write at the end of all numbers", n, err)
	say("truncate far out", f.Truncate(1<<40), have(f.Stat()).Size())
	say("truncate back", f.Truncate(6), fileText("sparse"))
}

func sizes() {
	putFile("f", "0123456789")
	f := have(os.OpenFile("f", os.O_RDWR, 0))
	defer f.Close()
	have(f.Seek(8, io.SeekStart))
	say("truncate shorter", f.Truncate(4), fileText("f"), have(f.Seek(0, io.SeekCurrent)))
	n, err := f.Read(make([]byte, 4))
	say("read beyond a cut", n, err)
	n, err = f.Write([]byte("z"))
	say("write beyond a cut", n, err, fileText("f"))
	say("truncate longer", f.Truncate(12), fileText("f"))
	say("truncate to the same", f.Truncate(12), fileText("f"))
	say("truncate to nothing", f.Truncate(0), fileText("f"))
	say("truncate to less than nothing", f.Truncate(-1))
	putFile("g", "0123456789")
	say("truncate by name", os.Truncate("g", 3), fileText("g"))
	say("truncate by name to less than nothing", os.Truncate("g", -1))
	say("truncate what is not there", os.Truncate("missing", 0))
	say("write a file anew", os.WriteFile("g", []byte("x"), 0o600), fileText("g"))
	big := bytes.Repeat([]byte("0123456789abcdef"), 1<<17)
	say("write 2 MiB", os.WriteFile("big", big, 0o600))
	back, err := os.ReadFile("big")
	say("read 2 MiB", err, bytes.Equal(back, big))
	r, err := os.Open("big")
	sure(err)
	n, err = r.Read(make([]byte, 3<<20))
	say("read 2 MiB at once", n, err, r.Close())
}

func belowOpenFiles() {
	putFile("f", "first")
	f := have(os.OpenFile("f", os.O_RDWR, 0))
	sure(os.Remove("f"))
	b := make([]byte, 20)
	n, err := f.Read(b)
	say("read a removed file", n, b[:n], err)
	say("write a removed file", second(f.WriteString(" and more")), have(f.Stat()).Size(), f.Sync(), f.Truncate(2))
	say("name of a removed file", f.Name(), have(f.Stat()).Name(), have(f.Stat()).Size())
	putFile("f", "second")
	n, err = f.ReadAt(b, 0)
	say("a removed file is not the new one of its name", n, b[:n], err, fileText("f"), f.Close())

	f = have(os.Open("f"))
	putFile("g", "replacement")
	sure(os.Rename("g", "f"))
	say("a replaced file is still there", string(have(io.ReadAll(f))), fileText("f"), f.Close())

	f, g := have(os.OpenFile("f", os.O_RDWR, 0)), have(os.OpenFile("f", os.O_RDWR, 0))
	have(f.WriteString("RE"))
	n, err = g.Read(b)
	say("two handles see each other's writes", n, b[:n], err)
	sure(f.Truncate(0))
	have(g.Seek(0, io.SeekStart))
	n, err = g.Read(b)
	say("two handles see each other's cuts", n, err, f.Close(), g.Close())

	f = have(os.OpenFile("f", os.O_RDWR, 0))
	sure(os.Rename("f", "moved"))
	say("write a renamed file", second(f.WriteString("by handle")), fileText("moved"), f.Name(), f.Close())
}

func copies() {
	putFile("src", strings.Repeat("line\n", 20000))
	src, dst := have(os.Open("src")), have(os.Create("dst"))
	n, err := io.Copy(dst, src)
	say("copy a file", n, err, fileText("dst") == fileText("src"))
	n, err = io.Copy(dst, src)
	say("copy a file at its end", n, err)
	have(src.Seek(0, io.SeekStart))
	n, err = io.CopyN(dst, src, 10)
	say("copy a part", n, err, have(dst.Stat()).Size())
	m, err := dst.ReadFrom(io.LimitReader(src, 7))
	say("read from a part", m, err, have(dst.Seek(0, io.SeekCurrent)))
	say("close both", src.Close(), dst.Close())
	a := have(os.OpenFile("src", os.O_WRONLY|os.O_APPEND, 0))
	n, err = io.Copy(a, strings.NewReader("end\n"))
	say("copy to the end", n, err, have(a.Stat()).Size(), a.Close())
	var buf bytes.Buffer
	r := have(os.Open("src"))
	n, err = r.WriteTo(&buf)
	say("write to", n, err, buf.Len(), r.Close())
}
