package build

import (
	"path/filepath"
	"syscall"
	"testing"
)

// The cache lies on a file system of its own, one megabyte in size, which is
// first full and then read-only.
func TestFullOrReadOnlyCacheIsOneWarning(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	disk := tempDir(t)
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=1m"); err != nil {
		t.Skip("a small file system cannot be mounted here:", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: filepath.Join(disk, "cache")}
	intro := "the cache " + r.CacheDir + " cannot be used, so every run compiles again: "
	check := func(reason string) {
		t.Helper()
		s, err := Guests(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Warnings) != 1 || s.Warnings[0] != intro+reason {
			t.Errorf("warnings %q, want one: %s", s.Warnings, reason)
		}
		if s.CompiledDir != "" || !says(s.Guests[0], "second") {
			t.Error("the set does not work without a cache")
		}
	}
	check("no space left on device")
	if left := folders(filepath.Join(r.CacheDir, "scratch")); len(left) > 0 {
		t.Errorf("left in the full cache: %q", left)
	}
	if err := syscall.Mount("", disk, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	check("open " + filepath.Join(r.CacheDir, "lock") + ": read-only file system")
}
