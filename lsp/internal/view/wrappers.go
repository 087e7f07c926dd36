package view

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seedfall/seedfall/lsp/internal/scan"
)

// wrappers finds the functions and variables of the package that come to sites, and
// says whether there are more than before.
func (c *checked) wrappers() (more bool) {
	c.held = map[*types.Var]*scan.Call{}
	found := func(key string, call scan.Call, ok bool) {
		if _, have := c.facts.calls[key]; ok && !have {
			c.facts.calls[key] = call
			more = true
		}
	}
	for _, f := range c.files {
		for _, d := range f.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if o, ok := c.info.Defs[d.Name].(*types.Func); ok && d.Body != nil {
					call, ok := c.hands(d.Type, d.Body, d.Name.Name)
					found(key(o), call, ok)
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if s, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
						for _, name := range s.Names {
							if v, ok := c.info.Defs[name].(*types.Var); ok {
								call, ok := c.variable(v)
								found(key(v), call, ok)
							}
						}
					}
				}
			}
		}
	}
	return more
}

// hands gives what a call of a function comes to that hands a parameter on as the
// name of a site; through is how it is called.
func (c *checked) hands(t *ast.FuncType, body *ast.BlockStmt, through string) (made scan.Call, ok bool) {
	params := c.params(t)
	if len(params) == 0 {
		return made, false
	}
	ast.Inspect(body, func(n ast.Node) bool {
		call, is := n.(*ast.CallExpr)
		if ok || !is {
			return !ok
		}
		site, known := c.resolve(call.Fun)
		if !known || site.Name < 0 || site.Name >= len(call.Args) || call.Ellipsis.IsValid() && site.Name == len(call.Args)-1 {
			return true
		}
		before, param, after := c.parts(call.Args[site.Name])
		if i := slices.Index(params, param); param != nil && i >= 0 && len(c.assigned[param]) == 0 {
			made = scan.Call{Kind: site.Kind, Package: site.Package, Call: site.Call, Name: i,
				Before: site.Before + before, After: after + site.After, Through: through}
			ok = true
		}
		return !ok
	})
	return made, ok
}

// params are the parameters of a function, in the order of its arguments; nil for
// one that is no string, or has no name.
func (c *checked) params(t *ast.FuncType) (all []*types.Var) {
	some := false
	for _, f := range t.Params.List {
		for _, name := range f.Names {
			v, _ := c.info.Defs[name].(*types.Var)
			if v != nil && !isString(v.Type()) {
				v = nil
			}
			some = some || v != nil
			all = append(all, v)
		}
		if len(f.Names) == 0 {
			all = append(all, nil)
		}
	}
	if !some {
		return nil
	}
	return all
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.String
}

// parts takes a name apart that is made of a variable, with constants around it.
func (c *checked) parts(e ast.Expr) (before string, v *types.Var, after string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ = c.info.Uses[e].(*types.Var)
	case *ast.CallExpr: // string(name)
		if len(e.Args) == 1 && c.info.Types[e.Fun].IsType() && isString(c.info.Types[e.Fun].Type) {
			return c.parts(e.Args[0])
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			break
		}
		if text, ok := c.constant(e.X); ok {
			before, v, after = c.parts(e.Y)
			return text + before, v, after
		}
		if text, ok := c.constant(e.Y); ok {
			before, v, after = c.parts(e.X)
			return before, v, after + text
		}
	}
	return before, v, after
}

// sites notes the calls that come to sites and that the text of a file does not
// show, and the names that it does not tell.
func (c *checked) sites() {
	for _, f := range c.files {
		file := c.set.Position(f.FileStart).Filename
		calls, values := unique[scan.Call]{}, unique[string]{}
		for _, d := range f.Decls {
			in := scan.Declaration(d)
			ast.Inspect(d, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					c.site(in, call, calls, values)
				}
				return true
			})
		}
		if all := calls.all(); len(all) > 0 {
			c.facts.local[file] = all
		}
		if all := values.all(); len(all) > 0 {
			c.facts.localValues[file] = all
		}
	}
}

func (c *checked) site(in string, call *ast.CallExpr, calls unique[scan.Call], values unique[string]) {
	fun := scan.Callee(call.Fun)
	site, ok := c.resolve(fun)
	if !ok {
		if f, is := c.info.Uses[nameOf(fun)].(*types.Func); is && f.Pkg() != nil && f.Pkg().Path() == scan.SimPackage && f.Name() == "History" && len(call.Args) == 1 {
			c.value(in, call.Args[0], values)
		}
		return
	}
	if !c.global(fun) {
		calls.add(scan.LocalKey(in, fun), site)
	}
	if site.Name >= 0 && site.Name < len(call.Args) {
		c.value(in, call.Args[site.Name], values)
	}
}

// nameOf is the last name in what is called; nil if it has none.
func nameOf(fun ast.Expr) *ast.Ident {
	switch e := fun.(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	}
	return nil
}

// global says whether a file's text and the facts about packages tell what an
// expression stands for.
func (c *checked) global(fun ast.Expr) bool {
	switch e := fun.(type) {
	case *ast.Ident:
		o := c.info.Uses[e]
		return o != nil && o.Pkg() != nil && o.Pkg().Path() == c.path && o.Parent() == o.Pkg().Scope()
	case *ast.SelectorExpr:
		if x, ok := e.X.(*ast.Ident); ok {
			_, ok := c.info.Uses[x].(*types.PkgName)
			return ok
		}
	}
	return false
}

// value notes what a constant that names a site stands for.
func (c *checked) value(in string, e ast.Expr, values unique[string]) {
	if _, plain := ast.Unparen(e).(*ast.BasicLit); plain {
		return
	}
	text, ok := c.constant(e)
	if !ok {
		return
	}
	values.add(scan.LocalKey(in, e), text)
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if o, ok := c.info.Uses[id].(*types.Const); ok && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
				if text, ok := textOf(o.Val()); ok {
					c.facts.values[key(o)] = text
				}
			}
		}
		return true
	})
}

// unique are values by keys; a key with two different ones has none.
type unique[V comparable] map[string]*V

func (u unique[V]) add(key string, v V) {
	switch have, ok := u[key]; {
	case !ok:
		u[key] = &v
	case have != nil && *have != v:
		u[key] = nil
	}
}

func (u unique[V]) all() map[string]V {
	all := map[string]V{}
	for key, v := range u {
		if v != nil {
			all[key] = *v
		}
	}
	return all
}
