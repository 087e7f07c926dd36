package view

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	slashpath "path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Listed is what the programs of a config are built from.
type Listed struct {
	// View is what they belong to; nil if Err says why that is not known.
	View *View
	// Files are the Go files that lie in modules, without symbolic links, with the
	// names that a binary built with -trimpath knows them by.
	Files map[string]string
	// Dirs are the folders of Programs.Packages; "" for one that was not found.
	Dirs []string
	Err  error
}

// List asks the go command what programs are built from, with at most limit
// commands at once. The answer has one entry for each config.
func List(ctx context.Context, b Build, all []Programs, limit int) []Listed {
	found := make([]Listed, len(all))
	if _, err := exec.LookPath("go"); err != nil {
		for i := range found {
			found[i].Err = err
		}
		return found
	}
	dirs := make([]string, len(all))
	for i := range all {
		dirs[i] = Real(all[i].Dir)
	}
	at := places(ctx, b, dirs, limit)
	var order []string
	groups := map[string]*group{}
	for i := range all {
		p := at[dirs[i]]
		if p.err != nil {
			found[i].Err = p.err
			continue
		}
		v := &View{Root: p.root, Tags: slices.Compact(slices.Sorted(slices.Values(all[i].Tags))), GoFlags: p.goflags}
		g := groups[v.ID()]
		if g == nil {
			v.env = b.environ(b.goflags(p.goflags, v.Tags))
			g = &group{view: v}
			groups[v.ID()], order = g, append(order, v.ID())
		}
		g.members = append(g.members, member{dirs[i], all[i].Packages, &found[i]})
	}
	var lists []func()
	for _, id := range order {
		lists = append(lists, func() { groups[id].list(ctx) })
	}
	parallel(limit, lists)
	return found
}

// Real is a path without symbolic links; as it is if it leads nowhere.
func Real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// group is the configs of one view.
type group struct {
	view    *View
	members []member
}

type member struct {
	dir      string
	packages []string
	found    *Listed
}

// pattern is how the go command is asked for a package that a config names.
func (m *member) pattern(name string) string {
	if strings.HasPrefix(name, ".") {
		return filepath.Join(m.dir, filepath.FromSlash(name))
	}
	return name
}

func (g *group) list(ctx context.Context) {
	var patterns []string
	for _, m := range g.members {
		for _, name := range m.packages {
			patterns = append(patterns, m.pattern(name))
		}
	}
	slices.Sort(patterns)
	patterns = slices.Compact(patterns)
	roots, err := packages.Load(g.view.load(ctx, packages.NeedName|packages.NeedFiles|packages.NeedImports|packages.NeedDeps|packages.NeedModule), patterns...)
	if err != nil {
		for _, m := range g.members {
			m.found.Err = said(err)
		}
		return
	}
	g.view.take(roots)
	for _, m := range g.members {
		m.split(g.view, roots)
	}
}

// load is how packages of the view are loaded. What a run is built with decides what
// is looked at, and what has been compiled for one is not compiled again for the
// other.
func (v *View) load(ctx context.Context, mode packages.LoadMode) *packages.Config {
	return &packages.Config{Context: ctx, Dir: v.Root, Mode: mode, Env: v.env, BuildFlags: []string{"-buildvcs=false", "-trimpath"}}
}

// take keeps what was listed of modules.
func (v *View) take(roots []*packages.Package) {
	v.packages = map[string]*Package{}
	packages.Visit(roots, func(p *packages.Package) bool {
		if p.Module == nil {
			return false // the standard library, which needs nothing else
		}
		if len(p.GoFiles) == 0 {
			return true
		}
		one := &Package{Path: p.PkgPath, Dir: filepath.Dir(p.GoFiles[0]), Files: p.GoFiles, trimmed: p.PkgPath, version: p.Module.GoVersion}
		if m := p.Module; m.Version != "" && !m.Main {
			one.trimmed = m.Path + "@" + m.Version + strings.TrimPrefix(p.PkgPath, m.Path)
		}
		for _, i := range p.Imports {
			one.Imports = append(one.Imports, i.PkgPath)
		}
		slices.Sort(one.Imports)
		v.packages[one.Path] = one
		return true
	}, nil)
}

// split takes what a config's programs are built from out of what was listed for
// all.
func (m *member) split(v *View, roots []*packages.Package) {
	l := m.found
	l.View, l.Files, l.Dirs = v, map[string]string{}, make([]string, len(m.packages))
	done := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		p := v.packages[path]
		if p == nil || done[path] {
			return
		}
		done[path] = true
		for _, f := range p.Files {
			l.Files[f] = slashpath.Join(p.trimmed, filepath.Base(f))
		}
		for _, i := range p.Imports {
			visit(i)
		}
	}
	var problem error
	for i, name := range m.packages {
		p, err := named(m.pattern(name), roots)
		if p == nil || v.packages[p.PkgPath] == nil {
			if problem == nil {
				problem = err
			}
			continue
		}
		l.Dirs[i] = v.packages[p.PkgPath].Dir
		visit(p.PkgPath)
	}
	if len(l.Files) == 0 && problem != nil {
		l.View, l.Err = nil, problem
	}
}

// named finds the package that was asked for by a pattern, and what is wrong with it.
func named(pattern string, roots []*packages.Package) (found *packages.Package, err error) {
	for _, p := range roots {
		if p.PkgPath == pattern || len(p.GoFiles) > 0 && filepath.Dir(p.GoFiles[0]) == pattern {
			return p, first(p)
		}
		for _, e := range p.Errors {
			if strings.Contains(e.Msg, pattern) && err == nil {
				found, err = p, first(p)
			}
		}
	}
	if err == nil {
		err = fmt.Errorf("the go command finds no package %s", pattern)
	}
	return found, err
}

// first is the first thing that is wrong with a package.
func first(p *packages.Package) error {
	for _, e := range p.Errors {
		return errors.New(strings.TrimSpace(e.Msg))
	}
	return fmt.Errorf("package %s has no Go files for wasip1", p.PkgPath)
}
