package scan

import (
	"go/ast"
	"go/token"
	"strconv"
)

// maxSteps bounds how many constants are looked through for the value of one; they
// may go round in a circle.
const maxSteps = 8

// text is the string that an expression stands for. constant says that the file
// tells it, computed that it cannot be one; neither is so for a name that is
// declared elsewhere. steps is how many constants have been looked through.
func text(e ast.Expr, steps int) (value string, constant, computed bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		value, err := strconv.Unquote(e.Value)
		return value, err == nil && e.Kind == token.STRING, false
	case *ast.BinaryExpr:
		a, okA, varies := text(e.X, steps)
		b, okB, too := text(e.Y, steps)
		if e.Op != token.ADD || !okA || !okB {
			return "", false, varies || too
		}
		return a + b, true, false
	case *ast.Ident:
		return declared(e.Obj, steps)
	case *ast.SelectorExpr, *ast.BadExpr:
		return "", false, false // of another package, or being written
	}
	return "", false, true
}

// declared is the string of what a name stands for in its own file.
//
//lint:ignore SA1019 a name that the parser resolves in its own file is enough here, and there are no types
func declared(o *ast.Object, steps int) (value string, constant, computed bool) {
	if o == nil || steps == maxSteps {
		return "", false, false
	}
	spec, ok := o.Decl.(*ast.ValueSpec)
	if o.Kind != ast.Con || !ok {
		return "", false, true
	}
	for i, name := range spec.Names {
		if name.Obj == o && i < len(spec.Values) {
			return text(spec.Values[i], steps+1)
		}
	}
	return "", false, false // as the line before it in a group
}
