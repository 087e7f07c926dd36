// Package fileutil stands in for the file lock that go-ethereum takes from the
// package of this name, which does not compile for wasip1. Nobody else uses a
// node's disk, so each lock is free.
package fileutil

import (
	"errors"
	"io/fs"
	"os"
)

// Releaser is a lock that is held.
type Releaser interface{ Release() error }

// Flock takes the lock at path, and says whether the file was there before.
func Flock(path string) (r Releaser, existed bool, err error) {
	_, err = os.Stat(path)
	existed = !errors.Is(err, fs.ErrNotExist)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	return lock{f}, existed, err
}

type lock struct{ *os.File }

func (l lock) Release() error { return l.Close() }
