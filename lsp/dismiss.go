package lsp

import (
	"path/filepath"
	"slices"
)

// replace makes some scenarios those that there are, and gives those that are none
// any more. mu is held.
func (s *server) replace(all []*scenario) (gone []*scenario) {
	gone = slices.DeleteFunc(slices.Clone(s.scenarios), func(c *scenario) bool { return slices.Contains(all, c) })
	s.scenarios = all
	return gone
}

// dismiss ends what goes on for scenarios that are none any more, and gives back
// what other servers may wait for. No lock is held.
func (s *server) dismiss(gone []*scenario) {
	if len(gone) == 0 {
		return
	}
	s.sweeper.stop(func(j *job) bool { return slices.Contains(gone, j.scenario) })
	s.mu.Lock()
	var empty []*home
	for _, c := range gone {
		delete(s.troubles, "load "+c.path)
		for _, key := range []string{"look ", "run "} {
			if s.background.stop(s.timers[key+c.path]) {
				s.waiting--
			}
		}
		dir := homeOf(c)
		h := s.homes[dir]
		if h == nil || slices.ContainsFunc(s.scenarios, func(c *scenario) bool { return homeOf(c) == dir }) {
			continue
		}
		empty = append(empty, h)
		delete(s.homes, dir)
		delete(s.troubles, "home "+dir)
		delete(s.troubles, "journal "+dir)
	}
	s.mu.Unlock()
	for _, h := range empty {
		h.close()
	}
	for _, c := range gone {
		s.logf("%s is in no open folder any more", filepath.ToSlash(c.path))
	}
}

// there says whether a scenario is one of those that there are. mu is held.
func (s *server) there(c *scenario) bool { return slices.Contains(s.scenarios, c) }
