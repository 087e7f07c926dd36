//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package corpus

import (
	"errors"
	"os"
	"syscall"
)

// exclusive says whether lock keeps other processes out.
const exclusive = true

// lock waits until no other process has the file locked, and locks it. The lock
// goes with the file's closing, or with the process.
func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
