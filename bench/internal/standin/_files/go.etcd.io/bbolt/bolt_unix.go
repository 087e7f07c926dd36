package bbolt

import (
	"errors"
	"io"
	"time"
	"unsafe"

	"go.etcd.io/bbolt/internal/common"
)

// Stand-ins for locks and mapped files, which wasip1 lacks. Nobody else uses a
// node's disk, so each lock is free. A mapping is a copy of the file; fdatasync
// reads it again, before bbolt looks at what it wrote.

func flock(*DB, bool, time.Duration) error { return nil }

func funlock(*DB) error { return nil }

func mmap(db *DB, size int) error {
	db.dataref = make([]byte, size)
	db.data = (*[common.MaxMapSize]byte)(unsafe.Pointer(&db.dataref[0]))
	db.datasz = size
	return readMapping(db)
}

func munmap(db *DB) error {
	db.dataref, db.data, db.datasz = nil, nil, 0
	return nil
}

func readMapping(db *DB) error {
	if _, err := db.file.ReadAt(db.dataref, 0); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}
