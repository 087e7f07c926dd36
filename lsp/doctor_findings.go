package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/lock"
	"github.com/seedfall/seedfall/lsp/internal/process"
)

// findings are what there is to tell. The go command is asked only where it may be.
func (s *server) findings(ctx context.Context) (all []Finding) {
	s.mu.Lock()
	trusted, build := s.trusted, s.build()
	all = append(all, s.serverFinding(), s.editorFinding())
	s.mu.Unlock()
	if trusted {
		all = append(all, goFindings(ctx, build.Environ(os.Getenv("GOFLAGS")))...)
	} else {
		all = append(all, Finding{"trust", healthWarning, "this workspace is not trusted, so that nothing is run in it, not even the go command", "trust it in the editor"})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, folder := range s.folders {
		all = append(all, folderFinding(folder))
	}
	if len(s.scenarios) == 0 {
		all = append(all, Finding{"config", healthWarning, "there is no seedfall.json in the open folders", "seedfall.newConfig writes one"})
	}
	for _, c := range s.scenarios {
		all = append(all, s.configFinding(c))
	}
	all = append(all, s.libraryFindings()...)
	for _, dir := range slices.Sorted(maps.Keys(s.homes)) {
		if h := s.homes[dir]; !h.owner.Load() {
			who := "another server"
			if pid := lock.Owner(filepath.Join(dir, "sweeper.lock")); pid != 0 {
				who = fmt.Sprintf("another server, process %d,", pid)
			}
			all = append(all, Finding{"home", healthOK, fmt.Sprintf("%s does the automatic work in %s", who, dir), ""})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.troubles)) {
		if key == "go" {
			continue // it is among those of the go command
		}
		all = append(all, Finding{"trouble", s.troubles[key].health, s.troubles[key].text, ""})
	}
	return all
}

func (s *server) serverFinding() Finding {
	jobs := s.settings.jobs
	if jobs <= 0 {
		jobs = half()
	}
	memory := "no memory limit"
	if s.settings.memory > 0 {
		memory = "at most " + process.MemoryText(s.settings.memory)
	}
	return Finding{"server", healthOK, fmt.Sprintf("seedfall %s, built with %s, on %s %s with %s; %s at once, %s",
		s.options.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, plural(runtime.NumCPU(), "core"), plural(jobs, "seed"), memory), ""}
}

// editorFinding says what the client does. mu is held.
func (s *server) editorFinding() Finding {
	who := "an editor that does not say its name"
	if s.editor != "" {
		who = s.editor
	}
	var can, cannot []string
	for _, a := range []struct {
		what string
		can  bool
	}{
		{"progress", s.abilities.progress},
		{"lenses drawn anew", s.abilities.lensRefresh},
		{"files shown", s.abilities.showsFiles},
		{"files created", s.abilities.creates},
		{"files watched", s.abilities.watches},
		{"settings asked for", s.abilities.configuration},
		{"the timeline", s.abilities.timeline},
	} {
		if a.can {
			can = append(can, a.what)
		} else {
			cannot = append(cannot, a.what)
		}
	}
	text := who
	if len(can) > 0 {
		text += "; it has " + strings.Join(can, ", ")
	}
	if len(cannot) > 0 {
		text += "; it has not " + strings.Join(cannot, ", ")
	}
	return Finding{"editor", healthOK, text, ""}
}

func folderFinding(folder string) Finding {
	if _, err := os.ReadDir(folder); err != nil {
		return Finding{"folder", healthError, fmt.Sprintf("%s cannot be read: %v", folder, err), "open another folder"}
	}
	return Finding{"folder", healthOK, folder, ""}
}

// configFinding says how a scenario is. mu is held.
func (s *server) configFinding(c *scenario) Finding {
	name, r := s.name(c), &c.results
	f := Finding{"config", healthOK, name + ": not run yet", ""}
	if wrong := c.doc; wrong != nil && len(wrong.Problems()) > 0 {
		all := wrong.Problems()
		return Finding{"config", healthError, fmt.Sprintf("%s has %s; the first: %v", name, plural(len(all), "problem"), all[0]), "open it: what is wrong is marked"}
	}
	switch why := s.paused(c); {
	case r.problem != "":
		first, _, _ := strings.Cut(strings.TrimSpace(r.problem), "\n")
		return Finding{"config", healthError, fmt.Sprintf("%s could not be run: %s", name, first), "open it: what is wrong is marked there, or in its programs"}
	case why != "":
		return Finding{"config", healthWarning, fmt.Sprintf("%s waits: code does not compile: %s", name, why), ""}
	case r.job != nil:
		f.Message = name + " runs"
	case r.progress != nil:
		f.Message = fmt.Sprintf("%s: %s", name, summary(r.progress)) + badge(r.snapshot, r.outdated)
	}
	return f
}

// library is how the names of package sim's files begin in a run, when it comes from
// the module cache; the version follows.
const library = "github.com/seedfall/seedfall@"

// libraryFindings say which versions of package sim the programs use. mu is held.
func (s *server) libraryFindings() (all []Finding) {
	used := map[string]bool{}
	for _, c := range s.scenarios {
		for _, name := range c.files {
			if rest, ok := strings.CutPrefix(name, library); ok {
				version, _, _ := strings.Cut(rest, "/")
				used[version] = true
			}
		}
	}
	for _, version := range slices.Sorted(maps.Keys(used)) {
		f := Finding{"sim", healthOK, fmt.Sprintf("package sim is %s", version), ""}
		if own := s.options.Version; strings.HasPrefix(own, "v") && own != version && version != "v0.0.0" { // which has another in its place
			f.Health, f.Try = healthWarning, "go get github.com/seedfall/seedfall@"+own
			f.Message += fmt.Sprintf(", and this server is %s", own)
		}
		all = append(all, f)
	}
	return all
}
