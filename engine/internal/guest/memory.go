package guest

import (
	"sync"

	"github.com/tetratelabs/wazero/experimental"
)

// memory is the linear memory of one instance. Its address never changes: the
// whole limit is reserved at first, and pages cost nothing until they are
// touched.
type memory struct {
	pool   *pool
	region *region
	limit  uint64
	// denied says that the guest asked for more than the limit.
	denied bool
}

// Allocate implements experimental.MemoryAllocator: the memory allocates
// itself, since each instance has its own limit.
func (m *memory) Allocate(_, _ uint64) experimental.LinearMemory {
	m.region = m.pool.take(m.limit)
	return m
}

// Reallocate gives the first size bytes, nil over the limit.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		m.denied = true
		return nil
	}
	m.region.used = max(m.region.used, size)
	return m.region.bytes[:size:m.limit]
}

// Free gives the memory back.
func (m *memory) Free() {
	if m.region != nil {
		m.pool.give(m.region)
		m.region = nil
	}
}

// region is reserved address space. Bytes from used on are zero.
type region struct {
	bytes []byte
	used  uint64
	free  func([]byte)
}

// pool keeps the regions of instances that have ended. Clearing what they used
// is far cheaper than having the kernel map fresh pages at every boot.
type pool struct {
	mu   sync.Mutex
	free []*region
}

// The bounds of a pool: regions that used more, and any above so many, go back
// to the system.
const (
	maxPooledUse = 16 << 20
	maxPooled    = 64
)

func (p *pool) take(limit uint64) *region {
	p.mu.Lock()
	var r *region
	for i := len(p.free) - 1; i >= 0; i-- {
		if uint64(len(p.free[i].bytes)) == limit {
			r = p.free[i]
			p.free = append(p.free[:i], p.free[i+1:]...)
			break
		}
	}
	p.mu.Unlock()
	if r == nil {
		bytes, free := reserve(limit)
		return &region{bytes: bytes, free: free}
	}
	clear(r.bytes[:r.used])
	r.used = 0
	return r
}

func (p *pool) give(r *region) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.used > maxPooledUse || len(p.free) >= maxPooled {
		r.free(r.bytes)
		return
	}
	p.free = append(p.free, r)
}

// close gives everything back to the system.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, r := range p.free {
		r.free(r.bytes)
	}
	p.free = nil
}

// plain is memory from Go's heap, for where none can be mapped.
func plain(n uint64) ([]byte, func([]byte)) { return make([]byte, n), func([]byte) {} }

// MemorySize is how many bytes of memory the guest has.
func (i *Instance) MemorySize() uint64 { return uint64(i.mod.Memory().Size()) }
