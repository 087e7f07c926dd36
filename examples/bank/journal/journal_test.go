package journal

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seedfall/seedfall/examples/kvlog/wal"
)

// reopened opens the journal at path, appends more, closes it, and gives what it
// held before.
func reopened(t *testing.T, path string, more ...string) (held []string) {
	t.Helper()
	j, err := Open(path, func(key, value string) error {
		held = append(held, key+"="+value)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range more {
		if err := j.Append("k", value); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return held
}

func TestEveryRecordIsFoundAgainAroundATornOne(t *testing.T) {
	torn := wal.Encode("k", "torn")
	for cut := range len(torn) {
		path := filepath.Join(t.TempDir(), "journal")
		reopened(t, path, "1", "2")
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(whole, torn[:cut]...), 0o644); err != nil {
			t.Fatal(err)
		}
		first, second := reopened(t, path, "3"), reopened(t, path)
		if !slices.Equal(first, []string{"k=1", "k=2"}) || !slices.Equal(second, []string{"k=1", "k=2", "k=3"}) {
			t.Errorf("cut at %d: %q, then %q", cut, first, second)
		}
	}
}

func TestARecordThatCannotBeAppliedEndsOpen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal")
	reopened(t, path, "1", "2")
	bad, calls := errors.New("bad"), 0
	if _, err := Open(path, func(string, string) error { calls++; return bad }); !errors.Is(err, bad) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
