package vfs

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Stand-ins for what the package has per operating system.

var errNotEmpty = syscall.ENOTEMPTY

// IsNoSpaceError says that err is about a full disk.
func IsNoSpaceError(err error) bool { return errors.Is(err, syscall.ENOSPC) }

// GetDiskUsage knows nothing of a node's disk.
func (defaultFS) GetDiskUsage(string) (DiskUsage, error) { return DiskUsage{}, ErrUnsupported }

func (defaultFS) OpenDir(name string) (File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return file{f}, nil
}

func wrapOSFileImpl(f *os.File) File { return file{f} }

// file is a File that gives the disk no hints.
type file struct{ *os.File }

func (f file) Stat() (FileInfo, error)             { return maybeWrapFileInfo(f.File.Stat()) }
func (file) Prefetch(int64, int64) error           { return nil }
func (file) Preallocate(int64, int64) error        { return nil }
func (f file) SyncData() error                     { return f.Sync() }
func (f file) SyncTo(int64) (full bool, err error) { return false, nil } // as sync_file_range, which promises nothing

func deviceIDFromFileInfo(fs.FileInfo) DeviceID { return DeviceID{} }
