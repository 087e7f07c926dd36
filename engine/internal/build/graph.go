package build

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// graph is the packages of a build for wasip1: those named and all that they import.
type graph struct {
	packages map[string]*pkg   // by import path
	mains    []*pkg            // one for each name of the request, in that order
	order    []*pkg            // every package after those it imports
	replaced map[string]string // the user's own -overlay: path of a source file to that of its content
}

// pkg is what go list says about one package.
type pkg struct {
	Dir        string
	ImportPath string
	Name       string
	Match      []string // the arguments that name it
	GoFiles    []string
	// IgnoredGoFiles are left out by build constraints and file names.
	IgnoredGoFiles []string
	Imports        []string
	ImportMap      map[string]string // imports whose path in the source is another
	Module         *struct{ Path, Version string }
	Error          *struct{ Err string }
	DepsErrors     []struct{ Err string }
}

const listFields = "Dir,ImportPath,Name,Match,GoFiles,IgnoredGoFiles,Imports,ImportMap,Module,Error,DepsErrors"

// broken says that the go command cannot load the package, so cannot build it.
func (p *pkg) broken() bool { return p.Error != nil || len(p.DepsErrors) > 0 }

// resolve returns the path of the package that an import in p's files means.
func (p *pkg) resolve(path string) string {
	if real, ok := p.ImportMap[path]; ok {
		return real
	}
	return path
}

// readSource reads a source file as the go command does, through the user's own overlay.
func (g *graph) readSource(path string) ([]byte, error) {
	return os.ReadFile(cmp.Or(g.replaced[path], path))
}

// list loads the named packages and all that they import. It fails for names
// that cannot be programs; packages that the go command cannot load stay in the
// graph, for go build to say it in its own words.
func (tc *toolchain) list(ctx context.Context, names []string) (*graph, error) {
	for _, name := range names {
		if err := checkName(name); err != nil {
			return nil, err
		}
	}
	args := append([]string{"list", "-e", "-deps", "-json=" + listFields}, tc.flags()...)
	out, err := tc.run(ctx, append(append(args, "--"), names...)...)
	if err != nil {
		return nil, loadError(err, names)
	}
	g := &graph{packages: map[string]*pkg{}, replaced: tc.replaced}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		p := new(pkg)
		if err := dec.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("build: go list -json: %w", err)
		}
		g.packages[p.ImportPath] = p
		g.order = append(g.order, p)
	}
	for _, name := range names {
		p, err := g.main(tc, name)
		if err != nil {
			return nil, err
		}
		g.mains = append(g.mains, p)
	}
	return g, nil
}

// needs returns p and all that it imports, directly or not.
func (g *graph) needs(p *pkg) map[*pkg]bool {
	found := map[*pkg]bool{p: true}
	for todo := []*pkg{p}; len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		for _, path := range next.Imports {
			if q := g.packages[next.resolve(path)]; q != nil && !found[q] {
				found[q] = true
				todo = append(todo, q)
			}
		}
	}
	return found
}

func checkName(name string) error {
	switch {
	case name == "":
		return errors.New("build: a package name is empty")
	case strings.HasPrefix(name, "-"):
		return fmt.Errorf("build: %q is no package name", name)
	case strings.Contains(name, "..."):
		return fmt.Errorf("build: %q is a pattern; name one package for each node", name)
	case strings.HasSuffix(name, ".go"):
		return fmt.Errorf("build: %q is a file; name its folder instead", name)
	}
	return nil
}

// main finds the program that name means.
func (g *graph) main(tc *toolchain, name string) (*pkg, error) {
	i := slices.IndexFunc(g.order, func(p *pkg) bool { return slices.Contains(p.Match, cleanName(name)) })
	if i < 0 {
		return nil, fmt.Errorf("build: %q names no package", name)
	}
	p := g.order[i]
	if p.broken() {
		if !strings.HasPrefix(name, ".") && p.Error != nil && isFolder(filepath.Join(tc.dir, name)) {
			return nil, fmt.Errorf("build: %q is no package of the standard library or of a module here; did you mean %q?", name, "./"+name)
		}
		return p, nil
	}
	if p.Name != "main" {
		return nil, fmt.Errorf("build: %s is package %s, but nodes and models are programs: name a folder with package main", name, p.Name)
	}
	return p, nil
}

// cleanName is how the go command repeats an argument: "./a//b/" as "./a/b".
func cleanName(name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	clean := path.Clean(filepath.ToSlash(name))
	if strings.HasPrefix(name, "./") && clean != "." {
		return "./" + clean
	}
	return clean
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
