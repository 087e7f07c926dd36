package view

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"golang.org/x/tools/txtar"
)

// written writes the files of an archive into a new folder.
func written(t *testing.T, archive string) (*txtar.Archive, string) {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	return a, folder(t, a)
}

func folder(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	root := Real(t.TempDir())
	for _, f := range a.Files {
		at := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// typed loads the types of a program.
func typed(t *testing.T, root string, packages ...string) *Types {
	t.Helper()
	l := List(t.Context(), Build{}, []Programs{{Dir: root, Packages: packages}}, 1)[0]
	if l.Err != nil {
		t.Fatal(l.Err)
	}
	types := NewTypes(l.View)
	if err := types.Load(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	return types
}

func same(path string) string { return path }

// told writes the sites of a file, one a line.
func told(sites []scan.Site) string {
	var b strings.Builder
	for _, s := range sites {
		fmt.Fprintf(&b, "// %d %s %v", s.Line, s.Call, s.Kind)
		if s.Constant {
			fmt.Fprintf(&b, " %q", s.Name)
		}
		if s.Through != "" {
			b.WriteString(" through " + s.Through)
		}
		switch {
		case s.Passed:
			b.WriteString(" passed")
		case s.Computed:
			b.WriteString(" computed")
		}
		if s.Unused {
			b.WriteString(" unused")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestTypesShowSites(t *testing.T) {
	a, root := written(t, "sites.txt")
	known := typed(t, root, "./node").Known(same)
	for _, f := range a.Files {
		source, want, ok := strings.Cut(string(f.Data), "// sites\n")
		if !ok {
			continue
		}
		path := filepath.Join(root, filepath.FromSlash(f.Name))
		if got := told(scan.ScanWith(path, source, known.Facts(path)).Sites); got != want {
			t.Errorf("%s: got\n%swant\n%s", f.Name, got, want)
		}
	}
}

// What was found before an edit goes on with the text as it is now: positions are of
// the new text, and calls that are new are found.
func TestWhatTypesToldOutlivesAnEdit(t *testing.T) {
	_, root := written(t, "sites.txt")
	known := typed(t, root, "./node").Known(same)
	for _, c := range []struct{ name, text, want string }{
		{"moved and new", "package main\n\nimport \"example.com/kv/check\"\n\nfunc f() {\n\tcheck.Must(1 < 2, \"new\")\n\tpass(\"handed on\")\n\tcheck.Muster(true, \"no\")\n}\n",
			"// 6 Always always \"new\" through Must\n// 7 Always always \"handed on\" through pass\n"},
		{"shadowed", "package main\n\nfunc f(pass func(string)) {\n\tpass(\"something else\")\n\tcheck := g\n\tcheck.Must(true, \"too\")\n}\n", ""},
		{"errors", "package main\n\nfunc f() {\n\tx := \n}\n\nfunc g() {\n\tpass(\"after an error\")\n}\n", "// 8 Always always \"after an error\" through pass\n"},
	} {
		for _, file := range []string{"node/main.go", "node/new.go"} {
			path := filepath.Join(root, filepath.FromSlash(file))
			if got := told(scan.ScanWith(path, c.text, known.Facts(path)).Sites); got != c.want {
				t.Errorf("%s: %s: got\n%swant\n%s", file, c.name, got, c.want)
			}
		}
	}
	if known.Facts(filepath.Join(root, "elsewhere", "a.go")) != nil {
		t.Error("there are facts of a package that the view does not have")
	}
}

func TestBuffersAreReadInPlaceOfFiles(t *testing.T) {
	_, root := written(t, "sites.txt")
	types := typed(t, root, "./node")
	check := filepath.Join(root, "check", "check.go")
	sites := func() string {
		main := filepath.Join(root, "node", "new.go")
		return told(scan.ScanWith(main, "package main\n\nimport \"example.com/kv/check\"\n\nfunc f() {\n\tcheck.New(\"a name\")\n\tcheck.Must(true, \"old\")\n}\n", types.Known(same).Facts(main)).Sites)
	}
	const text = "package check\n\nimport \"github.com/seedfall/seedfall/sim\"\n\nfunc New(name string) { sim.Sometimes(true, name) }\n"
	types.Recheck([]string{filepath.Dir(check)}, map[string]string{check: text})
	if got, want := sites(), "// 6 Sometimes sometimes \"a name\" through New\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	types.Recheck([]string{filepath.Dir(check)}, map[string]string{check: text + "func"})
	if got, want := sites(), "// 6 Sometimes sometimes \"a name\" through New\n"; got != want {
		t.Errorf("while it does not parse: got\n%swant\n%s", got, want)
	}
}

// A file that nobody has saved yet is of its package, where it would be built.
func TestABufferWithoutAFileIsOfItsPackage(t *testing.T) {
	_, root := written(t, "sites.txt")
	types := typed(t, root, "./node")
	main := filepath.Join(root, "node", "main.go")
	const use, function = "package main\n\nfunc f() {\n\tunwritten(\"a name\")\n}\n",
		"package main\n\nimport \"example.com/kv/check\"\n\nfunc unwritten(name string) { check.Must(true, name) }\n"
	for _, c := range []struct{ name, text, want string }{
		{"new.go", function, "// 4 Always always \"a name\" through unwritten\n"},
		{"new_linux.go", function, ""},
		{"new_test.go", function, ""},
		{"tagged.go", "//go:build other\n\n" + function, ""},
		{"elsewhere.go", strings.Replace(function, "main", "another", 1), ""},
	} {
		types.Recheck([]string{filepath.Dir(main)}, map[string]string{filepath.Join(root, "node", c.name): c.text})
		if got := told(scan.ScanWith(main, use, types.Known(same).Facts(main)).Sites); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// BenchmarkTypes looks at the types of the examples of this repository, with what they
// import compiled, and then again at one package that is being edited.
func BenchmarkTypes(b *testing.B) {
	dir, err := filepath.Abs("../../../examples/kvlog")
	if err != nil {
		b.Fatal(err)
	}
	l := List(b.Context(), Build{}, []Programs{{Dir: dir, Packages: []string{"./server", "./client"}}}, 1)[0]
	if l.Err != nil {
		b.Fatal(l.Err)
	}
	types := NewTypes(l.View)
	b.Run("load", func(b *testing.B) {
		for b.Loop() {
			if err := types.Load(b.Context(), nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("edit", func(b *testing.B) {
		for b.Loop() {
			types.Recheck([]string{filepath.Join(dir, "client")}, nil)
		}
	})
}
