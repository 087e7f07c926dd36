package lsp

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
)

// scenario is a config with what is known of its programs and runs.
type scenario struct {
	path string // of the config
	doc  *config.Document
	conf *config.Config
	// files are the files of the programs that lie in the user's modules, with the
	// names that runs know them by; sources is the other way around. Empty until
	// they have been loaded.
	files, sources map[string]string
	// mains are the folders of the programs, by role.
	workload string
	results  results

	disk disk
	// snapshot is of the files as they are on disk, "" before they were looked at;
	// sums has each of them. broken says which does not parse, and where.
	snapshot string
	sums     map[string]sum
	broken   string
	// touched says that a file was saved since the server has begun.
	touched bool
	// recalled is the snapshot for which the known failures were replayed last.
	recalled string
	// strikes count how often a seed was being run when the worker ended, in the
	// snapshot stricken.
	strikes  map[uint64]int
	stricken string
}

// name is what a person calls it: the path from the folder that is open.
func (s *server) name(c *scenario) string { return s.rel(c.path) }

// rel is the path of a file from the folder that is open.
func (s *server) rel(path string) string {
	for _, f := range s.folders {
		if rel, err := filepath.Rel(f, path); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel)
		}
	}
	return path
}

// maxWalked bounds how many files and folders are looked at for configs.
const maxWalked = 50_000

// discover looks for configs in the folders that are open, and loads what it
// finds.
func (s *server) discover() {
	s.mu.Lock()
	folders := slices.Clone(s.folders)
	s.mu.Unlock()
	var found []string
	for _, f := range folders {
		found = append(found, configsIn(f)...)
	}
	slices.Sort(found)
	s.setScenarios(slices.Compact(found))
}

func configsIn(folder string) (found []string) {
	walked := 0
	filepath.WalkDir(folder, func(at string, d fs.DirEntry, err error) error { //nolint:errcheck // what cannot be read holds no config
		if err != nil {
			return nil
		}
		if walked++; walked > maxWalked {
			return filepath.SkipAll
		}
		name := d.Name()
		switch {
		case d.IsDir() && at != folder && (name[0] == '.' || name[0] == '_' || name == "node_modules" || name == "vendor" || name == "testdata"):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(name) == ".json" && isConfigFile(at):
			found = append(found, at)
		}
		return nil
	})
	return found
}

// setScenarios keeps the scenarios whose configs are still there, makes those that
// are new, and loads all.
func (s *server) setScenarios(paths []string) {
	s.mu.Lock()
	var all []*scenario
	for _, p := range paths {
		i := slices.IndexFunc(s.scenarios, func(c *scenario) bool { return c.path == p })
		if i >= 0 {
			all = append(all, s.scenarios[i])
			continue
		}
		all = append(all, &scenario{path: p})
	}
	s.scenarios = all
	trusted := s.trusted
	s.mu.Unlock()
	found := make([]*loaded, len(all))
	for i, c := range all {
		found[i] = s.reload(c, trusted)
	}
	s.mu.Lock()
	for i, l := range found { // all at once: which scenario a lens is for depends on all
		if l != nil {
			c := all[i]
			c.files, c.sources, c.workload = l.files, l.sources, l.workload
		}
	}
	s.mu.Unlock()
	s.settle(all, trusted)
	s.refresh()
	s.logf("%s in the open folders", plural(len(all), "config"))
}

// reload reads a config, and finds the files of its programs if that may be done;
// nil if not.
func (s *server) reload(c *scenario, trusted bool) *loaded {
	b, err := os.ReadFile(c.path)
	if err != nil {
		b = nil
	}
	doc := config.Read(c.path, b)
	conf := doc.Config()
	s.mu.Lock()
	c.doc, c.conf = doc, conf
	s.mu.Unlock()
	if !trusted || err != nil || len(doc.Problems()) > 0 {
		return nil
	}
	l, err := s.load(s.ctx, conf)
	if err != nil {
		s.unloaded(c, err)
		return nil
	}
	s.well("load " + c.path)
	s.well("go")
	return l
}

// unloaded tells why it is not known what a scenario's programs are built from.
func (s *server) unloaded(c *scenario, err error) {
	if errors.Is(err, exec.ErrNotFound) {
		s.trouble("go", healthError, "there is no go command in PATH, so that nothing can be run: install Go, or start the editor where it is found")
		return
	}
	s.mu.Lock()
	name := s.name(c)
	s.mu.Unlock()
	s.trouble("load "+c.path, healthWarning, fmt.Sprintf("the programs of %s are not found: %v", name, err))
}

// of gives the scenarios that a file belongs to: the one that ran last first, then
// those whose configs are nearest, and among these those with the usual name.
func (s *server) of(file string) (all []*scenario) {
	for _, c := range s.scenarios {
		if _, ok := c.files[file]; ok {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *scenario) int {
		return cmp.Or(cmp.Compare(b.results.run, a.results.run), cmp.Compare(a.away(file), b.away(file)), cmp.Compare(rank(a), rank(b)))
	})
	return all
}

// near gives the scenarios whose configs lie in the folder of a file or above it, the
// nearest first.
func (s *server) near(file string) (all []*scenario) {
	for _, c := range s.scenarios {
		if rel, err := filepath.Rel(filepath.Dir(c.path), file); err == nil && filepath.IsLocal(rel) {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b *scenario) int {
		return cmp.Or(cmp.Compare(a.away(file), b.away(file)), cmp.Compare(rank(a), rank(b)))
	})
	return all
}

// away is how many folders lie between a config and a file.
func (c *scenario) away(file string) int {
	rel, err := filepath.Rel(filepath.Dir(c.path), file)
	if err != nil {
		return len(file)
	}
	return strings.Count(filepath.ToSlash(rel), "/")
}

// rank puts configs with the usual name first.
func rank(c *scenario) int {
	if filepath.Base(c.path) == config.FileName {
		return 0
	}
	return 1
}

// isWorkload says whether a file is of the workload's own package.
func (c *scenario) isWorkload(file string) bool {
	return c.workload != "" && filepath.Dir(file) == c.workload
}

func (s *server) scenario(path string) *scenario {
	i := slices.IndexFunc(s.scenarios, func(c *scenario) bool { return c.path == path })
	if i < 0 {
		return nil
	}
	return s.scenarios[i]
}
