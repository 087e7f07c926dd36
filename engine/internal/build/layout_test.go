package build

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"
)

// The offsets of the releases that were looked at, also in the assembly header
// that the Go build writes for the runtime. A release that is not listed is
// computed all the same.
var knownLayouts = map[string]Layout{
	"go1.26": {G: GLayout{StackGuard0: 16, M: 48, GoID: 152}, M: MLayout{G0: 0}},
	"go1.27": {G: GLayout{StackGuard0: 16, M: 48, GoID: 152}, M: MLayout{G0: 0}},
}

func TestLayoutIsComputedForEachToolchain(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	for name, env := range map[string][]string{"in use": nil, "next": {"GOTOOLCHAIN=go1.27.3"}} {
		t.Run(name, func(t *testing.T) {
			r := Request{Dir: dir, Packages: []string{"./b/server"}, Env: env}
			tc, err := findToolchain(t.Context(), r)
			if err != nil {
				t.Skip("the toolchain cannot be had here:", err)
			}
			g, err := tc.list(t.Context(), r.Packages)
			if err != nil {
				t.Fatal(err)
			}
			l, err := computeLayout(g)
			if err != nil {
				t.Fatal(err)
			}
			release := strings.Join(strings.SplitN(tc.version, ".", 3)[:2], ".")
			if want, ok := knownLayouts[release]; ok && l != want {
				t.Errorf("%s: %+v, want %+v", tc.version, l, want)
			}
		})
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
