package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// The offsets of the releases that were looked at. Others are computed all the
// same; the test then only wants them to be plausible.
func TestLayoutOfTheToolchainInUse(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	for _, toolchain := range []string{"", "go1.27.3"} {
		r := Request{Dir: dir, Packages: []string{"./b/server"}}
		if toolchain != "" {
			r.Env = []string{"GOTOOLCHAIN=" + toolchain}
		}
		tc, err := findToolchain(t.Context(), r)
		if err != nil {
			t.Logf("skipping %s, which cannot be had here: %v", toolchain, err)
			continue
		}
		g, err := tc.list(t.Context(), r.Packages)
		if err != nil {
			t.Fatal(err)
		}
		l, err := computeLayout(g)
		if err != nil {
			t.Fatalf("%s: %v", tc.version, err)
		}
		known := Layout{G: GLayout{StackGuard0: 16, M: 48}, M: MLayout{G0: 0}}
		if strings.HasPrefix(tc.version, "go1.26") || strings.HasPrefix(tc.version, "go1.27") {
			if l != known {
				t.Errorf("%s: %+v, want %+v", tc.version, l, known)
			}
		} else if l.G.StackGuard0%8 != 0 || l.G.M%8 != 0 || l.M.G0%8 != 0 || l.G.StackGuard0 == l.G.M {
			t.Errorf("%s: %+v", tc.version, l)
		}
	}
}

func TestLayoutIsKeptWithTheSet(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	r := Request{Dir: dir, Packages: []string{"./b/server"}, CacheDir: cacheIn(dir)}
	first := built(t, r)
	of := first.entry.manifest.LayoutOf
	if l, ok := (&store{cacheIn(dir)}).knownLayout(of); !ok || l != first.Layout {
		t.Errorf("%+v, %v; want %+v", l, ok, first.Layout)
	}
	if _, ok := (&store{cacheIn(dir)}).knownLayout("other sources"); ok {
		t.Error("a layout is known for other sources")
	}
}

func TestOffsetNeedsEveryFieldBeforeIt(t *testing.T) {
	const source = `package runtime
		type mutex struct { key uint32 }
		type g struct {
			small  mutex
			flags  [3]uint8
			next   *m
			slice  []int
			number uint16
			later  strange.Type
			last   uint64
		}
		type m struct { inner struct { list [2]elsewhere }; g0 *g }
		type alias = int`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "runtime2.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	config := types.Config{Error: func(error) {}, Sizes: types.SizesFor("gc", "wasm")}
	p, _ := config.Check("runtime", fset, []*ast.File{file}, nil)
	for _, c := range []struct {
		typeName, field string
		offset          uint32
		err             string
	}{
		{"g", "small", 0, ""},
		{"g", "flags", 4, ""},
		{"g", "next", 8, ""},
		{"g", "slice", 16, ""},
		{"g", "number", 40, ""},
		{"g", "last", 0, "the type of g.later is not understood"},
		{"m", "g0", 0, "the type of m.inner is not understood"},
		{"alias", "x", 0, "type alias is no struct"},
		{"p", "x", 0, "there is no type p"},
	} {
		got, err := offset(p.Scope(), c.typeName, c.field)
		if got != c.offset || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%s.%s: %d, %v; want %d, %q", c.typeName, c.field, got, err, c.offset, c.err)
		}
	}
}
