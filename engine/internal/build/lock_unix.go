//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package build

import (
	"errors"
	"os"
	"syscall"
)

// lockWait waits until no other process has the file locked, and locks it. The
// lock goes with the file's closing, or with the process.
func lockWait(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// lockTry locks the file alone or together with others that do not want it
// alone. It fails at once if another process's lock forbids it.
func lockTry(f *os.File, alone bool) error {
	if alone {
		return flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	}
	return flock(f, syscall.LOCK_SH|syscall.LOCK_NB)
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
