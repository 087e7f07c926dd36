package storage

import "os"

// Stand-ins for the functions that the package has per operating system. Nobody
// else uses a node's disk, so the lock is none.

type noLock struct{}

func (noLock) release() error { return nil }

func newFileLock(string, bool) (fileLock, error) { return noLock{}, nil }

func rename(from, to string) error { return os.Rename(from, to) }

func syncDir(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
