package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// exclusive locks a file; the lock goes with its closing. Without wait the error is
// ErrHeld if somebody has it. Only a byte far behind the content is locked, since
// nobody else can read what is.
func exclusive(f *os.File, wait bool) error {
	how := uint32(windows.LOCKFILE_EXCLUSIVE_LOCK)
	if !wait {
		how |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return ErrHeld
	}
	return err
}
