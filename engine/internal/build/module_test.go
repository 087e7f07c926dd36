package build

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the outputs into the archives of testdata")

// module writes the files of an archive into a new folder and returns the
// archive and the folder. $ROOT in a file stands for this repository.
func module(t *testing.T, path string) (*txtar.Archive, string) {
	t.Helper()
	a, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	dir := tempDir(t)
	for _, f := range a.Files {
		write(t, filepath.Join(dir, f.Name), strings.ReplaceAll(string(f.Data), "$ROOT", root(t)))
	}
	return a, dir
}

// tempDir is t.TempDir without symbolic links, which would show in Go's output.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t *testing.T, path, data string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(data), 0o666); err != nil {
		t.Fatal(err)
	}
}

// section is the content of one file of an archive.
func section(a *txtar.Archive, name string) string {
	for _, f := range a.Files {
		if f.Name == name {
			return string(f.Data)
		}
	}
	return ""
}

func lines(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r == '\n' })
}

// updateSection puts a new output into the archive.
func updateSection(t *testing.T, path string, a *txtar.Archive, name, text string) {
	t.Helper()
	for i, f := range a.Files {
		if f.Name == name {
			a.Files = append(a.Files[:i], a.Files[i+1:]...)
			break
		}
	}
	a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
	if err := os.WriteFile(path, txtar.Format(a), 0o666); err != nil {
		t.Fatal(err)
	}
}
