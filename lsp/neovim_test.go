package lsp

import (
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var editors = flag.Bool("editors", false, "drive real editors, which have to be installed; a minute")

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
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	server := filepath.Join(dir, "seedfall-lsp")
	build := exec.Command("go", "build", "-o", server, "./cmd/seedfall-lsp")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	work := kvlogIn(t, root, filepath.Join(dir, "kvlog"))
	out := filepath.Join(dir, "out.json")
	cmd := exec.Command(nvim, "--headless", "--clean", "-i", "NONE", "-n", "-S", filepath.Join(root, "lsp", "testdata", "nvim", "kvlog.lua"))
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "PAGE="+filepath.Join(root, "docs", "editors.md"), "WORK="+work, "OUT="+out, "GOFLAGS=-buildvcs=false -mod=mod", "XDG_CACHE_HOME="+cacheOf(t), "XDG_STATE_HOME="+dir)
	said, err := cmd.CombinedOutput()
	var o outcome
	b, readErr := os.ReadFile(out)
	if readErr == nil {
		readErr = json.Unmarshal(b, &o)
	}
	if err != nil || readErr != nil {
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

// cacheOf is the user's cache, so that Go's own is used where it is there.
func cacheOf(t *testing.T) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// kvlogIn makes a module of its own of examples/kvlog.
func kvlogIn(t *testing.T, root, dir string) string {
	t.Helper()
	from := filepath.Join(root, "examples", "kvlog")
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == ".seedfall" || d.Name() == "testdata" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(dir, rel), 0o755)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		text := strings.ReplaceAll(string(b), "github.com/seedfall/seedfall/examples/kvlog", "example.com/kvlog")
		return os.WriteFile(filepath.Join(dir, rel), []byte(text), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod := "module example.com/kvlog\n\ngo 1.26\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => " + root + "\n"
	for name, text := range map[string]string{"go.mod": mod, "go.sum": string(sum)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
