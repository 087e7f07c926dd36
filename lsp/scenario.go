package lsp

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/view"
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
	// view is what the programs belong to; nil until they have been loaded.
	view    *view.View
	results results
	// saved are the results of the files on disk while results are of text that is not
	// saved; nil while they are not.
	saved *results

	disk disk
	// snapshot is of the files as they are on disk, "" before they were looked at;
	// sums has each of them. broken says which does not parse, and where.
	snapshot string
	sums     map[string]sum
	broken   string
	// brokenFile is its path.
	brokenFile string
	// ran is the program that was run last.
	ran ran
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
	s.discovering.Lock()
	defer s.discovering.Unlock()
	s.mu.Lock()
	folders, filters := slices.Clone(s.folders), s.settings.filters
	s.mu.Unlock()
	var found []string
	for _, f := range folders {
		found = append(found, configsIn(f, filters)...)
	}
	slices.Sort(found)
	s.setScenarios(slices.Compact(found))
}

// listing does something when what is being found out about the folders is known: a
// run that began before would be of fewer files, and its results outdated at once.
func (s *server) listing(f func()) {
	s.discovering.Lock()
	defer s.discovering.Unlock()
	f()
}

func configsIn(folder string, out filters) (found []string) {
	walked := 0
	real := view.Real(folder)                                                // a link is not walked into
	filepath.WalkDir(real, func(at string, d fs.DirEntry, err error) error { //nolint:errcheck // what cannot be read holds no config
		if err != nil {
			return nil
		}
		at = filepath.Join(folder, strings.TrimPrefix(at, real))
		if walked++; walked > maxWalked {
			return filepath.SkipAll
		}
		name := d.Name()
		switch {
		case d.IsDir() && at != folder && (name[0] == '.' || name[0] == '_' || name == "node_modules" || name == "vendor" || name == "testdata"):
			return filepath.SkipDir
		case d.IsDir() && out.prune(folder, at):
			return filepath.SkipDir
		case !d.IsDir() && filepath.Ext(name) == ".json" && !out.skip(folder, filepath.Dir(at)) && isConfigFile(at):
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
	gone := s.replace(all)
	trusted := s.trusted
	s.mu.Unlock()
	s.dismiss(gone)
	s.reload(all, trusted)
	s.mu.Lock()
	s.listed = trusted
	s.mu.Unlock()
	s.settle(all, trusted)
	s.refresh()
	s.logf("%s in the open folders", plural(len(all), "config"))
}

// reload reads configs, and finds the files of their programs if that may be done.
func (s *server) reload(all []*scenario, trusted bool) {
	var loadable []*scenario
	var confs []*config.Config
	for _, c := range all {
		b, err := os.ReadFile(c.path)
		if err != nil {
			b = nil
		}
		doc := config.Read(c.path, b)
		conf := doc.Config()
		s.mu.Lock()
		c.doc, c.conf = doc, conf
		if w := conf.Workload; w != nil && c.workload == "" && strings.HasPrefix(w.Package, ".") {
			c.workload = filepath.Join(conf.Dir(), filepath.FromSlash(w.Package))
		}
		s.mu.Unlock()
		if trusted && err == nil && len(doc.Problems()) == 0 {
			loadable, confs = append(loadable, c), append(confs, conf)
		}
	}
	if len(confs) == 0 {
		return
	}
	found, errs := s.loadAll(confs)
	s.mu.Lock()
	for i, l := range found { // all at once: which scenario a lens is for depends on all
		if l != nil {
			c := loadable[i]
			c.files, c.sources, c.workload, c.view = l.files, l.sources, l.workload, l.view
		}
	}
	s.relisted()
	s.mu.Unlock()
	s.unloaded(loadable, errs)
}

// of gives the scenarios that a file belongs to: the one that ran last first, then
// those whose configs are nearest, and among these those with the usual name. A file
// that is in none may belong to those configs in the folders around it of which it is
// not known yet, or never will be, what their programs are built from. mu is held.
func (s *server) of(file string) (all []*scenario) {
	for _, c := range s.scenarios {
		if _, ok := c.files[file]; ok {
			all = append(all, c)
		}
	}
	if len(all) == 0 {
		all = s.around(file)
	}
	slices.SortStableFunc(all, func(a, b *scenario) int {
		return cmp.Or(cmp.Compare(b.results.run, a.results.run), cmp.Compare(a.away(file), b.away(file)), cmp.Compare(rank(a), rank(b)))
	})
	return all
}

// around are the configs without files in the nearest folder around a Go file that has
// any.
func (s *server) around(file string) (all []*scenario) {
	if filepath.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
		return nil
	}
	nearest := 0
	for _, c := range s.scenarios {
		dir := filepath.Dir(c.path) + string(filepath.Separator)
		if len(c.files) > 0 || c.conf == nil || !strings.HasPrefix(file, dir) || len(dir) < nearest {
			continue
		}
		if len(dir) > nearest {
			all, nearest = nil, len(dir)
		}
		all = append(all, c)
	}
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
