//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package lock

import "os"

// exclusive does nothing: there are no file locks.
func exclusive(*os.File, bool) error { return nil }
