package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// outcome is what testdata/nvim/kvlog.lua writes.
type outcome struct {
	Why      string `json:"why"`
	Cleared  bool   `json:"cleared"`
	RunError string `json:"run_error"`
	Lens     struct {
		Title string
		Line  int
	} `json:"lens"`
	Progress   []string `json:"progress"`
	Diagnostic struct {
		Line    int
		Message string
		Related int
		Source  string
	} `json:"diagnostic"`
}

// Neovim with the configuration of docs/editors.md opens examples/kvlog, runs 100
// seeds from a lens, shows the failure at its line, and sees it go when the code is
// mended.
func TestNeovimFindsTheBugOfKvlogAndSeesItMended(t *testing.T) {
	if !*editors {
		t.Skip("it needs Neovim; run it with -editors, as make test does")
	}
	root := repository(t)
	said, b, err := drive(t, "nvim", "--headless", "--clean", "-i", "NONE", "-n", "-S", filepath.Join(root, "lsp", "testdata", "nvim", "kvlog.lua"))
	var o outcome
	if readErr := json.Unmarshal(b, &o); err != nil || readErr != nil {
		t.Fatalf("%v, %v: %s\n%s", err, readErr, b, said)
	}
	switch {
	case o.Why != "ok", !o.Cleared, o.RunError != "":
		t.Errorf("%s", b)
	case o.Lens.Title != "run 100 seeds", o.Lens.Line != o.Diagnostic.Line, o.Diagnostic.Related < 3, o.Diagnostic.Source != "seedfall":
		t.Errorf("%s", b)
	case !strings.HasPrefix(o.Diagnostic.Message, `always "every acknowledged write is read back" in workload: `):
		t.Errorf("%s", b)
	case len(o.Progress) < 3, o.Progress[0] != "begin", o.Progress[len(o.Progress)-1] != "end":
		t.Errorf("progress: %q", o.Progress)
	}
}
