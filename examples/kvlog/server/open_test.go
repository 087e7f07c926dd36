package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// One restart is well. What seedfall finds needs a second one.
func TestARestartLeavesOutATornRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	log := append(wal.Encode("key", "one"), wal.Encode("key", "torn")[:13]...)
	if err := os.WriteFile(path, log, 0o644); err != nil {
		t.Fatal(err)
	}
	var got []string
	f, err := openLog(path, func(_, value string) { got = append(got, value) })
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if want := []string{"one"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
