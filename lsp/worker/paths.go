package worker

import (
	"fmt"
	"path/filepath"

	"github.com/seedfall/seedfall/engine"
)

// shrunkPath is where the command line saves a shrunk schedule too.
func shrunkPath(p *engine.Program, seed uint64) string {
	return filepath.Join(engine.StateDir(p.Config), fmt.Sprintf("seed-%d.faults.json", seed))
}
