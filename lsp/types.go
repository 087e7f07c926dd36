package lsp

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"github.com/seedfall/seedfall/lsp/internal/view"
)

// typedView is a view of which it is known what types tell.
type typedView struct {
	view  *view.View
	types *view.Types // used with typing held
	known *view.Known
	// stale says that files have changed on disk since; edited are the folders in
	// which buffers have.
	stale  bool
	edited map[string]bool
	used   int // the greatest is of the view that was needed last
}

// maxTyped bounds of how many views it is known what types tell.
const maxTyped = 8

// keyTypes is the key of the timer that looks at types.
const keyTypes = "types"

// views are those that a Go file belongs to, the one of the scenario that counts
// first. mu is held.
func (s *server) views(path string) (all []*view.View) {
	dir := filepath.Dir(path)
	have := func(c *scenario) {
		if c.view != nil && !slices.ContainsFunc(all, func(v *view.View) bool { return v.ID() == c.view.ID() }) {
			all = append(all, c.view)
		}
	}
	for _, c := range s.of(path) {
		have(c)
	}
	if len(all) > 0 || filepath.Ext(path) != ".go" {
		return all
	}
	dir = view.Real(dir) // a new file of a package
	for _, c := range s.scenarios {
		if c.view != nil && c.view.Has(dir) {
			have(c)
		}
	}
	return all
}

// facts are what types tell about a file; nil if that is not known. mu is held.
func (s *server) facts(path string) *scan.Facts {
	for _, c := range s.of(path) {
		if c.view == nil {
			continue
		}
		if t := s.typed[c.view.ID()]; t != nil && t.known != nil {
			if f := t.known.Facts(path); f != nil {
				return f
			}
		}
	}
	var last *typedView
	for _, id := range slices.Sorted(maps.Keys(s.typed)) {
		if t := s.typed[id]; t.known != nil && t.known.Has(filepath.Dir(path)) && (last == nil || t.used > last.used) {
			last = t
		}
	}
	if last == nil {
		return nil
	}
	return last.known.Facts(path)
}

// retype looks at types again after a while in which nothing changes, if there is a
// reason to: all that is known of a file's views once it was saved, what its package
// says while it is being edited, and its view when it is opened and nothing is known
// of that. mu is held.
func (s *server) retype(path string, why reason) {
	if !s.trusted || filepath.Ext(path) != ".go" {
		return
	}
	for i, v := range s.views(path) {
		t := s.typed[v.ID()]
		switch {
		case t == nil && (why != isOpened || i > 0), t != nil && why == isOpened:
			continue
		case t == nil:
		case why == isSaved:
			t.stale = true
		case why == isEdited:
			t.edited[view.Real(filepath.Dir(path))] = true
		}
		s.later(keyTypes, s.settings.delay, s.lookAtTypes)
	}
}

// reason is why types are looked at again.
type reason int

const (
	isOpened reason = iota
	isEdited
	isSaved
)

// relisted takes that all views have been listed anew. mu is held.
func (s *server) relisted() {
	now := map[string]*view.View{}
	for _, c := range s.scenarios {
		if c.view != nil {
			now[c.view.ID()] = c.view
		}
	}
	maps.DeleteFunc(s.typed, func(id string, _ *typedView) bool { return now[id] == nil })
	for id, t := range s.typed {
		t.view, t.stale = now[id], true
		s.later(keyTypes, s.settings.delay, s.lookAtTypes)
	}
	for _, d := range s.docs {
		s.retype(d.path, isOpened)
	}
}

// lookAtTypes finds out what types tell about the views of the files that are open,
// as far as that is not known, and shows it.
func (s *server) lookAtTypes() {
	s.typing.Lock()
	defer s.typing.Unlock()
	s.mu.Lock()
	todo, overlay, spell := s.untyped(), map[string]string{}, spelling(s.folders)
	for _, d := range s.docs {
		if d.isGo() {
			overlay[view.Real(d.path)] = d.text.Text()
		}
	}
	s.mu.Unlock()
	for _, t := range todo {
		t.look(s, overlay, spell)
	}
	if len(todo) > 0 {
		s.refresh()
	}
}

// untyped are the views of which something is not known: that of the file that was
// needed last, then those of the other open files, as many as are kept. mu is held.
func (s *server) untyped() (todo []*typedView) {
	paths := []string{s.active}
	for _, u := range slices.Sorted(maps.Keys(s.docs)) {
		paths = append(paths, s.docs[u].path)
	}
	wanted := map[string]bool{}
	for _, path := range paths {
		all := s.views(path)
		if len(all) == 0 || wanted[all[0].ID()] || len(wanted) == maxTyped {
			continue
		}
		id := all[0].ID()
		wanted[id] = true
		if s.typed[id] == nil {
			s.typed[id] = &typedView{view: all[0], stale: true, edited: map[string]bool{}}
		}
		s.uses++
		s.typed[id].used = s.uses
	}
	for len(s.typed) > maxTyped {
		delete(s.typed, slices.MinFunc(slices.Sorted(maps.Keys(s.typed)), func(a, b string) int { return s.typed[a].used - s.typed[b].used }))
	}
	for _, id := range slices.Sorted(maps.Keys(s.typed)) {
		if t := s.typed[id]; t.stale || len(t.edited) > 0 {
			todo = append(todo, t)
		}
	}
	return todo
}

// look finds out what types tell about a view; typing is held.
func (t *typedView) look(s *server, overlay map[string]string, spell func(string) string) {
	s.mu.Lock()
	v, all, edited := t.view, t.stale || t.types == nil, slices.Sorted(maps.Keys(t.edited))
	t.stale = false
	clear(t.edited)
	s.mu.Unlock()
	if all {
		t.types = view.NewTypes(v)
		if err := t.types.Load(s.ctx, overlay); err != nil && s.ctx.Err() == nil {
			s.logf("types of %s: %v", v.Root, err)
		}
		if s.ctx.Err() != nil {
			return
		}
	} else {
		t.types.Recheck(edited, overlay)
	}
	known := t.types.Known(spell)
	s.logf("types of %s are known: %s with sites", v.Root, plural(t.types.Packages(), "package"))
	s.mu.Lock()
	defer s.mu.Unlock()
	t.known = known
	clear(s.disk) // they may have more sites now
	for _, d := range s.docs {
		d.facts, d.file = s.facts(d.path), nil
	}
}
