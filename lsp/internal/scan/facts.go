package scan

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
)

// Call is what a call of a function comes to: a site of a kind.
type Call struct {
	Kind property.Kind
	// Package and Call are the function that it ends in: "Always" of package sim.
	Package, Call string
	// Name is which argument names it, from 0; -1 if none does. Before and After are
	// what stands around that argument in the whole name.
	Name          int
	Before, After string
	// Condition says that its first argument is one.
	Condition bool
	// Opens says that it begins a recorded call, which what it gives ends. History is
	// the name of its history, and Named says that it is known.
	Opens, Named bool
	History      string
	// Through is the program's own function that hands on the name that it is given;
	// "" for a function of the table under whatever name.
	Through string
}

// Lookup gives a function of a package whose calls are sites. Methods of a recorder
// have the names of functions.
func Lookup(path, name string) (Call, bool) {
	row, ok := packages[path].calls[name]
	if !ok {
		return Call{}, false
	}
	return Call{Kind: row.kind, Package: path, Call: name, Name: row.name, Condition: row.condition, Opens: row.opens, Named: row.opens}, true
}

// Facts are what types tell about the calls of a file. They hold no positions: a file
// may have been changed since.
type Facts struct {
	// Path is the import path of the file's package.
	Path string
	// Calls are functions and variables of packages that come to sites, and Values
	// string constants of packages, by import path, a dot and the name; Names are the
	// names of packages by import path.
	Calls  map[string]Call
	Values map[string]string
	Names  map[string]string
	// Paths are the import paths of Calls, sorted.
	Paths []string
	// Local are calls of anything else, and LocalValues names that only types can
	// tell, by LocalKey.
	Local       map[string]Call
	LocalValues map[string]string
}

// Touch says whether a file with a text may have sites by these facts.
func (f *Facts) Touch(text []byte) bool {
	if f == nil {
		return false
	}
	return len(f.Local) > 0 || slices.ContainsFunc(f.Paths, func(path string) bool { return path == f.Path || bytes.Contains(text, []byte(path)) })
}

// LocalKey is the key of an expression in a declaration.
func LocalKey(declaration string, e ast.Expr) string {
	return declaration + " " + types.ExprString(e)
}

// Declaration names the function around a call, with the type of its receiver; it is
// "" outside of functions.
func Declaration(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	return types.ExprString(f.Recv.List[0].Type) + "." + f.Name.Name
}

// Callee is what is called, without parentheses and type arguments.
func Callee(e ast.Expr) ast.Expr {
	for {
		switch at := e.(type) {
		case *ast.ParenExpr:
			e = at.X
		case *ast.IndexExpr:
			e = at.X
		case *ast.IndexListExpr:
			e = at.X
		default:
			return e
		}
	}
}

// known is what the facts say about what is called.
func (s *search) known(fun ast.Expr) (Call, bool) {
	if s.facts == nil {
		return Call{}, false
	}
	fun = Callee(fun)
	if key := s.global(fun); key != "" {
		if c, ok := s.facts.Calls[key]; ok {
			return c, true
		}
	}
	if !s.locals[lastName(fun)] {
		return Call{}, false
	}
	c, ok := s.facts.Local[LocalKey(s.declaration, fun)]
	return c, ok
}

// lastName is the name behind the last dot in what is called; "" for what has none.
func lastName(fun ast.Expr) string {
	switch e := fun.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// lastNames are those of all local calls, so that few other calls are looked up.
func (f *Facts) lastNames() map[string]bool {
	if f == nil || len(f.Local) == 0 {
		return nil
	}
	names := map[string]bool{}
	for key := range f.Local {
		name := key[strings.LastIndexAny(key, ". ")+1:]
		if !token.IsIdentifier(name) {
			name = "" // a function where it is called
		}
		names[name] = true
	}
	return names
}

// global is the key of what a package declares; "" for anything else.
func (s *search) global(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		if e.Obj == nil || s.scope != nil && s.scope.Lookup(e.Name) == e.Obj {
			return s.facts.Path + "." + e.Name
		}
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok && x.Obj == nil && s.imported[x.Name] != "" {
			return s.imported[x.Name] + "." + e.Sel.Name
		}
	}
	return ""
}
