package process

import (
	"bytes"
	"fmt"
	"os"
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
