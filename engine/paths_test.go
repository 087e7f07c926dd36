package engine_test

import (
	"path/filepath"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

// Two configs in one folder do not overwrite each other's schedules, whoever saves
// them: the command line or the language server's worker.
func TestSchedulesOfTwoConfigsHavePathsOfTheirOwn(t *testing.T) {
	for file, want := range map[string][2]string{
		"m/seedfall.json": {"seedfall-seed-7.faults.json", "seed-7.faults.json"},
		"m/fixed.json":    {"fixed-seed-7.faults.json", "fixed-shrunk-seed-7.faults.json"},
	} {
		c, _ := config.Parse(file, []byte(`{"workload": {"package": "./w"}}`))
		if got := [2]string{filepath.Base(engine.SchedulePath(c, 7)), filepath.Base(engine.ShrunkPath(c, 7))}; got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}
