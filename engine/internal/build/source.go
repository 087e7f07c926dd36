package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
)

// checker type-checks packages of a graph from their sources, without the
// bodies of functions unless asked. It takes what it can get: a package with
// mistakes, or written in a newer Go than this binary knows, gives what is
// understood of it.
type checker struct {
	graph *graph
	fset  *token.FileSet
	// real says which imports are checked as well. The others are empty.
	real  func(*pkg) bool
	done  map[string]*types.Package
	files map[string][]*ast.File
}

func newChecker(g *graph, real func(*pkg) bool) *checker {
	return &checker{g, token.NewFileSet(), real, map[string]*types.Package{}, map[string][]*ast.File{}}
}

// forget drops what was checked, and keeps what was parsed.
func (c *checker) forget() { clear(c.done) }

// parse returns the package's files as far as they can be read.
func (c *checker) parse(p *pkg) []*ast.File {
	if files, ok := c.files[p.ImportPath]; ok {
		return files
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		data, err := c.graph.readSource(path)
		if err != nil {
			continue
		}
		if f, _ := parser.ParseFile(c.fset, path, data, parser.SkipObjectResolution); f != nil {
			files = append(files, f)
		}
	}
	c.files[p.ImportPath] = files
	return files
}

// declarations checks all of a package but the bodies of its functions.
func (c *checker) declarations(p *pkg) *types.Package {
	if done := c.done[p.ImportPath]; done != nil {
		return done
	}
	checked := c.check(p, true, nil)
	c.done[p.ImportPath] = checked
	return checked
}

func (c *checker) check(p *pkg, declarationsOnly bool, info *types.Info) *types.Package {
	config := types.Config{
		IgnoreFuncBodies: declarationsOnly,
		FakeImportC:      true,
		Importer:         importer{c, p},
		Sizes:            types.SizesFor("gc", "wasm"),
		Error:            func(error) {},
	}
	checked, _ := config.Check(p.ImportPath, c.fset, c.parse(p), info)
	return checked
}

// importer resolves the imports of one package.
type importer struct {
	*checker
	of *pkg
}

// Import implements types.Importer. It never fails.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	resolved := i.of.resolve(path)
	if p := i.graph.packages[resolved]; p != nil && i.real(p) {
		return i.declarations(p), nil
	}
	return i.empty(resolved), nil
}

// empty stands for a package whose content does not matter.
func (c *checker) empty(path string) *types.Package {
	if done := c.done[path]; done != nil {
		return done
	}
	name := filepath.Base(path)
	if p := c.graph.packages[path]; p != nil {
		name = p.Name
	}
	e := types.NewPackage(path, name)
	e.MarkComplete()
	c.done[path] = e
	return e
}
