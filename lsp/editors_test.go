package lsp

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var editors = flag.Bool("editors", false, "drive real editors, which have to be installed; a minute")

// repository is the folder of the whole module.
func repository(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// drive starts an editor with a script for a copy of examples/kvlog, with the server
// in PATH. It gives what the editor said, and what the script wrote.
func drive(t *testing.T, editor string, args ...string) (said, wrote []byte, err error) {
	t.Helper()
	if _, err := exec.LookPath(editor); err != nil {
		t.Fatal(err)
	}
	root, dir := repository(t), t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "seedfall-lsp"), "./cmd/seedfall-lsp")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	work, out := kvlogIn(t, root, filepath.Join(dir, "kvlog")), filepath.Join(dir, "out.json")
	cmd := exec.Command(editor, args...)
	cmd.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "PAGE="+filepath.Join(root, "docs", "editors.md"), "WORK="+work, "OUT="+out,
		"GOFLAGS=-buildvcs=false", "XDG_CACHE_HOME="+cacheOf(t), "XDG_STATE_HOME="+dir)
	said, err = cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s: %w", editor, err)
	}
	wrote, readErr := os.ReadFile(out)
	return said, wrote, errors.Join(err, readErr)
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
	mod := "module example.com/kvlog\n\ngo 1.26.0\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => " + root + "\n"
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}
