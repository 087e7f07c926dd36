package scan

import (
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/property"
	"golang.org/x/tools/txtar"
)

// Each file of the archive ends with the sites that are found in it, as comments.
func TestSites(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/sites.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		source, want, _ := strings.Cut(string(f.Data), "// sites\n")
		var got strings.Builder
		for _, s := range Scan(f.Name, source).Sites {
			fmt.Fprintf(&got, "// %d %s %v", s.Line, s.Call, s.Kind)
			if s.Constant {
				fmt.Fprintf(&got, " %q", s.Name)
			} else if s.NameTo > 0 {
				fmt.Fprintf(&got, " %s", source[s.NameFrom:s.NameTo])
			}
			if s.Func != "" {
				got.WriteString(" in " + s.Func)
			}
			if s.Condition != "" {
				got.WriteString(" " + s.Condition)
			}
			if s.Unused {
				got.WriteString(" unused")
			}
			if s.Computed {
				got.WriteString(" computed")
			}
			got.WriteByte('\n')
			if call := source[s.From:s.To]; !strings.Contains(call, s.Call) {
				t.Errorf("%s: the call is %q", f.Name, call)
			}
		}
		if got.String() != want {
			t.Errorf("%s: got\n%swant\n%s", f.Name, got.String(), want)
		}
	}
}

func TestAFileSaysWhereItsMainIs(t *testing.T) {
	const text = "package main\n\nfunc main() {\n}\n"
	f := Scan("a.go", text)
	if f.Package != "main" || f.Main < 0 || text[f.Main:f.Main+4] != "main" || f.ImportsSim || len(f.Errors) > 0 {
		t.Errorf("%+v", f)
	}
	for _, other := range []string{"package p\n\nfunc main() {}\n", "package main\n\nfunc (t T) main() {}\n", "", "pack"} {
		if f := Scan("a.go", other); f.Main >= 0 {
			t.Errorf("%q has a main: %+v", other, f)
		}
	}
}

func TestErrorsOfSyntaxHaveTheirPlaces(t *testing.T) {
	f := Scan("a.go", "package p\n\nfunc f() {\n\tx := \n}\n\nfunc g( {}\n")
	if len(f.Errors) < 2 || f.Errors[0].Offset != 29 || f.Package != "p" {
		t.Errorf("%+v", f)
	}
}

func FuzzScan(f *testing.F) {
	b, err := os.ReadFile("testdata/sites.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range txtar.Parse(b).Files {
		f.Add(string(file.Data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		facts := &Facts{Path: "p", Calls: map[string]Call{"p.must": {Kind: property.Always, Name: 1, Before: "<"}}, Values: map[string]string{"p.orders": "orders"},
			Names: map[string]string{}, Local: map[string]Call{"f r.Put": {Kind: property.Invoke, Name: -1, Opens: true}}, LocalValues: map[string]string{"f r": "r"}}
		for _, s := range slices.Concat(Scan("a.go", text).Sites, ScanWith("a.go", text, facts).Sites) {
			if s.From < 0 || s.To > len(text) || s.From >= s.To || s.NameFrom > s.NameTo || s.NameTo > len(text) {
				t.Errorf("%+v of %d bytes", s, len(text))
			}
		}
		for _, facts := range []*Facts{nil, facts} {
			if got, want := piecewise(text, facts, false), piecewise(text, facts, true); !reflect.DeepEqual(got, want) {
				t.Errorf("%+v, and in declarations that are passed over as well %+v", got, want)
			}
		}
	})
}

// piecewise looks through a file as if it had errors: through every declaration, or
// through those only that have one of the words.
func piecewise(text string, facts *Facts, every bool) *File {
	set := token.NewFileSet()
	tree, _ := parser.ParseFile(set, "a.go", text, parser.AllErrors)
	if tree == nil || tree.Name == nil {
		return nil
	}
	s := &search{set: set, file: &File{Package: tree.Name.Name, Main: -1}, facts: facts, locals: maps.Clone(facts.lastNames())}
	s.imports(tree)
	if every {
		if s.locals == nil {
			s.locals = map[string]bool{}
		}
		s.locals[""] = true
	}
	s.pieces(text)
	return s.file
}

// A declaration that has no word of what is looked for is passed over.
func TestAFileWithErrorsIsLookedThroughWhereAnythingCanBe(t *testing.T) {
	const text = `package main

import s "github.com/seedfall/seedfall/sim"

func a() { other("s") }

func broken() { (

func b() {
	s.Always(true, "b")
}

func c(r R) { r.must(1) }

func main() {}
`
	facts := &Facts{Path: "main", Calls: map[string]Call{"main.must": {Kind: property.Always}}}
	for _, facts := range []*Facts{nil, facts} {
		if got, want := piecewise(text, facts, false), piecewise(text, facts, true); len(got.Sites) != 1 || got.Main != strings.Index(text, "main() {}") || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	line := "\tsim.Always(x > 0, \"x is positive\", \"x\", x)\n"
	text := "package p\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc f(x int) {\n" + strings.Repeat(line, 50<<10/len(line)) + "}\n"
	b.Run("sites", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			Scan("a.go", text)
		}
	})
	b.Run("sites by types", func(b *testing.B) {
		facts := &Facts{Path: "p", Calls: map[string]Call{"p.must": {Kind: property.Always, Name: 1}}, Values: map[string]string{}, Names: map[string]string{},
			Local: map[string]Call{"f t.must": {Kind: property.Always, Name: 1}}}
		line := "\tt.must(x > 0, \"x is positive\", \"x\", x); must(x > 0, \"x\"); t.other(x, x.y.z(1, 2))\n"
		text := "package p\n\nfunc f(x int, t t) {\n" + strings.Repeat(line, 50<<10/len(line)) + "}\n"
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			ScanWith("a.go", text, facts)
		}
	})
	b.Run("parse only", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			parser.ParseFile(token.NewFileSet(), "a.go", text, parser.AllErrors) //nolint:errcheck // only its time counts
		}
	})
}
