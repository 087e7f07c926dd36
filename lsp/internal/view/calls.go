package view

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seedfall/seedfall/lsp/internal/scan"
)

// checked is a package with its types.
type checked struct {
	path  string
	set   *token.FileSet
	files []*ast.File
	info  types.Info
	// assigned are the values that variables, and fields, of the package are given;
	// nil stands for one that is not known.
	assigned map[*types.Var][]ast.Expr
	// known gives functions and variables of all packages by their keys.
	known func(key string) (scan.Call, bool)
	facts *pkgFacts
	// held are the functions that variables hold, nil for none, as far as they have
	// been looked for; busy are the variables that are being looked at.
	held map[*types.Var]*scan.Call
	busy map[*types.Var]bool
}

// key names what a package declares, and the methods of its types.
func key(o types.Object) string {
	if o.Pkg() == nil {
		return ""
	}
	name := o.Name()
	if f, ok := o.(*types.Func); ok {
		if of := receiver(f); of != "" {
			name = of + "." + name
		}
	}
	return o.Pkg().Path() + "." + name
}

// receiver is the name of the type that a function is a method of; "" for none.
func receiver(f *types.Func) string {
	r := f.Signature().Recv()
	if r == nil {
		return ""
	}
	t := types.Unalias(r.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return "?" // of an interface without a name
}

// resolve gives what a call of an expression comes to.
func (c *checked) resolve(fun ast.Expr) (call scan.Call, ok bool) {
	switch e := scan.Callee(fun).(type) {
	case *ast.Ident:
		return c.object(c.info.Uses[e])
	case *ast.SelectorExpr:
		if s := c.info.Selections[e]; s != nil {
			call, ok = c.object(s.Obj())
			switch {
			case ok && s.Kind() == types.MethodExpr && call.Name >= 0:
				call.Name++ // behind the receiver
			case ok && call.Opens && s.Kind() == types.MethodVal:
				call.History, call.Named = c.history(e.X)
			}
			return call, ok
		}
		if x, ok := e.X.(*ast.Ident); ok {
			if p, ok := c.info.Uses[x].(*types.PkgName); ok { // which may not be known by more than its path
				return c.lookup(p.Imported().Path(), e.Sel.Name)
			}
		}
	case *ast.FuncLit:
		return c.hands(e.Type, e.Body, "")
	}
	return call, false
}

// lookup gives a function of a package.
func (c *checked) lookup(path, name string) (scan.Call, bool) {
	if call, ok := scan.Lookup(path, name); ok {
		return call, true
	}
	return c.known(path + "." + name)
}

func (c *checked) object(o types.Object) (scan.Call, bool) {
	switch o := o.(type) {
	case *types.Func:
		o = o.Origin()
		switch of := receiver(o); {
		case o.Pkg() == nil:
		case of == "":
			return c.lookup(o.Pkg().Path(), o.Name())
		case o.Pkg().Path() == scan.SimPackage && of == "Recorder":
			call, ok := scan.Lookup(o.Pkg().Path(), o.Name())
			call.Named = false
			return call, ok && call.Opens
		default:
			return c.known(key(o))
		}
	case *types.Var:
		if call, ok := c.variable(o.Origin()); ok {
			return call, true
		}
		if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return c.known(key(o))
		}
	}
	return scan.Call{}, false
}

// variable gives the function that a variable or a field always holds.
func (c *checked) variable(v *types.Var) (scan.Call, bool) {
	call, done := c.held[v]
	if !done && !c.busy[v] {
		c.busy[v] = true
		call = c.assignedTo(v)
		delete(c.busy, v)
		c.held[v] = call
	}
	if call == nil {
		return scan.Call{}, false
	}
	return *call, true
}

// assignedTo is the function that all assignments to a variable give; nil for none.
func (c *checked) assignedTo(v *types.Var) (call *scan.Call) {
	for _, e := range c.assigned[v] {
		if e == nil {
			return nil
		}
		one, ok := c.resolve(e)
		if ok && isLiteral(e) {
			one.Through = v.Name()
		}
		if !ok || call != nil && *call != one {
			return nil
		}
		call = &one
	}
	return call
}

func isLiteral(e ast.Expr) bool {
	_, ok := ast.Unparen(e).(*ast.FuncLit)
	return ok
}

// history is the name of the history that a recorder records in.
func (c *checked) history(e ast.Expr) (name string, known bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.CallExpr:
		sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok {
			id, _ := ast.Unparen(e.Fun).(*ast.Ident)
			return c.historyOf(id, e)
		}
		if sel.Sel.Name == "Client" && c.info.Selections[sel] != nil {
			return c.history(sel.X)
		}
		return c.historyOf(sel.Sel, e)
	case *ast.Ident:
		return c.recorder(c.info.Uses[e])
	case *ast.SelectorExpr:
		if s := c.info.Selections[e]; s != nil {
			return c.recorder(s.Obj())
		}
		return c.recorder(c.info.Uses[e.Sel])
	}
	return "", false
}

// historyOf is the history that a call of sim.History names.
func (c *checked) historyOf(fun *ast.Ident, call *ast.CallExpr) (name string, known bool) {
	if f, ok := c.info.Uses[fun].(*types.Func); ok && f.Pkg() != nil && f.Pkg().Path() == scan.SimPackage && f.Name() == "History" && len(call.Args) == 1 {
		return c.constant(call.Args[0])
	}
	return "", false
}

// recorder is the history of a variable that always holds the same one.
func (c *checked) recorder(o types.Object) (name string, known bool) {
	v, ok := o.(*types.Var)
	if !ok || c.busy[v] {
		return "", false
	}
	c.busy[v] = true
	defer delete(c.busy, v)
	for i, e := range c.assigned[v.Origin()] {
		if e == nil {
			return "", false
		}
		one, ok := c.history(e)
		if !ok || i > 0 && one != name {
			return "", false
		}
		name, known = one, true
	}
	return name, known
}

// constant is the value of a string constant.
func (c *checked) constant(e ast.Expr) (string, bool) {
	return textOf(c.info.Types[e].Value)
}

func textOf(v constant.Value) (string, bool) {
	if v == nil || v.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(v), true
}

// collect notes what variables and fields are given.
func (c *checked) collect() {
	c.assigned = map[*types.Var][]ast.Expr{}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) > 0 {
						c.gives(name, at(n.Values, i, len(n.Names)))
					}
				}
			case *ast.AssignStmt:
				for i, l := range n.Lhs {
					c.gives(l, at(n.Rhs, i, len(n.Lhs)))
				}
			case *ast.RangeStmt:
				c.gives(n.Key, nil)
				c.gives(n.Value, nil)
			case *ast.IncDecStmt:
				c.gives(n.X, nil)
			case *ast.UnaryExpr:
				if n.Op == token.AND {
					c.gives(n.X, nil) // who has its address may give it anything
				}
			case *ast.CompositeLit:
				c.fields(n)
			}
			return true
		})
	}
}

// at is the value for the name i of n; nil if one call gives all.
func at(values []ast.Expr, i, n int) ast.Expr {
	if len(values) != n {
		return nil
	}
	return values[i]
}

// gives notes that what an expression stands for is given a value.
func (c *checked) gives(to, value ast.Expr) {
	var o types.Object
	switch e := to.(type) {
	case *ast.Ident:
		if o = c.info.Defs[e]; o == nil {
			o = c.info.Uses[e]
		}
	case *ast.SelectorExpr:
		o = c.info.Uses[e.Sel]
	}
	if v, ok := o.(*types.Var); ok {
		c.assigned[v.Origin()] = append(c.assigned[v.Origin()], value)
	}
}

// fields notes what the fields of a struct are given where it is made.
func (c *checked) fields(l *ast.CompositeLit) {
	t := c.info.Types[l].Type
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok { // of a list of pointers
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i, e := range l.Elts {
		switch kv, ok := e.(*ast.KeyValueExpr); {
		case ok:
			c.gives(kv.Key, kv.Value)
		case i < s.NumFields():
			v := s.Field(i).Origin()
			c.assigned[v] = append(c.assigned[v], e)
		}
	}
}
