package guest

import "github.com/tetratelabs/wazero/experimental"

// memory is the linear memory of one instance. Its address never changes: the
// whole limit is reserved at first, and pages cost nothing until they are
// touched.
type memory struct {
	region []byte // limit bytes
	limit  uint64
	// denied says that the guest asked for more than the limit.
	denied bool
	free   func([]byte)
}

// Allocate implements experimental.MemoryAllocator: the memory allocates
// itself, since each instance has its own limit.
func (m *memory) Allocate(_, _ uint64) experimental.LinearMemory {
	m.region, m.free = reserve(m.limit)
	return m
}

// Reallocate gives the first size bytes, nil over the limit.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.region)) {
		m.denied = true
		return nil
	}
	return m.region[:size:len(m.region)]
}

// Free gives the memory back.
func (m *memory) Free() {
	if m.region != nil {
		m.free(m.region)
		m.region = nil
	}
}

// plain is memory from Go's heap, for where none can be mapped.
func plain(n uint64) ([]byte, func([]byte)) { return make([]byte, n), func([]byte) {} }
