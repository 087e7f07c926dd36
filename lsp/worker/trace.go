package worker

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/tracefile"
	"github.com/seedfall/seedfall/lsp/work"
)

// maxTraces is how many traces of a config are kept: those used last.
const maxTraces = 20

// trace runs once and writes what happened to a file beside the config.
func (t *task) trace(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	fails := t.expected(in)
	if t.Without > 0 {
		if in, fails, err = t.lacking(p, in, fails); err != nil {
			return nil, err
		}
	}
	in.Trace = true
	r, err := p.Run(t.ctx, in)
	if err != nil {
		return nil, err
	}
	path, err := t.keepTrace(p, r, t.traceName(in))
	if err != nil {
		return nil, err
	}
	return &work.Done{At: r.At, Passed: r.Passed(), File: path, Verdict: verdictOf(r, fails)}, nil
}

// keepTrace writes the trace of a run, and gives the path.
func (t *task) keepTrace(p *engine.Program, r *engine.Result, name string) (path string, err error) {
	path = filepath.Join(engine.StateDir(p.Config), "traces", name)
	if err := tracefile.WriteFile(path, r.TraceFile()); err != nil {
		return "", err
	}
	if err := forgetTraces(filepath.Dir(path)); err != nil {
		t.tell(work.Event{Say: "old traces are not removed: " + err.Error()})
	}
	return path, nil
}

// traceName is the name of the file of a run: that of its schedule or, if it has
// none, of its config and its seed. A schedule that no file has is named by what is
// in it.
func (t *task) traceName(in engine.Input) string {
	switch {
	case in.Schedule != nil && (t.Content != "" || t.Without > 0):
		return t.editedName(in.Schedule)
	case t.Schedule != "":
		name, _, _ := strings.Cut(filepath.Base(t.Schedule), ".")
		return name + tracefile.Extension
	}
	return fmt.Sprintf("%s-seed-%d-drawn%s", t.stem(), in.Seed, tracefile.Extension)
}

// editedName is that of the file of a schedule that is in no file.
func (t *task) editedName(s *schedule.Schedule) string {
	sum := sha256.Sum256([]byte(s.Key()))
	return fmt.Sprintf("%s-seed-%d-edited-%x%s", t.stem(), s.Seed, sum[:4], tracefile.Extension)
}

// stem is the name of the config without what shows its kind.
func (t *task) stem() string {
	name := filepath.Base(t.Config)
	return strings.TrimSuffix(name, filepath.Ext(name))
}

// forgetTraces removes what was used longest ago, and the texts beside it. What a
// killed worker had not finished writing counts as a trace, and goes like one.
func forgetTraces(dir string) error {
	paths, err := filepath.Glob(filepath.Join(dir, "*"+tracefile.Extension+"*"))
	if err != nil || len(paths) <= maxTraces {
		return err
	}
	used := map[string]int64{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			used[path] = info.ModTime().UnixNano()
		}
	}
	slices.SortStableFunc(paths, func(a, b string) int { return cmp.Compare(used[a], used[b]) })
	for _, path := range paths[:len(paths)-maxTraces] {
		if e := os.Remove(path); err == nil && !os.IsNotExist(e) {
			err = e
		}
		os.Remove(strings.TrimSuffix(path, tracefile.Extension) + ".txt") //nolint:errcheck // there may be none
	}
	return err
}

// goroutines runs up to an instant.
func (t *task) goroutines(p *engine.Program) (*work.Done, error) {
	in, err := t.input(p)
	if err != nil {
		return nil, err
	}
	s, err := p.Goroutines(t.ctx, in, t.At)
	if err != nil {
		return nil, err
	}
	found := &work.Snapshot{Program: p.ID, At: s.At, Ended: s.Ended, Nodes: s.Nodes}
	for i := range found.Nodes {
		found.Nodes[i].Goroutines = story.Reduce(found.Nodes[i].Goroutines)
	}
	return &work.Done{At: s.At, Snapshot: found}, nil
}
