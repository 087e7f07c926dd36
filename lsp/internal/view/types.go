package view

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"golang.org/x/tools/go/packages"
)

// Types are what types tell about the packages of a view that come to sites: those
// that import package sim or the SDK's assertions, and those that call functions of
// these which hand a name on. It is used by one goroutine at a time.
type Types struct {
	view *View
	// exports are the files with what packages export, as the compiler writes them.
	exports  map[string]string
	names    map[string]string // of packages, by import path
	importer *importer
	checked  map[string]*pkgFacts // by import path
}

// pkgFacts are those of one package.
type pkgFacts struct {
	calls       map[string]scan.Call
	values      map[string]string
	local       map[string]map[string]scan.Call // by file and key
	localValues map[string]map[string]string
	broken      bool // a file does not parse
}

// NewTypes begins with nothing for a view.
func NewTypes(v *View) *Types { return &Types{view: v} }

// Load reads all that has sites as it is on disk now, and has the go command compile
// what it imports. overlay has the texts of files that are to be read in place of
// those on disk. An error says why nothing is known of what is imported; the rest is
// known even so.
func (t *Types) Load(ctx context.Context, overlay map[string]string) error {
	t.exports, t.names, t.checked = map[string]string{}, map[string]string{}, map[string]*pkgFacts{}
	t.importer = newImporter(t.exports)
	var err error
	for todo := t.importers(tables...); len(todo) > 0 && ctx.Err() == nil; todo = t.importers(t.paths()...) {
		err = errors.Join(err, t.export(ctx, todo))
		t.check(todo, overlay)
	}
	return err
}

// tables are the packages whose own functions are sites.
var tables = []string{scan.SimPackage, scan.SDKPackage}

// Recheck reads the packages of some folders anew, with what they import as it was.
// One in which a file does not parse stays as it was.
func (t *Types) Recheck(dirs []string, overlay map[string]string) {
	var todo []*Package
	for _, p := range t.view.Packages() {
		if t.checked[p.Path] != nil && slices.Contains(dirs, p.Dir) {
			todo = append(todo, p)
		}
	}
	before := maps.Clone(t.checked)
	t.check(todo, overlay)
	for _, p := range todo {
		if t.checked[p.Path].broken {
			t.checked[p.Path] = before[p.Path]
		}
	}
}

// Packages is how many packages have been read.
func (t *Types) Packages() int { return len(t.checked) }

// importers are the packages that import one of some and have not been read.
func (t *Types) importers(paths ...string) (all []*Package) {
	for _, p := range t.view.Packages() {
		if t.checked[p.Path] == nil && !slices.Contains(tables, p.Path) &&
			slices.ContainsFunc(p.Imports, func(i string) bool { return slices.Contains(paths, i) }) {
			all = append(all, p)
		}
	}
	return all
}

// paths are the packages with functions that others can call to come to a site.
func (t *Types) paths() (all []string) {
	for path, p := range t.checked {
		for key := range p.calls {
			if ast.IsExported(key[strings.LastIndexByte(key, '.')+1:]) {
				all = append(all, path)
				break
			}
		}
	}
	slices.Sort(all)
	return all
}

// export finds the compiled forms of what packages import.
func (t *Types) export(ctx context.Context, all []*Package) error {
	var patterns []string
	for _, p := range all {
		if slices.ContainsFunc(p.Imports, func(i string) bool { return i != "unsafe" && t.exports[i] == "" }) {
			patterns = append(patterns, p.Path)
		}
	}
	if len(patterns) == 0 {
		return nil
	}
	roots, err := packages.Load(t.view.load(ctx, packages.NeedName|packages.NeedImports|packages.NeedDeps|packages.NeedExportFile), patterns...)
	if err != nil {
		return said(err)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		t.names[p.PkgPath] = p.Name
		if p.ExportFile != "" {
			t.exports[p.PkgPath] = p.ExportFile
		}
	})
	return nil
}

// check type-checks packages, and finds what hands names on, through one function
// and the next.
func (t *Types) check(todo []*Package, overlay map[string]string) {
	all := make([]*checked, len(todo))
	for i, p := range todo {
		all[i] = t.parse(p, overlay)
		t.checked[p.Path] = all[i].facts
	}
	known := func(key string) (scan.Call, bool) {
		path := key[:strings.LastIndexByte(key, '.')]
		for ; path != ""; path = path[:max(0, strings.LastIndexByte(path, '.'))] { // the key of a method has its type
			if p := t.checked[path]; p != nil {
				c, ok := p.calls[key]
				return c, ok
			}
		}
		return scan.Call{}, false
	}
	for more, level := true, 0; more && level < maxLevels; level++ {
		more = false
		for _, c := range all {
			c.known = known
			more = c.wrappers() || more
		}
	}
	for _, c := range all {
		c.held = map[*types.Var]*scan.Call{} // some may be known by now that were not
		c.sites()
	}
}

// maxLevels bounds through how many functions a name is followed.
const maxLevels = 16

// parse reads a package.
func (t *Types) parse(p *Package, overlay map[string]string) *checked {
	c := &checked{path: p.Path, set: token.NewFileSet(), held: map[*types.Var]*scan.Call{}, busy: map[*types.Var]bool{}, facts: &pkgFacts{calls: map[string]scan.Call{}, values: map[string]string{},
		local: map[string]map[string]scan.Call{}, localValues: map[string]map[string]string{}}}
	c.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}}
	for _, name := range p.Files {
		if tree := c.read(name, overlay); tree != nil {
			c.files = append(c.files, tree)
		}
	}
	for _, name := range t.view.unwritten(p, overlay) {
		if tree := c.read(name, overlay); tree != nil && len(c.files) > 0 && tree.Name.Name == c.files[0].Name.Name {
			c.files = append(c.files, tree)
		}
	}
	conf := types.Config{Importer: t.importer, Error: func(error) {}, Sizes: types.SizesFor("gc", "wasm")}
	if p.version != "" {
		conf.GoVersion = "go" + p.version
	}
	conf.Check(p.Path, c.set, c.files, &c.info) //nolint:errcheck // what is right is known even so
	c.collect()
	return c
}

// read parses a file, as it is on disk if what is in place of that does not parse;
// nil for one that has no package clause.
func (c *checked) read(name string, overlay map[string]string) *ast.File {
	const mode = parser.SkipObjectResolution | parser.AllErrors
	if text, ok := overlay[name]; ok {
		if tree, err := parser.ParseFile(c.set, name, text, mode); err == nil {
			return tree
		}
		c.facts.broken = true
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil // it has been deleted since
	}
	tree, err := parser.ParseFile(c.set, name, b, mode)
	c.facts.broken = c.facts.broken || err != nil
	if tree == nil || tree.Name == nil {
		return nil
	}
	return tree
}

// Known is what types have told about a view. It does not change.
type Known struct {
	paths       map[string]string // of packages, by folder
	all         scan.Facts
	local       map[string]map[string]scan.Call
	localValues map[string]map[string]string
}

// Known gives what is known now. spell gives paths as the editor has them.
func (t *Types) Known(spell func(string) string) *Known {
	k := &Known{paths: map[string]string{}, local: map[string]map[string]scan.Call{}, localValues: map[string]map[string]string{},
		all: scan.Facts{Calls: map[string]scan.Call{}, Values: map[string]string{}, Names: map[string]string{}, Paths: t.paths()}}
	for _, p := range t.view.Packages() {
		k.paths[spell(p.Dir)] = p.Path
		f := t.checked[p.Path]
		if f == nil {
			continue
		}
		maps.Copy(k.all.Calls, f.calls)
		maps.Copy(k.all.Values, f.values)
		for file, local := range f.local {
			k.local[spell(file)] = local
		}
		for file, local := range f.localValues {
			k.localValues[spell(file)] = local
		}
		if len(f.calls) > 0 && !slices.Contains(k.all.Paths, p.Path) {
			k.all.Paths = append(k.all.Paths, p.Path) // for its own files
		}
	}
	slices.Sort(k.all.Paths)
	for path, name := range t.names {
		k.all.Names[path] = name
	}
	return k
}

// Has says whether a folder is that of a package of the view.
func (k *Known) Has(dir string) bool { return k.paths[dir] != "" }

// Facts are those for a file; nil if its folder is no package of the view.
func (k *Known) Facts(file string) *scan.Facts {
	path := k.paths[filepath.Dir(file)]
	if path == "" {
		return nil
	}
	f := k.all
	f.Path, f.Local, f.LocalValues = path, k.local[file], k.localValues[file]
	return &f
}
