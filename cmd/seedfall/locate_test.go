package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestFilesOfTheModuleAreShownFromHere(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"go.mod": "// comment\nmodule example.com/m // more\nmodule example.com/m\n", "deep/er/x.go": "package x"} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(filepath.Join(root, "deep"))
	l := newLocator(".")
	for name, want := range map[string]string{
		"example.com/m/deep/er/x.go": filepath.Join("er", "x.go"),
		"example.com/m/deep/gone.go": "example.com/m/deep/gone.go",
		"example.com/mm/x.go":        "example.com/mm/x.go",
		"runtime/proc.go":            "runtime/proc.go",
	} {
		if got := l.file(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestAReproLineRepeatsTheFlagsThatChooseTheProgram(t *testing.T) {
	for flags, want := range map[string]string{
		"":                          "",
		"-buildvcs=false":           "",
		"-modfile=v1.2.1.mod":       "GOFLAGS=-modfile=v1.2.1.mod ",
		"-buildvcs=false -tags=a,b": "GOFLAGS='-buildvcs=false -tags=a,b' ",
	} {
		if got := flagsOfGo(flags); got != want {
			t.Errorf("%q: %q", flags, got)
		}
	}
}
