//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package build

import (
	"errors"
	"os"
)

// Without locks there is no cache: the build goes on without one, with a warning.

func lockWait(*os.File) error { return errors.ErrUnsupported }

func lockTry(*os.File, bool) error { return errors.ErrUnsupported }
