package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// tree describes all that lies below the scene's top.
func (s *osScene) tree() string {
	var b strings.Builder
	must(filepath.WalkDir(s.top, func(path string, e fs.DirEntry, err error) error {
		must(err)
		if strings.HasPrefix(s.root, path) {
			return nil
		}
		fmt.Fprint(&b, "[", osShort(strings.TrimPrefix(strings.TrimPrefix(path, s.root+"/"), s.top)), " ", osInfo(os.Lstat(path)))
		switch {
		case e.Type().IsRegular():
			fmt.Fprint(&b, " ", osBytes(os.ReadFile(path)))
		case e.Type() == fs.ModeSymlink:
			fmt.Fprint(&b, " ", osNamed(os.Readlink(path)))
		}
		b.WriteString("]")
		return nil
	}))
	return b.String()
}

func osRead(read func([]byte) (int, error), size int) string {
	b := make([]byte, size)
	n, err := read(b)
	return osBytes(b[:n], err)
}

func osBytes(b []byte, err error) string { return osRuns(b) + ", " + osError(err) }

func osCounted(n int, err error) string { return fmt.Sprint(n, ", ", osError(err)) }

func osNamed(name string, err error) string { return fmt.Sprintf("%q, %s", name, osError(err)) }

func osEntries(list []os.DirEntry, err error) string {
	names := make([]string, len(list))
	for i, e := range list {
		names[i] = osShort(e.Name()) + " " + e.Type().String()[:1]
	}
	slices.Sort(names)
	return fmt.Sprint(names, ", ", osError(err))
}

// osInfo shows the type of a file; of what is no directory also its size and
// links, and of a regular file the modification time, "now" if no call set it.
// Permissions, and sizes and links and times of directories, are not the same
// everywhere.
func osInfo(info os.FileInfo, err error) string {
	if err != nil {
		return osError(err)
	}
	text := info.Mode().Type().String()[:1]
	if info.IsDir() {
		return text
	}
	links := uint64(info.Sys().(*syscall.Stat_t).Nlink)
	size := fmt.Sprint(info.Size())
	if info.Mode().Type() == fs.ModeSymlink && info.Size() > 30 {
		size = "of an absolute path"
	}
	text += fmt.Sprint(" size ", size, " links ", links)
	if !info.Mode().IsRegular() {
		return text
	}
	return text + " " + osTime(info.ModTime())
}

// osTime shows a time that a call set; all others are "now".
func osTime(at time.Time) string {
	if at.IsZero() {
		return "unset"
	}
	for i, t := range osStamps {
		if at.Equal(t) {
			return fmt.Sprint("t", i)
		}
	}
	return "now"
}

// osRuns shows bytes as runs: "3a 4093.".
func osRuns(b []byte) string {
	var parts []string
	for len(b) > 0 {
		n := 1
		for n < len(b) && b[n] == b[0] {
			n++
		}
		c := b[0]
		if c == 0 {
			c = '.'
		}
		parts = append(parts, fmt.Sprintf("%d%c", n, c))
		b = b[n:]
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// osError shows an error without names of files: its kind, what was being done,
// and the error number or well-known error.
func osError(err error) string {
	if err == nil {
		return "ok"
	}
	var b strings.Builder
	var path *fs.PathError
	var link *os.LinkError
	var call *os.SyscallError
	switch {
	case errors.As(err, &path):
		fmt.Fprintf(&b, "PathError %s ", path.Op)
	case errors.As(err, &link):
		fmt.Fprintf(&b, "LinkError %s ", link.Op)
	case errors.As(err, &call):
		fmt.Fprintf(&b, "SyscallError %s ", call.Syscall)
	}
	var n syscall.Errno
	if errors.As(err, &n) {
		b.WriteString(osErrno(n))
	} else {
		for errors.Unwrap(err) != nil {
			err = errors.Unwrap(err)
		}
		b.WriteString(err.Error())
	}
	return b.String()
}

func osErrno(n syscall.Errno) string {
	for _, e := range osErrnos {
		if e.n == n {
			return e.name
		}
	}
	return fmt.Sprint("errno ", int(n))
}

// osErrnos have other numbers and texts on Linux than on wasip1.
var osErrnos = []struct {
	n    syscall.Errno
	name string
}{
	{syscall.EACCES, "EACCES"}, {syscall.EBADF, "EBADF"}, {syscall.EBUSY, "EBUSY"}, {syscall.EEXIST, "EEXIST"},
	{syscall.EFBIG, "EFBIG"}, {syscall.EINVAL, "EINVAL"}, {syscall.EISDIR, "EISDIR"}, {syscall.ELOOP, "ELOOP"},
	{syscall.EMLINK, "EMLINK"}, {syscall.ENAMETOOLONG, "ENAMETOOLONG"}, {syscall.ENOENT, "ENOENT"},
	{syscall.ENOSPC, "ENOSPC"}, {syscall.ENOSYS, "ENOSYS"}, {syscall.ENOTDIR, "ENOTDIR"}, {syscall.ENOTEMPTY, "ENOTEMPTY"},
	{syscall.ENXIO, "ENXIO"}, {syscall.EOVERFLOW, "EOVERFLOW"}, {syscall.EPERM, "EPERM"}, {syscall.EROFS, "EROFS"},
	{syscall.ESPIPE, "ESPIPE"}, {syscall.EXDEV, "EXDEV"},
}
