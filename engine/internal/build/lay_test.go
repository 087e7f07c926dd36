package build

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// over writes an overlay: files of a module by their names, with other contents.
func over(t *testing.T, dir string, contents map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	replace := map[string]string{}
	for name, text := range contents {
		to := filepath.Join(folder, strings.ReplaceAll(name, "/", "-"))
		write(t, to, text)
		replace[filepath.Join(dir, filepath.FromSlash(name))] = to
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "unsaved.json")
	write(t, path, string(text))
	return path
}

const otherServer = "package main\n\nfunc main() { println(\"unsavedword\") }\n"

func TestOverlayOfTheRequestStandsInForFiles(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir)}
	saved := built(t, r)
	r.Overlay = over(t, dir, map[string]string{"b/server/main.go": otherServer})
	unsaved := built(t, r)
	if !says(unsaved.Guests[0], "unsavedword") || says(unsaved.Guests[0], "second") {
		t.Error("the program is that of the disk")
	}
	if again := built(t, r); again.ID != unsaved.ID {
		t.Errorf("the same overlay gives the sets %s and %s", unsaved.ID, again.ID)
	}
	r.Overlay = over(t, dir, map[string]string{"b/server/main.go": otherServer, "b/server/extra.go": "package main\n\nfunc init() { println(\"addedword\") }\n"})
	if more := built(t, r); more.ID == unsaved.ID || !says(more.Guests[0], "addedword") {
		t.Error("a file that the disk does not have is left out")
	}
	r.Overlay = ""
	if back := built(t, r); back.ID != saved.ID || !says(back.Guests[0], "second") {
		t.Errorf("without the overlay the set is %s, not %s", back.ID, saved.ID)
	}
}

// What is saved later as it stands here has a set of its own, though the program does
// the same.
func TestSetOfAnOverlayIsNotThatOfTheSameFilesOnDisk(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir)}
	r.Overlay = over(t, dir, map[string]string{"b/server/main.go": otherServer})
	unsaved := built(t, r)
	write(t, filepath.Join(dir, "b", "server", "main.go"), otherServer)
	r.Overlay = ""
	if saved := built(t, r); unsaved.ID == saved.ID {
		t.Error("both have the same set")
	}
	if says(unsaved.Guests[0], "b-server-main.go") || !says(unsaved.Guests[0], "example.com/m/b/server/main.go") {
		t.Error("the program names the file of the overlay")
	}
}

func TestOverlayOfTheRequestGoesBeforeTheUsers(t *testing.T) {
	_, dir := module(t, "testdata/build/signals.txt")
	write(t, filepath.Join(dir, "plain.go"), "package main\n\nfunc main() { println(\"replacedword\") }\n")
	write(t, filepath.Join(dir, "waits.go"), "package main\n\nimport \"example.com/m/stop\"\n\nfunc main() { println(\"theirword\"); <-stop.Asked() }\n")
	write(t, filepath.Join(dir, "mine.json"), `{"Replace": {"plain/main.go": "plain.go", "waits/main.go": "waits.go"}}`)
	r := Request{Dir: dir, Packages: []string{"./plain", "./waits"}, SignalOverlay: true, Env: []string{"GOFLAGS=-overlay=mine.json"}}
	r.Overlay = over(t, dir, map[string]string{"plain/main.go": otherServer})
	s := built(t, r)
	if !says(s.Guests[0], "unsavedword") || !says(s.Guests[1], "theirword") || !says(s.Guests[1], "seedfall\x0asignal_set") {
		t.Error("one of the three overlays had no effect")
	}
}

func TestErrorsInAnOverlayNameTheFileThatItStandsInFor(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir), Env: []string{"GOPROXY=off"}}
	r.Overlay = over(t, dir, map[string]string{"b/server/main.go": "package main\n\nfunc main() { missing() }\n"})
	_, err := Guests(t.Context(), r)
	var compile *CompileError
	if !errors.As(err, &compile) || !strings.Contains(err.Error(), "\nb/server/main.go:3:15: undefined: missing") {
		t.Errorf("got %v", err)
	}
	r.Overlay = filepath.Join(dir, "nowhere.json")
	if _, err = Guests(t.Context(), r); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "build: the overlay of unsaved files: ") {
		t.Errorf("got %v", err)
	}
	if left := folders(filepath.Join(r.CacheDir, "scratch")); len(left) > 0 {
		t.Errorf("left in the cache: %s", left)
	}
}

// The go command sees the folder under the name by which it was started there.
func TestOverlayWorksInAFolderWithTwoNames(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	link := filepath.Join(tempDir(t), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	r := Request{Dir: link, Packages: []string{"./b/server"}, Overlay: over(t, link, map[string]string{"b/server/main.go": otherServer})}
	if s := built(t, r); !says(s.Guests[0], "unsavedword") {
		t.Error("the program is that of the disk")
	}
}
