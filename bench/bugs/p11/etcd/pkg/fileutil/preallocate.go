// Package fileutil stands in for the one function of etcd's package that
// raft-wal uses; the rest does not compile for wasip1.
package fileutil

import "os"

// Preallocate gives f a size. Its place is unchanged.
func Preallocate(f *os.File, size int64, extend bool) error {
	if !extend {
		return nil
	}
	return f.Truncate(size)
}
