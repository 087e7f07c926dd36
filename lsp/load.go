package lsp

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/lsp/internal/view"
)

// loaded are the files of a config's programs.
type loaded struct {
	// files are as the editor knows them, with the names that runs know them by;
	// sources is the other way around.
	files, sources map[string]string
	workload       string // folder of the workload's package; "" if there is none
	view           *view.View
}

// loadAll finds the files of the programs of configs. What could not be found is nil,
// and its error says why.
func (s *server) loadAll(all []*config.Config) (found []*loaded, errs []error) {
	found, errs = make([]*loaded, len(all)), make([]error, len(all))
	if s.load != nil {
		for i, c := range all {
			found[i], errs[i] = s.load(s.ctx, c)
		}
		return found, errs
	}
	s.mu.Lock()
	build, spell := s.build(), spelling(s.folders)
	s.mu.Unlock()
	programs := make([]view.Programs, len(all))
	for i, c := range all {
		programs[i] = view.Programs{Dir: c.Dir(), Tags: c.Tags, Packages: packagesOf(c)}
	}
	for i, l := range view.List(s.ctx, build, programs, half()) {
		if errs[i] = l.Err; l.Err == nil {
			found[i] = loadedAs(all[i], &l, spell)
		}
	}
	return found, errs
}

// half is how many things are done at once: as many as half the cores.
func half() int { return max(1, runtime.NumCPU()/2) }

// packagesOf are the packages that a config names: of its guests, in their order,
// and of the models of its histories.
func packagesOf(c *config.Config) (all []string) {
	for _, g := range c.Guests() {
		all = append(all, g.Package)
	}
	for _, h := range c.Histories {
		if h.Package != "" {
			all = append(all, h.Package)
		}
	}
	return all
}

// loadedAs is what was listed for a config, with the paths that the editor uses.
func loadedAs(c *config.Config, l *view.Listed, spell func(string) string) *loaded {
	to := &loaded{files: map[string]string{}, sources: map[string]string{}, view: l.View}
	for file, name := range l.Files {
		file = spell(file)
		to.files[file], to.sources[name] = name, file
	}
	if w := c.Workload; w != nil {
		if i := slices.IndexFunc(c.Guests(), func(g config.Guest) bool { return g.Role == config.RoleWorkload }); i >= 0 && l.Dirs[i] != "" {
			to.workload = spell(l.Dirs[i])
		}
	}
	return to
}

// spelling gives paths without symbolic links as they are spelled in the folders
// that are open.
func spelling(folders []string) func(string) string {
	type pair struct{ real, open string }
	var links []pair
	for _, f := range folders {
		if real := view.Real(f); real != f {
			links = append(links, pair{real, f})
		}
	}
	return func(path string) string {
		for _, l := range links {
			if rel, err := filepath.Rel(l.real, path); err == nil && filepath.IsLocal(rel) {
				return filepath.Join(l.open, rel)
			}
		}
		return path
	}
}

// unloaded tells why it is not known what programs are built from, each reason once.
func (s *server) unloaded(all []*scenario, errs []error) {
	s.mu.Lock()
	var reasons []string
	names := map[string][]string{}
	missing := false
	for i, err := range errs {
		switch {
		case err == nil:
		case errors.Is(err, exec.ErrNotFound):
			missing = true
		default:
			if names[err.Error()] == nil {
				reasons = append(reasons, err.Error())
			}
			names[err.Error()] = append(names[err.Error()], s.name(all[i]))
		}
	}
	var gone []string
	for key := range s.troubles {
		if reason, ok := strings.CutPrefix(key, keyLoad); ok && names[reason] == nil {
			gone = append(gone, key)
		}
	}
	s.mu.Unlock()
	for _, key := range gone {
		s.well(key)
	}
	if missing {
		s.trouble("go", healthError, "there is no go command in PATH, so that nothing can be run: install Go, or start the editor where it is found")
		return
	}
	s.well("go")
	for _, reason := range reasons {
		of := names[reason]
		who := of[0]
		if more := len(of) - 1; more > 0 {
			who += " and " + plural(more, "other config")
		}
		s.trouble(keyLoad+reason, healthWarning, fmt.Sprintf("the programs of %s are not found: %s", who, reason))
	}
}

// keyLoad begins the keys of troubles with what programs are built from.
const keyLoad = "load "
