package schedule

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A disk that is full keeps the schedule that it had, and no half of a new one.
func TestAFullDiskKeepsTheOldSchedule(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16k"); err != nil {
		t.Skip("a small file system cannot be mounted here:", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH) //nolint:errcheck // it goes with the test
	path := filepath.Join(disk, "small.json")
	if err := Write(path, full); err != nil {
		t.Fatal(err)
	}
	big := full.Clone()
	for len(big.Encode()) < 64<<10 {
		big.Faults = append(big.Faults, full.Faults...)
	}
	if err := Write(path, big); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("writing to a full disk: %v", err)
	}
	if s, _, err := Read(path); err != nil || s.Key() != full.Key() {
		t.Errorf("the old schedule is now %+v, %v", s, err)
	}
	if left, err := os.ReadDir(disk); err != nil || len(left) != 1 {
		t.Errorf("left: %v, %v", left, err)
	}
}
