package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/seedfall/seedfall/lsp/internal/lock"
	"github.com/seedfall/seedfall/lsp/work"
)

// overlaid is what a job's overlay has in place of the files of the folder, by name.
func overlaid(t *testing.T, root string, j work.Job) map[string]string {
	t.Helper()
	var file struct{ Replace map[string]string }
	b, err := os.ReadFile(j.Overlay)
	if err == nil {
		err = json.Unmarshal(b, &file)
	}
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for from, to := range file.Replace {
		rel, err := filepath.Rel(root, from)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		all[rel] = string(text)
	}
	return all
}

// private says that only their owner can read the files of a folder.
func private(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range append(entries, dirEntry(t, dir)) {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm()&0o077 != 0 && e.Name() != overlayLock {
			t.Errorf("%s has the mode %v", e.Name(), info.Mode())
		}
	}
}

func dirEntry(t *testing.T, dir string) os.DirEntry {
	t.Helper()
	all, err := os.ReadDir(filepath.Dir(dir))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name() == filepath.Base(dir) {
			return e
		}
	}
	t.Fatalf("%s is not there", dir)
	return nil
}

func gone(t *testing.T, path string) {
	t.Helper()
	if _, err := os.Lstat(path); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", path, err)
	}
}

func TestUnsavedTextIsGoneWhenTheServerIs(t *testing.T) {
	g := newStage(t)
	e := edit(t, project(t), unsavedQuick)
	e.quiet()
	e.open("main.go", program+"// typed\n")
	e.command("run", `{}`)
	j := g.worker().expect("sweep 1-10")
	overlaid(t, e.root, j)
	e.hangUp()
	gone(t, filepath.Dir(j.Overlay))
}

func TestUnsavedTextOfAKilledServerIsRemovedByTheNextOne(t *testing.T) {
	dir := project(t)
	cache := filepath.Join(dir, ".seedfall", "cache")
	long := time.Now().Add(-2 * fresh)
	for _, name := range []string{"unsaved-dead", "unsaved-live", "sets"} {
		put(t, filepath.Join(cache, name, "0-main.go"), "package main\n")
		if name == "unsaved-live" {
			l, err := lock.Try(filepath.Join(cache, name, overlayLock))
			if err != nil {
				t.Fatal(err)
			}
			defer l.Close()
		}
		if err := os.Chtimes(filepath.Join(cache, name), long, long); err != nil {
			t.Fatal(err)
		}
	}
	edit(t, dir, unsavedQuick).quiet()
	gone(t, filepath.Join(cache, "unsaved-dead"))
	dirEntry(t, filepath.Join(cache, "unsaved-live"))
	dirEntry(t, filepath.Join(cache, "sets"))
}
