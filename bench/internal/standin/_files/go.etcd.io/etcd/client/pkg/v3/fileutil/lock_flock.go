package fileutil

import "os"

// Stand-ins for locks by flock, which wasip1 lacks. Nobody else uses a node's
// disk, so each lock is free.

func flockTryLockFile(path string, flag int, perm os.FileMode) (*LockedFile, error) {
	return flockLockFile(path, flag, perm)
}

func flockLockFile(path string, flag int, perm os.FileMode) (*LockedFile, error) {
	f, err := os.OpenFile(path, flag, perm)
	if err != nil {
		return nil, err
	}
	return &LockedFile{f}, nil
}
