package corpus

import (
	"os"

	"golang.org/x/sys/windows"
)

// exclusive says whether lock keeps other processes out.
const exclusive = true

// lock waits until no other process has the file locked, and locks it. The lock
// goes with the file's closing, or with the process.
func lock(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, ^uint32(0), ^uint32(0), new(windows.Overlapped))
}
