//go:build unix

package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/schedule"
)

// starts panics at its sixtieth start, so sixty faults matter, and looking for
// them takes long.
const starts = `package main

import (
	"os"
	"time"
)

func main() {
	n, err := os.ReadFile("/starts")
	if err != nil && !os.IsNotExist(err) {
		panic(err)
	}
	f, err := os.Create("/starts")
	if err != nil {
		panic(err)
	}
	if _, err := f.Write(append(n, '.')); err != nil {
		panic(err)
	}
	if err := f.Sync(); err != nil {
		panic(err)
	}
	if len(n) == 59 {
		panic("started too often")
	}
	time.Sleep(time.Hour)
}
`

func TestAnInterruptedShrinkLeavesTheBestSchedule(t *testing.T) {
	cmd, stdout, stderr := start(t, starts, `{"nodes": [{"name": "a", "package": "."}], "duration": "5m", "faults": {"crash": {"every": "2s"}}}`,
		"shrink", "-seed", "1")
	go io.Copy(io.Discard, stderr) //nolint:errcheck // nobody reads it
	until(t, stdout, "  run ")
	interrupt(t, cmd)
	until(t, stdout, "this schedule may not be minimal")
	until(t, stdout, "saved to ")
	io.Copy(io.Discard, stdout) //nolint:errcheck // until it ends
	if code := exitCode(t, cmd.Wait()); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	s, _, err := schedule.Read(filepath.Join(cmd.Dir, ".seedfall", "seed-1.faults.json"))
	if err != nil || s.ShrunkFrom == nil || len(s.Faults) < 59 {
		t.Errorf("%+v, %v", s, err)
	}
}
