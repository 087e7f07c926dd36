package z

import (
	"bytes"
	"errors"
	"io"
	"os"
	"sync"
	"unsafe"
)

// Stand-ins for mapped files, which wasip1 lacks. A mapping is a copy of the
// file in memory. Its pages that changed are written to the file when it is
// synced or unmapped, and a crash before that loses them, as it may.

const page = 4096 // bytes

// mapping is a mapped file.
type mapping struct {
	file *os.File
	seen []byte // what the file holds
}

var (
	mu       sync.Mutex
	mappings = map[*byte]mapping{} // the writable ones, by their first byte
)

func mmap(fd *os.File, writable bool, size int64) ([]byte, error) {
	if size == 0 {
		return nil, nil
	}
	data := make([]byte, size)
	if _, err := fd.ReadAt(data, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if writable {
		mu.Lock()
		defer mu.Unlock()
		mappings[unsafe.SliceData(data)] = mapping{fd, bytes.Clone(data)}
	}
	return data, nil
}

func munmap(b []byte) error {
	err := writeBack(b)
	mu.Lock()
	defer mu.Unlock()
	delete(mappings, unsafe.SliceData(b))
	return err
}

func msync(b []byte) error {
	if err := writeBack(b); err != nil {
		return err
	}
	mu.Lock()
	m, there := mappings[unsafe.SliceData(b)]
	mu.Unlock()
	if !there {
		return nil
	}
	return m.file.Sync()
}

// writeBack writes the pages that changed.
func writeBack(b []byte) error {
	mu.Lock()
	m := mappings[unsafe.SliceData(b)]
	mu.Unlock()
	for at := 0; at < min(len(b), len(m.seen)); at += page {
		end := min(at+page, len(b), len(m.seen))
		if bytes.Equal(b[at:end], m.seen[at:end]) {
			continue
		}
		copy(m.seen[at:end], b[at:end])
		if _, err := m.file.WriteAt(m.seen[at:end], int64(at)); err != nil {
			return err
		}
	}
	return nil
}

func madvise([]byte, bool) error { return nil }
