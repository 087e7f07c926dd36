package main

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A file that somebody sent is told or refused, whatever is in it.
func FuzzATraceFileIsToldOrRefused(f *testing.F) {
	b, err := os.ReadFile(recordedTrace)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add(b[:len(b)/2])
	path := filepath.Join(f.TempDir(), "run.sftrace")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, format := range []string{"human", "json"} {
			inspectVerb(t.Context(), env{io.Discard, io.Discard, nil}, []string{"-file", path, "-where", "cause:#3 -kind:log", "-format", format}) //nolint:errcheck // an error is an answer
		}
	})
}
