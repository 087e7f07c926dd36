package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// built calls Guests, which must succeed without warnings.
func built(t *testing.T, r Request) *Set {
	t.Helper()
	r.Env = append([]string{"GOPROXY=off"}, r.Env...)
	s, err := Guests(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Warnings) > 0 {
		t.Errorf("warnings: %q", s.Warnings)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func cacheIn(dir string) string { return filepath.Join(dir, ".seedfall", "cache") }

// says reports whether the guest holds the word.
func says(g Guest, word string) bool { return bytes.Contains(g.Wasm, []byte(word)) }

func TestGuestsAreTheNamedProgramsInOrder(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	names := []string{"./b/server", "./a/server", "example.com/m/tool/v2", "./c/Server", "./a//server/", dir + "/b/../b/server"}
	s := built(t, Request{Dir: dir, Packages: names, CacheDir: cacheIn(dir)})
	want := []struct{ path, word string }{
		{"example.com/m/b/server", "second"},
		{"example.com/m/a/server", "quietword"},
		{"example.com/m/tool/v2", "fourth"},
		{"example.com/m/c/Server", "third"},
		{"example.com/m/a/server", "quietword"},
		{"example.com/m/b/server", "second"},
	}
	if len(s.Guests) != len(want) {
		t.Fatalf("%d guests, want %d", len(s.Guests), len(want))
	}
	for i, g := range s.Guests {
		if g.Package != names[i] || g.ImportPath != want[i].path || !says(g, want[i].word) {
			t.Errorf("guest %d is %s, %s; want %s, %s with %q inside", i, g.Package, g.ImportPath, names[i], want[i].path, want[i].word)
		}
		if !bytes.HasPrefix(g.Wasm, []byte("\x00asm\x01\x00\x00\x00")) {
			t.Errorf("guest %d is no WebAssembly module", i)
		}
	}
	if len(folders(filepath.Join(s.entry.dir, ".."))) != 1 {
		t.Error("not exactly one set in the cache")
	}
}

func TestSetIsTheSameFromAnyFolderAndForAnyOrder(t *testing.T) {
	_, one := module(t, "testdata/build/cluster.txt")
	_, two := module(t, "testdata/build/cluster.txt")
	a := built(t, Request{Dir: one, Packages: []string{"./a/server", "./b/server"}})
	b := built(t, Request{Dir: two, Packages: []string{"./b/server", "./a/server"}})
	if a.ID != b.ID || a.Guests[0].SHA256 != b.Guests[1].SHA256 {
		t.Errorf("set %s with %s, set %s with %s", a.ID, a.Guests[0].SHA256, b.ID, b.Guests[1].SHA256)
	}
	if a.CompiledDir != "" {
		t.Errorf("CompiledDir is %s without a cache", a.CompiledDir)
	}
}

func TestTagsOfRequestAndGOFLAGSAreMerged(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./a/server"}, Tags: []string{"loud"}, CacheDir: cacheIn(dir)}
	loud := built(t, r)
	r.Env = []string{"GOFLAGS=-tags=shout,loud"}
	shout := built(t, r)
	if !says(loud.Guests[0], "loudword") || !says(shout.Guests[0], "shoutword") {
		t.Error("the tags did not choose the files")
	}
	if loud.ID == shout.ID {
		t.Error("both sets have the same ID")
	}
}

func TestUnchangedProgramIsNotLinkedAgain(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./a/server"}, CacheDir: cacheIn(dir)}
	first := built(t, r)
	file := filepath.Join(first.entry.dir, "0-server.wasm")
	before, _ := os.Stat(file)

	source := filepath.Join(dir, "a", "server", "main.go")
	text, _ := os.ReadFile(source)
	write(t, source, string(text)) // a newer file with the same content
	again := built(t, r)
	after, _ := os.Stat(file)
	if again.ID != first.ID || !os.SameFile(before, after) {
		t.Errorf("set %s, then %s; same file: %v", first.ID, again.ID, os.SameFile(before, after))
	}

	write(t, source, strings.Replace(string(text), "first", "other", 1))
	other := built(t, r)
	if other.ID == first.ID || !says(other.Guests[0], "other") {
		t.Errorf("the change was not seen: set %s, then %s", first.ID, other.ID)
	}
	write(t, source, string(text))
	if back := built(t, r); back.ID != first.ID || !bytes.Equal(back.Guests[0].Wasm, first.Guests[0].Wasm) {
		t.Errorf("after undoing the change the set is %s, not %s", back.ID, first.ID)
	}
	if sets := folders(filepath.Dir(first.entry.dir)); len(sets) != 2 {
		t.Errorf("the cache has %d sets, want 2", len(sets))
	}
}

func TestDamagedModuleInTheCacheIsLinkedAgain(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./a/server"}, CacheDir: cacheIn(dir)}
	first := built(t, r)
	first.Close()
	// Behind the build ID, so that the go command would not notice.
	file := filepath.Join(cacheIn(dir), "sets", first.ID, "0-server.wasm")
	damaged := slices.Clone(first.Guests[0].Wasm)
	damaged[len(damaged)/2] ^= 1
	if err := os.WriteFile(file, damaged, 0o666); err != nil {
		t.Fatal(err)
	}
	again := built(t, r)
	onDisk, _ := os.ReadFile(file)
	if again.ID != first.ID || !bytes.Equal(again.Guests[0].Wasm, first.Guests[0].Wasm) || !bytes.Equal(onDisk, first.Guests[0].Wasm) {
		t.Error("the damage was not repaired")
	}
}

func TestWorkspaceAndVendorFolderAreRespected(t *testing.T) {
	_, dir := module(t, "testdata/build/workspace.txt")
	work := built(t, Request{Dir: filepath.Join(dir, "app"), Packages: []string{"."}})
	if !says(work.Guests[0], "workspaceword") {
		t.Error("the workspace's module was not used")
	}
	vendored := built(t, Request{Dir: filepath.Join(dir, "vendored"), Packages: []string{"."}, Env: []string{"GOWORK=off"}})
	if !says(vendored.Guests[0], "vendorword") {
		t.Error("the vendor folder was not used")
	}
}

func TestGOFLAGSCannotSpoilTheModule(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}}
	plain := built(t, r)
	r.Env = []string{"GOFLAGS=-race -cover -trimpath=false -buildvcs=true -buildmode=c-shared -v -x -json -mod=mod"}
	if g := built(t, r).Guests[0]; g.SHA256 != plain.Guests[0].SHA256 {
		t.Error("the flags gave another module")
	}
	r.Env = []string{"GOFLAGS='-ldflags=all=-s -w'"}
	if g := built(t, r).Guests[0]; !bytes.Contains(g.Wasm, []byte("\x04name")) {
		t.Error("the module has no names")
	}
}

func TestCacheThatCannotBeUsedIsOneWarning(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	write(t, filepath.Join(dir, "file"), "")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: filepath.Join(dir, "file", "cache")}
	s, err := Guests(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	want := "the cache " + r.CacheDir + " cannot be used, so every run compiles again: "
	if len(s.Warnings) != 1 || !strings.HasPrefix(s.Warnings[0], want) {
		t.Errorf("warnings %q, want one that begins %q", s.Warnings, want)
	}
	if s.CompiledDir != "" || s.SealCompiled() != nil || s.Close() != nil || !says(s.Guests[0], "second") {
		t.Error("the set does not work without a cache")
	}
}

func TestGoCommandThatDoesNotStartIsAClearError(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, Env: []string{"GOTOOLCHAIN=nonsense"}}
	_, err := Guests(t.Context(), r)
	if want := `build: go env: go: invalid GOTOOLCHAIN "nonsense"`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	r.Dir = filepath.Join(dir, "nowhere")
	_, err = Guests(t.Context(), r)
	if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "build: folder of the config: ") {
		t.Errorf("without the folder: %v", err)
	}
	r.Dir = dir
	t.Setenv("PATH", dir)
	_, err = Guests(t.Context(), r)
	if want := "build: there is no go command on PATH; install Go, or add its bin folder to PATH"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestCancelledBuildSaysSo(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Guests(ctx, Request{Dir: dir, Packages: []string{"./b/server"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
