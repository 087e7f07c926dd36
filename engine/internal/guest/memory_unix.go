//go:build linux || darwin || freebsd

package guest

import "syscall"

// reserve maps n bytes that read as zero and take no room until they are
// written.
func reserve(n uint64) ([]byte, func([]byte)) {
	b, err := syscall.Mmap(-1, 0, int(n), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE|noReserve)
	if err != nil {
		return plain(n)
	}
	return b, func(b []byte) {
		if err := syscall.Munmap(b); err != nil {
			panic(err) // the region is ours
		}
	}
}
