package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// Emacs with the configuration of docs/editors.md opens examples/kvlog, runs 100
// seeds with a code action, shows the failure at its line, and sees it go when the
// code is mended.
func TestEmacsFindsTheBugOfKvlogAndSeesItMended(t *testing.T) {
	if !*editors {
		t.Skip("it needs Emacs with eglot and go-mode; run it with -editors, as make test does")
	}
	said, b, err := drive(t, "emacs", "--batch", "-l", filepath.Join(repository(t), "lsp", "testdata", "emacs", "kvlog.el"))
	var o struct {
		Why, Action, Message string
		Line, Site           int
		Cleared              bool
	}
	if readErr := json.Unmarshal(b, &o); err != nil || readErr != nil {
		t.Fatalf("%v, %v: %s\n%s", err, readErr, b, said)
	}
	if o.Why != "ok" || !o.Cleared || o.Action != "seedfall: run 100 seeds" || o.Line != o.Site || o.Line == 0 ||
		!strings.Contains(o.Message, `always "every acknowledged write is read back" in workload: `) {
		t.Errorf("%s\n%s", b, said)
	}
}
