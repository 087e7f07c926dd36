package worker

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestTheTracesUsedLastAreKept(t *testing.T) {
	dir := t.TempDir()
	old := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	half := filepath.Join(dir, "run-00.sftrace.123.tmp")
	if err := os.WriteFile(half, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(half, old, old); err != nil {
		t.Fatal(err)
	}
	for i := range maxTraces + 3 {
		base := filepath.Join(dir, fmt.Sprintf("run-%02d", i))
		for _, name := range []string{base + ".sftrace", base + ".txt"} {
			if err := os.WriteFile(name, nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		used := old.Add(time.Duration(i) * time.Second)
		if i == 1 {
			used = old.Add(time.Hour) // it was opened again
		}
		if err := os.Chtimes(base+".sftrace", used, used); err != nil {
			t.Fatal(err)
		}
	}
	if err := forgetTraces(dir); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(left) != 2*maxTraces || filepath.Base(left[0]) != "run-01.sftrace" || filepath.Base(left[2]) != "run-04.sftrace" {
		t.Errorf("%v, %v", left, err)
	}
}
