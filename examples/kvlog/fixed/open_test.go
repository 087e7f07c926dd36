package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// restart opens the log at path as the server does and gives the values that it
// recovers. It closes the log after appending a record for each of more.
func restart(t *testing.T, path string, more ...string) []string {
	t.Helper()
	var got []string
	f, err := openLog(path, func(_, value string) { got = append(got, value) })
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range more {
		if _, err := f.Write(wal.Encode("key", value)); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestRestartsFindEveryRecordAroundATornOne(t *testing.T) {
	torn := wal.Encode("key", "torn")
	for cut := range len(torn) {
		path := filepath.Join(t.TempDir(), "log")
		restart(t, path, "one", "two")
		tear(t, path, torn[:cut])
		if got, want := restart(t, path, "three"), []string{"one", "two"}; !slices.Equal(got, want) {
			t.Errorf("cut at %d: the first restart finds %q, want %q", cut, got, want)
		}
		if got, want := restart(t, path), []string{"one", "two", "three"}; !slices.Equal(got, want) {
			t.Errorf("cut at %d: the second restart finds %q, want %q", cut, got, want)
		}
	}
}

// tear appends what a crash left of a record.
func tear(t *testing.T, path string, rest []byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(rest); err != nil {
		t.Fatal(err)
	}
}
