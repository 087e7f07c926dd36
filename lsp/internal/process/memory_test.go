package process

import (
	"os"
	"runtime"
	"testing"
)

func TestTheMemoryOfAProcessIsKnownWhereTheSystemTells(t *testing.T) {
	n := Memory(os.Getpid())
	if runtime.GOOS == "linux" && n < 1<<20 || n > 1<<40 {
		t.Errorf("this process has %d bytes", n)
	}
	if n := Memory(-1); n != 0 {
		t.Errorf("nobody has %d bytes", n)
	}
}
