package build

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// hooks are the functions that os/signal takes from the runtime, by the file
// that declares them. The overlay provides all of them; a GOROOT with other
// files or hooks is refused, since it may rely on what the overlay lacks.
var hooks = map[string][]string{
	"doc.go":     nil,
	renamedFile:  {runtimeWait},
	replacedFile: {"signal_disable", "signal_enable", "signal_ignore", "signal_ignored", "signal_recv"},
}

// renameWait returns the source of renamedFile in which our function is called
// instead of the runtime's.
func (g *graph) renameWait() ([]byte, error) {
	p := g.packages[signalPackage]
	if has := p.GoFiles; len(has) != len(hooks) || slices.ContainsFunc(has, func(name string) bool { _, ok := hooks[name]; return !ok }) {
		return nil, fmt.Errorf("its os/signal has the files %s", strings.Join(has, ", "))
	}
	var renamed []byte
	for _, name := range p.GoFiles {
		source, err := g.readSource(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if has := bodiless(file); !slices.Equal(has, hooks[name]) {
			return nil, fmt.Errorf("its os/signal takes from the runtime in %s: %s", name, strings.Join(has, ", "))
		}
		if name == renamedFile {
			renamed = rename(source, fset, file)
		}
	}
	return renamed, nil
}

// bodiless are the names of the functions that are defined elsewhere, sorted.
func bodiless(file *ast.File) []string {
	var names []string
	for _, decl := range file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Body == nil {
			names = append(names, f.Name.Name)
		}
	}
	slices.Sort(names)
	return names
}

// rename blanks the declaration of runtimeWait and replaces its name in calls.
// Lines stay where they are.
func rename(source []byte, fset *token.FileSet, file *ast.File) []byte {
	renamed := bytes.Clone(source)
	base := fset.File(file.FileStart).Base()
	blank := func(from, to token.Pos, with string) {
		copy(renamed[int(from)-base:int(to)-base], fmt.Sprintf("%-*s", int(to-from), with))
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Name.Name == runtimeWait {
				blank(n.Type.Pos(), n.End(), "")
				return false
			}
		case *ast.Ident:
			if n.Name == runtimeWait {
				blank(n.Pos(), n.End(), ourWait)
			}
		}
		return true
	})
	return renamed
}
