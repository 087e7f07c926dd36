package engine

import (
	"testing"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/build"
)

// The same code in an engine that decides otherwise is another program: what the one
// before has recorded is found by anchors, and never taken for exact.
func TestAnotherRevisionIsAnotherProgram(t *testing.T) {
	ids := map[string]int{}
	for revision := range 3 {
		id, err := identify(&config.Config{}, &build.Set{ID: "0123"}, revision)
		if err != nil || len(id) != 32 {
			t.Fatalf("%q, %v", id, err)
		}
		if before, ok := ids[id]; ok {
			t.Errorf("revisions %d and %d are %s", before, revision, id)
		}
		ids[id] = revision
	}
}
