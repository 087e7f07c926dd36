package engine

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
)

// SchedulePath is where the schedule of a failing seed is kept: in StateDir, under
// the config's name.
func SchedulePath(c *config.Config, seed uint64) string {
	return filepath.Join(StateDir(c), fmt.Sprintf("%s-seed-%d.faults.json", stem(c.File()), seed))
}

// ShrunkPath is where the schedule of a shrunk seed is kept. Only a config with
// another than the usual name has it in the file's.
func ShrunkPath(c *config.Config, seed uint64) string {
	name := fmt.Sprintf("seed-%d.faults.json", seed)
	if b := stem(c.File()); b != stem(config.FileName) {
		name = fmt.Sprintf("%s-shrunk-%s", b, name)
	}
	return filepath.Join(StateDir(c), name)
}

func stem(path string) string { return strings.TrimSuffix(filepath.Base(path), ".json") }
