package build

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockWait waits until no other process has the file locked, and locks it. The
// lock goes with the file's closing, or with the process.
func lockWait(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// lockTry locks the file alone or together with others that do not want it
// alone. It fails at once if another process's lock forbids it.
func lockTry(f *os.File, alone bool) error {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if alone {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	return lockFile(f, flags)
}

// lockFile locks the file's whole range.
func lockFile(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, ^uint32(0), ^uint32(0), new(windows.Overlapped))
}
