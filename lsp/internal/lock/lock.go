// Package lock locks files against other processes.
package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Lock is a file that this process holds locked. A process that ends, in whatever
// way, gives back what it holds.
type Lock struct{ file *os.File }

// ErrHeld is wrapped by the error of Try when another process holds the lock.
var ErrHeld = errors.New("another process holds it")

// Wait locks the file at a path once nobody else does. The file and its folder are
// made if they are not there. On a system without file locks it locks nothing.
func Wait(path string) (*Lock, error) { return take(path, true) }

// Try locks the file at a path if nobody else does, and writes the number of this
// process into it.
func Try(path string) (*Lock, error) {
	l, err := take(path, false)
	if err != nil {
		return nil, err
	}
	if err = l.file.Truncate(0); err == nil {
		_, err = l.file.WriteAt(fmt.Appendf(nil, "%d\n", os.Getpid()), 0)
	}
	if err != nil {
		l.Close() //nolint:errcheck // the first error counts
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return l, nil
}

// Owner is the number of the process that has locked a file by Try; 0 if the file
// does not tell. Whether the process still lives is another question.
func Owner(path string) int {
	b, err := os.ReadFile(path)
	if err != nil || len(b) > 20 {
		return 0
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}

func take(path string, wait bool) (*Lock, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	if err := exclusive(f, wait); err != nil {
		f.Close() //nolint:errcheck // the first error counts
		return nil, fmt.Errorf("locking %s: %w", path, err)
	}
	return &Lock{f}, nil
}

// Close gives the lock back. The file stays.
func (l *Lock) Close() error { return l.file.Close() }
