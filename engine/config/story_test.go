package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// A story is an archive of configs; its last file, "problems", holds what each
// of them is told.
func TestProblemsOfStories(t *testing.T) {
	for _, story := range []string{"broken", "ten", "keys", "values", "rules"} {
		t.Run(story, func(t *testing.T) {
			tell(t, story, "problems", func(f txtar.File) string {
				_, problems := Parse(f.Name, f.Data)
				if len(problems) == 0 {
					return f.Name + ": no problem"
				}
				return problems.String()
			})
		})
	}
}

// What each config of the story means: the fields that its keys set, and each
// program with all defaults filled in.
func TestMeaningOfGoodConfigs(t *testing.T) {
	tell(t, "good", "meaning", func(f txtar.File) string {
		c, problems := Parse(f.Name, f.Data)
		if len(problems) > 0 {
			return problems.String()
		}
		return f.Name + "\n" + strings.TrimRight(render(c), "\n")
	})
}

// tell runs each file of a story and compares all that comes out with its last
// file.
func tell(t *testing.T, story, last string, run func(txtar.File) string) {
	t.Helper()
	path := filepath.Join("testdata", story+".txt")
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	end := len(archive.Files) - 1
	if archive.Files[end].Name != last {
		t.Fatalf("%s: the last file is not %q", path, last)
	}
	for _, f := range archive.Files[:end] {
		fmt.Fprintln(&got, run(f))
	}
	if *update {
		archive.Files[end].Data = []byte(got.String())
		if err := os.WriteFile(path, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	compareLines(t, path, got.String(), string(archive.Files[end].Data))
}

func compareLines(t *testing.T, path, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			t.Errorf("%s: missing: %s", path, w[i])
		case i >= len(w):
			t.Errorf("%s: not expected: %s", path, g[i])
		case g[i] != w[i]:
			t.Errorf("%s:\n got: %s\nwant: %s", path, g[i], w[i])
			return
		}
	}
}
