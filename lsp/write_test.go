package lsp

import (
	"os"
	"path/filepath"
	"testing"
)

// A text that cannot be put in place leaves nothing beside it.
func TestATextTakesThePlaceOfAnOlderOneOrLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "failures.txt")
	for _, text := range []string{"an older text\n", "new\n"} {
		if err := writeText(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != text {
			t.Errorf("%q, %v", b, err)
		}
	}
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := writeText(taken, "text", 0o644); err == nil {
		t.Error("a folder is overwritten")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}
