// Package atomicfile puts a file in the place of another: who reads it sees the old
// one or the new one, never a part.
package atomicfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
)

// Options say how a file is written. The zero value writes one as os.Create does.
type Options struct {
	// Mode is the permission bits, whatever the umask. 0 leaves them to the umask, as
	// os.Create does: 0666 without what it takes.
	Mode fs.FileMode
	// Durable says that the file is there, whole, after a power cut: it is synced
	// before it gets its name, and its folder after, where the system lets a folder be
	// synced.
	Durable bool
	// Through says that what is no file, a device or a pipe, is written to and stays
	// what it is; renaming would take it away. Without it only files are expected.
	Through bool
}

// Write writes what content writes, under a temporary name in the same folder, which
// has to be there, and renames that to path. If anything fails, or content panics, the
// temporary file is removed and what stands at path is as it was. A symbolic link at
// path is replaced by the file; what it leads to stays.
//
// Several may write to one path at a time, in one process or more: the last to finish
// stays. On Windows a file that somebody has open cannot be replaced. The rename fails
// then, its error names both files, and the old one stays: close what is open, or have
// the user do so, and write again.
func Write(path string, o Options, content func(io.Writer) error) error {
	if at, err := os.Stat(path); o.Through && err == nil && !at.Mode().IsRegular() {
		return through(path, content)
	}
	f, err := create(path, o.Mode)
	if err != nil {
		return err
	}
	placed := false
	defer func() {
		if !placed {
			f.Close()           //nolint:errcheck // the first error counts; Windows removes no open file
			os.Remove(f.Name()) //nolint:errcheck // the same
		}
	}()
	if err := fill(f, o, content); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	placed = true
	if o.Durable {
		syncFolder(filepath.Dir(path))
	}
	return nil
}

// WriteBytes writes b as Write does.
func WriteBytes(path string, o Options, b []byte) error {
	return Write(path, o, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// attempts is how many names are tried that are taken by what killed processes left.
const attempts = 10_000

// written counts the temporary files of this process.
var written atomic.Uint64

// create makes the temporary file of a path: its name and .N.tmp, N digits. Nobody else
// may read what is to get its mode when it is whole.
func create(path string, mode fs.FileMode) (*os.File, error) {
	perm := fs.FileMode(0o666)
	if mode != 0 {
		perm = 0o600
	}
	for n := 0; ; n++ {
		name := fmt.Sprintf("%s.%d%06d.tmp", path, os.Getpid(), written.Add(1))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if err == nil || !errors.Is(err, fs.ErrExist) || n == attempts {
			return f, err
		}
	}
}

// fill writes the content and closes the file.
func fill(f *os.File, o Options, content func(io.Writer) error) error {
	if err := buffered(f, content); err != nil {
		return err
	}
	if o.Mode != 0 {
		if err := f.Chmod(o.Mode); err != nil {
			return err
		}
	}
	if o.Durable {
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return f.Close()
}

func buffered(w io.Writer, content func(io.Writer) error) error {
	b := bufio.NewWriter(w)
	if err := content(b); err != nil {
		return err
	}
	return b.Flush()
}

// through writes to what is no file.
func through(path string, content func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	err = buffered(f, content)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// syncFolder makes the new name last. Where that cannot be done the file has been
// written all the same, so its errors are none of Write.
func syncFolder(dir string) {
	f, err := os.Open(dir)
	if err != nil {
		return
	}
	f.Sync()  //nolint:errcheck // not every file system lets a folder be synced
	f.Close() //nolint:errcheck // it was read only
}
