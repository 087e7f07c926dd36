// Package scan finds the calls of package sim, and of the assertions of the
// Antithesis SDK, in the text of one Go file. It needs no other file and no types,
// so that it can keep up with typing; it goes on behind errors of syntax. What types
// have told before, it can be handed as facts.
package scan

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/engine/property"
)

// Site is one call.
type Site struct {
	Kind property.Kind
	// Package is the import path of what is called.
	Package string
	// Call is what stands there, such as "Always" or "Put".
	Call string
	// Name is the property's name, or the history's for a recorded call; Constant
	// says that it is known from the text. A history without a name has "".
	Name     string
	Constant bool
	// Computed says that the text shows the name to be no constant. One that is
	// declared in another file may be either.
	Computed bool
	// Passed says that the name is a parameter of the function around it, or is made
	// of one and constants, so that it comes from that function's callers.
	Passed bool
	// Through is the program's own function that is called and hands the name on; ""
	// for a call of the package itself.
	Through string
	// Func is the function that the call stands in, "" outside of functions.
	Func string
	// From and To are the offsets of the call in bytes, NameFrom and NameTo those
	// of the argument that names it; both 0 if there is none.
	From, To         int
	NameFrom, NameTo int
	// Line counts from 1.
	Line int
	// Condition says that the condition is a constant: "true" or "false"; "" elsewhere.
	Condition string
	// Unused says that what a recorded call gave is thrown away, so that it can
	// never be ended.
	Unused bool
}

// File is what was found in a file.
type File struct {
	// Package is its name; "" if even that cannot be read.
	Package string
	// Main is the offset of func main's name in bytes; -1 if there is none.
	Main int
	// ImportsSim says that it imports package sim, or the SDK's assertions.
	ImportsSim bool
	// ImportFrom and ImportTo are the offsets of the path in the first such import.
	ImportFrom, ImportTo int
	Sites                []Site
	// Errors are those of syntax, in their order.
	Errors []Error
}

// Error is an error of syntax.
type Error struct {
	Offset  int // in bytes
	Message string
}

// Scan reads a file.
func Scan(name, text string) *File { return ScanWith(name, text, nil) }

// ScanWith reads a file, and finds what only types tell by the facts; nil is none.
func ScanWith(name, text string, facts *Facts) *File {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, text, parser.AllErrors)
	f := &File{Main: -1}
	if list, ok := err.(scanner.ErrorList); ok {
		for _, e := range list {
			f.Errors = append(f.Errors, Error{e.Pos.Offset, e.Msg})
		}
	}
	if tree == nil || tree.Name == nil {
		return f
	}
	f.Package = tree.Name.Name
	s := &search{set: set, file: f, facts: facts, locals: facts.lastNames()}
	s.imports(tree)
	f.ImportsSim = len(s.names) > 0
	if len(f.Errors) == 0 {
		s.declarations(tree)
	} else {
		s.pieces(text)
	}
	slices.SortFunc(f.Sites, func(a, b Site) int { return a.From - b.From })
	line, at := 1, 0
	for i := range f.Sites {
		line += strings.Count(text[at:f.Sites[i].From], "\n")
		at, f.Sites[i].Line = f.Sites[i].From, line
	}
	return f
}

// declarations looks through a file, or through a piece of one.
func (s *search) declarations(tree *ast.File) {
	s.scope = tree.Scope
	for _, d := range tree.Decls {
		s.function, s.declaration = "", ""
		if s.facts != nil {
			s.declaration = Declaration(d)
		}
		if fn, ok := d.(*ast.FuncDecl); ok {
			s.function = fn.Name.Name
			if fn.Name.Name == "main" && fn.Recv == nil && s.file.Package == "main" {
				s.file.Main = s.offset(fn.Name.Pos())
			}
		}
		ast.Inspect(d, s.visit)
	}
}

// top is where a declaration begins in a file that is laid out as gofmt does.
var top = regexp.MustCompile(`(?m)^(func|var|const|type)\b`)

// pieces looks through the declarations of a file with errors one by one, since
// the parser may take all that follows one for a part of it.
func (s *search) pieces(text string) {
	const head = "package p\n"
	begins, words := top.FindAllStringIndex(text, -1), s.words()
	for i, b := range begins {
		end := len(text)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		if words != nil && !slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text[b[0]:end], word) }) {
			continue
		}
		s.set, s.shift = token.NewFileSet(), b[0]-len(head)
		if tree, _ := parser.ParseFile(s.set, "", head+text[b[0]:end], parser.AllErrors); tree != nil {
			s.declarations(tree)
		}
	}
}

// words are of what a declaration contains one if anything is found in it; nil if that
// cannot be told. While a file has errors it is parsed twice at each key, and most of it
// has nothing to do with package sim.
func (s *search) words() []string {
	words := []string{"main"}
	for name := range s.names {
		words = append(words, name)
	}
	if s.facts != nil {
		for key := range s.facts.Calls {
			words = append(words, key[strings.LastIndexByte(key, '.')+1:])
		}
	}
	for name := range s.locals {
		words = append(words, name)
	}
	if slices.ContainsFunc(words, func(word string) bool { return !token.IsIdentifier(word) }) {
		return nil // a dot import, a function where it is called
	}
	return words
}

// imports finds the names under which a file knows the packages of the table;
// "." if it needs none.
func (s *search) imports(tree *ast.File) {
	s.names, s.imported = map[string]string{}, map[string]string{}
	for _, spec := range tree.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := packages[path].name
		if name == "" && s.facts != nil {
			name = s.facts.Names[path]
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "_" || name == "" {
			continue
		}
		s.imported[name] = path
		if packages[path].name == "" {
			continue
		}
		if len(s.names) == 0 {
			s.file.ImportFrom, s.file.ImportTo = s.offset(spec.Path.Pos()), s.offset(spec.Path.End())
		}
		s.names[name] = path
	}
}

// search walks through the declarations of a file.
type search struct {
	set      *token.FileSet
	file     *File
	names    map[string]string // local name of each package of the table
	imported map[string]string // local name of every package, as far as it is known
	facts    *Facts            // nil if there are none
	locals   map[string]bool   // last names of the facts about local calls
	function string
	// declaration is Declaration of what is looked through, "" without facts.
	declaration string
	//lint:ignore SA1019 a name that the parser resolves in its own file needs no types
	scope *ast.Scope
	shift int // from offsets in what was parsed to those in the file
}

func (s *search) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ExprStmt:
		if c, ok := n.X.(*ast.CallExpr); ok {
			s.call(c, true)
			for _, a := range c.Args {
				ast.Inspect(a, s.visit)
			}
			ast.Inspect(c.Fun, s.visit)
			return false
		}
	case *ast.CallExpr:
		s.call(n, false)
	}
	return true
}

// call takes a call if it comes to a site. alone says that its result is thrown
// away.
func (s *search) call(c *ast.CallExpr, alone bool) {
	path, name, history := s.callee(c.Fun)
	call, ok := Lookup(path, name)
	if !ok {
		if call, ok = s.known(c.Fun); !ok {
			return
		}
	}
	site := Site{Kind: call.Kind, Package: call.Package, Call: call.Call, Through: call.Through, Func: s.function,
		From: s.offset(c.Pos()), To: s.offset(c.End()), Unused: alone && call.Opens}
	if site.To <= site.From { // its end has not been written yet
		site.To = s.offset(c.Fun.End())
	}
	switch {
	case call.Opens && history != nil:
		s.named(&site, history)
	case call.Opens:
		site.Name, site.Constant = call.History, call.Named
	case call.Name >= 0 && call.Name < len(c.Args):
		s.named(&site, c.Args[call.Name])
		if site.Constant {
			site.Name = call.Before + site.Name + call.After
		}
	}
	if call.Condition && len(c.Args) > 0 {
		if id, ok := ast.Unparen(c.Args[0]).(*ast.Ident); ok && id.Obj == nil && (id.Name == "true" || id.Name == "false") {
			site.Condition = id.Name
		}
	}
	s.file.Sites = append(s.file.Sites, site)
}

func (s *search) named(site *Site, e ast.Expr) {
	site.NameFrom, site.NameTo = s.offset(e.Pos()), s.offset(e.End())
	v := s.value(e, 0)
	if !v.constant && s.facts != nil && len(s.facts.LocalValues) > 0 {
		if text, ok := s.facts.LocalValues[LocalKey(s.declaration, e)]; ok {
			v = value{text: text, constant: true}
		}
	}
	site.Name, site.Constant, site.Computed, site.Passed = v.text, v.constant, v.computed, v.passed
}

// callee is the package and name of what is called. For a call on a recorder,
// such as sim.History("x").Client("c").Put, it is the function of the same name,
// with the argument that names the history.
func (s *search) callee(e ast.Expr) (path, name string, history ast.Expr) {
	switch e := Callee(e).(type) {
	case *ast.Ident:
		if e.Obj == nil && s.names["."] != "" {
			return s.names["."], e.Name, nil
		}
	case *ast.SelectorExpr:
		switch x := ast.Unparen(e.X).(type) {
		case *ast.Ident:
			if x.Obj == nil {
				return s.names[x.Name], e.Sel.Name, nil
			}
		case *ast.CallExpr:
			path, of, history := s.callee(x.Fun)
			if path == "" || of != "History" && of != "Client" {
				return "", "", nil
			}
			if of == "History" && len(x.Args) == 1 {
				history = x.Args[0]
			}
			return path, e.Sel.Name, history
		}
	}
	return "", "", nil
}

func (s *search) offset(p token.Pos) int { return s.set.Position(p).Offset + s.shift }
