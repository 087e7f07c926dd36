package scan

import (
	"go/ast"
	"go/token"
	"strconv"
)

// maxSteps bounds how many constants are looked through for the value of one; they
// may go round in a circle.
const maxSteps = 8

// value is the string that an expression stands for.
type value struct {
	text string
	// constant says that the text is known, computed that it cannot be a constant;
	// neither is so for a name that is declared elsewhere.
	constant, computed bool
	// passed says that it is a parameter of the function around it, or is made of one
	// and constants.
	passed bool
}

// value gives that of an expression. steps is how many constants have been looked
// through.
func (s *search) value(e ast.Expr, steps int) value {
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return value{text: text, constant: err == nil && e.Kind == token.STRING}
	case *ast.BinaryExpr:
		a, b := s.value(e.X, steps), s.value(e.Y, steps)
		if e.Op != token.ADD || !a.constant || !b.constant {
			return value{computed: a.computed || b.computed,
				passed: e.Op == token.ADD && (a.passed && b.constant || a.constant && b.passed)}
		}
		return value{text: a.text + b.text, constant: true}
	case *ast.Ident:
		if v := s.declared(e.Obj, steps); v.constant || v.computed {
			return v
		}
		return s.elsewhere(e)
	case *ast.SelectorExpr:
		return s.elsewhere(e)
	case *ast.BadExpr:
		return value{} // being written
	}
	return value{computed: true}
}

// elsewhere is the value of a constant of another file or package, if the facts have
// it.
func (s *search) elsewhere(e ast.Expr) value {
	if s.facts == nil {
		return value{}
	}
	if key := s.global(e); key != "" {
		if text, ok := s.facts.Values[key]; ok {
			return value{text: text, constant: true}
		}
	}
	return value{}
}

// declared is the value of what a name stands for in its own file.
//
//lint:ignore SA1019 a name that the parser resolves in its own file is enough here, and there are no types
func (s *search) declared(o *ast.Object, steps int) value {
	if o == nil || steps == maxSteps {
		return value{}
	}
	if _, ok := o.Decl.(*ast.Field); ok {
		return value{computed: true, passed: true}
	}
	spec, ok := o.Decl.(*ast.ValueSpec)
	if o.Kind != ast.Con || !ok {
		return value{computed: true}
	}
	for i, name := range spec.Names {
		if name.Obj == o && i < len(spec.Values) {
			return s.value(spec.Values[i], steps+1)
		}
	}
	return value{} // as the line before it in a group
}
