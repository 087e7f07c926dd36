package build

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
)

// catalogue finds the calls of checks in the packages of the graph, by file, line
// and column. The calls are found by name resolution, so renamed and dot imports
// count; a function that is stored and called later does not.
//
// Names are resolved with as few sources as possible: the packages that call
// checks are checked against empty imports, and only those packages are read in
// addition that a property's name mentions.
func catalogue(g *graph) []property.Site {
	packages := g.checkPackages()
	callers := g.callers(packages...)
	read := map[string]bool{}
	for _, path := range packages {
		read[path] = true
	}
	c := newChecker(g, func(p *pkg) bool { return read[p.ImportPath] })
	for {
		c.forget()
		var sites []property.Site
		missing := map[string]bool{}
		for _, p := range callers {
			s := scan{checker: c, pkg: p, missing: missing}
			sites = append(sites, s.run()...)
		}
		before := len(read)
		for path := range missing {
			if g.packages[path] != nil {
				read[path] = true
			}
		}
		if len(read) == before {
			slices.SortFunc(sites, bySource)
			return sites
		}
	}
}

func bySource(a, b property.Site) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// scan looks through one package.
type scan struct {
	*checker
	pkg  *pkg
	info types.Info
	file *ast.File
	// missing collects import paths without which a name cannot be known.
	missing map[string]bool
	sites   []property.Site
}

func (s *scan) run() []property.Site {
	s.info = types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	s.check(s.pkg, false, &s.info)
	for _, s.file = range s.parse(s.pkg) {
		for _, decl := range s.file.Decls {
			s.declaration(decl, functionName(decl))
		}
	}
	return s.sites
}

func (s *scan) declaration(decl ast.Decl, function string) {
	ast.Inspect(decl, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			s.call(call, function)
		}
		return true
	})
}

// functionName is the function's name as a stack trace prints it, without the
// package. A call in a closure belongs to the function around it, and one in
// the value of a package's variable to "init".
func functionName(decl ast.Decl) string {
	f, ok := decl.(*ast.FuncDecl)
	if !ok {
		return "init"
	}
	if f.Recv == nil || len(f.Recv.List) == 0 {
		if f.Type.TypeParams != nil {
			return f.Name.Name + "[...]"
		}
		return f.Name.Name
	}
	receiver := f.Recv.List[0].Type
	if star, ok := receiver.(*ast.StarExpr); ok {
		return "(*" + typeName(star.X) + ")." + f.Name.Name
	}
	return typeName(receiver) + "." + f.Name.Name
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X) + "[...]"
	case *ast.IndexListExpr:
		return typeName(e.X) + "[...]"
	}
	return "?"
}

func (s *scan) call(call *ast.CallExpr, function string) {
	path, name := s.callee(call.Fun)
	check, ok := checks[path][name]
	if !ok || len(call.Args) <= check.name {
		return
	}
	file, line, col := s.pkg.place(s.fset, call.Pos())
	s.sites = append(s.sites, property.Site{
		Kind:    check.kind,
		Name:    s.name(call.Args[check.name]),
		Package: s.pkg.ImportPath,
		Func:    function,
		File:    file,
		Line:    line,
		Col:     col,
	})
}

// callee returns the package and the name of the function that e is; "" if it is
// none of a package's functions. Type arguments do not matter.
func (s *scan) callee(e ast.Expr) (path, name string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.IndexExpr:
		return s.callee(e.X)
	case *ast.Ident:
		if o := s.info.Uses[e]; o != nil && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return o.Pkg().Path(), o.Name()
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			if p, ok := s.info.Uses[x].(*types.PkgName); ok {
				return p.Imported().Path(), e.Sel.Name
			}
		}
	}
	return "", ""
}

// name is the value of a constant; "" for what is none.
func (s *scan) name(e ast.Expr) string {
	value := s.info.Types[e].Value
	if value == nil || value.Kind() == constant.Unknown {
		s.need(e)
		return ""
	}
	if value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(value)
}

// need notes which packages could say what e is.
func (s *scan) need(e ast.Expr) {
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch o := s.info.Uses[id].(type) {
		case *types.PkgName:
			s.missing[o.Imported().Path()] = true
		case *types.Const:
			// A constant without a value is defined by one of another package.
			s.needImports(o.Pkg())
		case nil:
			s.needDotImports()
		}
		return true
	})
}

func (s *scan) needImports(p *types.Package) {
	if p == nil || s.graph.packages[p.Path()] == nil {
		return
	}
	of := s.graph.packages[p.Path()]
	for _, path := range of.Imports {
		s.missing[of.resolve(path)] = true
	}
}

func (s *scan) needDotImports() {
	for _, spec := range s.file.Imports {
		if spec.Name != nil && spec.Name.Name == "." {
			s.missing[s.pkg.resolve(strings.Trim(spec.Path.Value, "`\""))] = true
		}
	}
}

// place is a position as a binary built with -trimpath knows it. A //line
// comment is believed; a file that it names stays as it is written there.
func (p *pkg) place(fset *token.FileSet, pos token.Pos) (file string, line, col int) {
	at, real := fset.Position(pos), fset.PositionFor(pos, false)
	name, err := filepath.Rel(p.Dir, at.Filename)
	if err != nil || !filepath.IsLocal(name) {
		return at.Filename, at.Line, max(at.Column, 1)
	}
	name = filepath.ToSlash(name)
	if at.Filename == real.Filename {
		name = p.trimmedDir() + "/" + name
	}
	return name, at.Line, max(at.Column, 1)
}

// trimmedDir stands for the package's folder in a binary built with -trimpath.
func (p *pkg) trimmedDir() string {
	if m := p.Module; m != nil && m.Version != "" {
		return m.Path + "@" + m.Version + strings.TrimPrefix(p.ImportPath, m.Path)
	}
	return p.ImportPath
}
