package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine/tracefile"
)

func TestAGeneratedTraceBecomesSectionsAndAnswers(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "run.sftrace")
	if err := run(300, []string{file}); err != nil {
		t.Fatal(err)
	}
	if err := run(0, []string{file, dir}); err != nil {
		t.Fatal(err)
	}
	for _, s := range tracefile.Sections() {
		if info, err := os.Stat(filepath.Join(dir, "run", names[s])); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", s, err)
		}
	}
	b, err := os.ReadFile(filepath.Join(dir, "run", "golden.json"))
	var g golden
	if err != nil || json.Unmarshal(b, &g) != nil {
		t.Fatal(err)
	}
	if len(g.Text) != 300 || len(g.JSON) != 300 || len(g.Cones) != 100 || len(g.States) != 100 {
		t.Errorf("%d, %d, %d and %d answers", len(g.Text), len(g.JSON), len(g.Cones), len(g.States))
	}
	if q := g.Queries[0]; q.Query != "" || len(q.Events) != 300 {
		t.Errorf("the empty query finds %d events", len(q.Events))
	}
	if err := run(0, []string{dir}); err == nil {
		t.Error("a folder alone is taken")
	}
}
