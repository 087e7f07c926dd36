package build

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/seedfall/seedfall/internal/abi"
)

const (
	ownModule  = "github.com/seedfall/seedfall"
	abiPackage = ownModule + "/internal/abi"
)

// speaks fails if the programs are built with a package sim of another version than
// this engine can run: what they say to it would be misunderstood.
func (g *graph) speaks(dir string) error {
	p := g.packages[abiPackage]
	if p == nil || p.broken() {
		return nil // no program reports anything, or the go command says what is wrong
	}
	version, err := g.abiVersion(p)
	if err != nil || version == abi.Version {
		return err
	}
	library := ownModule
	if p.Module != nil && p.Module.Version != "" {
		library += "@" + p.Module.Version
	}
	what := fmt.Sprintf("build: the programs' package sim, of %s, speaks version %d of the interface to the engine, and this seedfall speaks version %d", library, version, abi.Version)
	if version > abi.Version {
		release := "latest"
		if p.Module != nil {
			release = cmp.Or(p.Module.Version, release)
		}
		return fmt.Errorf("%s: get a newer one with \"go install %s/cmd/seedfall@%s\"", what, ownModule, release)
	}
	return fmt.Errorf("%s: run \"go get %s@%s\" in %s", what, ownModule, release(), dir)
}

// abiVersion is what abi.Version is in the copy that the programs are built with; 0
// for one that has none yet.
func (g *graph) abiVersion(p *pkg) (int, error) {
	for _, name := range p.GoFiles {
		text, err := g.readSource(filepath.Join(p.Dir, name))
		if err != nil {
			return 0, fmt.Errorf("build: %w", err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return 0, nil // go build says it in its own words
		}
		for _, d := range file.Decls {
			if version := declares(d, "Version"); version > 0 {
				return version, nil
			}
		}
	}
	return 0, nil
}

// declares is the value of a plain numeric constant that d declares; 0 if it does not.
func declares(d ast.Decl, name string) int {
	g, ok := d.(*ast.GenDecl)
	if !ok || g.Tok != token.CONST {
		return 0
	}
	for _, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Names) != 1 || v.Names[0].Name != name || len(v.Values) != 1 {
			continue
		}
		if lit, ok := v.Values[0].(*ast.BasicLit); ok {
			n, _ := strconv.Atoi(lit.Value)
			return n
		}
	}
	return 0
}

// release is the version of this module in the program that is running.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) {
			if m.Path == ownModule && m.Version != "" && m.Version != "(devel)" && !strings.HasSuffix(m.Version, "+dirty") {
				return m.Version
			}
		}
	}
	return "latest"
}
