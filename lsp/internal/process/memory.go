package process

import (
	"bytes"
	"fmt"
	"os"
	"runtime/metrics"
	"strconv"
)

// Memory is how many bytes of main memory a process with a number has, as the system
// tells; 0 where it does not, or nobody with the number lives.
func Memory(pid int) uint64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	f := bytes.Fields(b)
	if len(f) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(string(f[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// OwnMemory is how many bytes this process has: as the system tells, where it does,
// and else as the runtime does.
func OwnMemory() uint64 {
	if n := Memory(os.Getpid()); n > 0 {
		return n
	}
	m := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(m)
	return m[0].Value.Uint64() - m[1].Value.Uint64()
}

// MemoryText is a number of bytes for a person: "300 MiB", "2.0 GiB".
func MemoryText(n uint64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%d.%d GiB", n>>30, n&(1<<30-1)*10>>30)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
