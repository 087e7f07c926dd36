package lock

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestOneOwnerAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "sweeper.lock")
	first, err := Try(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := Owner(path); got != os.Getpid() {
		t.Errorf("the owner is %d, want %d", got, os.Getpid())
	}
	if _, err := Try(path); !errors.Is(err, ErrHeld) {
		t.Errorf("a second owner: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Try(path)
	if err != nil {
		t.Fatalf("after the first has gone: %v", err)
	}
	second.Close()
}

func TestOwnerOfAFileThatTellsNone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	for _, content := range []string{"", "x", "-4", "123456789012345678901234567890"} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Owner(path); got != 0 {
			t.Errorf("%q is of process %d", content, got)
		}
	}
	if got := Owner(path + "-none"); got != 0 {
		t.Errorf("no file is of process %d", got)
	}
}
