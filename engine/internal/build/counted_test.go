package build

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// imports is a graph: a package a line, with what it imports.
func imports(text string) *graph {
	g := &graph{packages: map[string]*pkg{}}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		p := &pkg{ImportPath: f[0], Imports: f[1:], GoFiles: []string{"a.go", "b.go"}}
		g.packages[f[0]] = p
		g.order = append(g.order, p)
	}
	return g
}

const sixPackages = "runtime\nerrors runtime\nio errors\nnet io\nm/store io\nm/server net m/store\n"

func heardOf(g *graph, lines ...string) (heard []string, text string) {
	c := newCounted(g, func(b Built) {
		heard = append(heard, fmt.Sprintf("%d/%d %d/%d", b.Packages, b.Of, b.Files, b.OfFiles))
	})
	for _, line := range lines {
		c.Write([]byte(line)) //nolint:errcheck // it never fails
	}
	text = c.text()
	c.finish()
	return heard, text
}

func TestPackagesCountWhenWhatImportsThemIsCompiled(t *testing.T) {
	heard, text := heardOf(imports(sixPackages), "runtime\n", "errors\nio\n", "n", "et\nm/sto", "re\n", "m/server\n")
	want := []string{"1/6 2/12", "2/6 4/12", "3/6 6/12", "4/6 8/12", "5/6 10/12", "6/6 12/12"}
	if !slices.Equal(heard, want) || text != "" {
		t.Errorf("%q, and the text %q; want %q", heard, text, want)
	}
}

func TestWhatWasCompiledBeforeCountsWhenThatShows(t *testing.T) {
	heard, _ := heardOf(imports(sixPackages), "m/store\n", "m/server\n")
	if want := []string{"3/6 6/12", "5/6 10/12", "6/6 12/12"}; !slices.Equal(heard, want) {
		t.Errorf("%q, want %q", heard, want)
	}
	heard, _ = heardOf(imports(sixPackages))
	if want := []string{"6/6 12/12"}; !slices.Equal(heard, want) {
		t.Errorf("when nothing is compiled: %q, want %q", heard, want)
	}
}

func TestWhatIsNoPackageIsText(t *testing.T) {
	heard, text := heardOf(imports(sixPackages), "m/store\n# m/store\nm/store/x.go:3:1: bad\n\n", "io.go\nnet")
	if want := "# m/store\nm/store/x.go:3:1: bad\n\nio.go\nnet"; text != want || len(heard) != 2 {
		t.Errorf("text %q, want %q; heard %q", text, want, heard)
	}
}

func TestABuildTellsHowFarItIs(t *testing.T) {
	_, dir := module(t, "testdata/build/cluster.txt")
	for _, name := range []string{"a", "b"} { // as nobody has compiled them yet
		write(t, dir+"/"+name+"/server/new.go", "package main\n\n// "+dir+"\n")
	}
	var heard []Built
	r := Request{Dir: dir, Packages: []string{"./b/server", "./a/server"}, Built: func(b Built) { heard = append(heard, b) }}
	counted := built(t, r)
	if len(heard) < 2 {
		t.Fatalf("heard %v", heard)
	}
	for i, b := range heard {
		if b.Packages > b.Of || b.Files > b.OfFiles || i > 0 && (b.Packages < heard[i-1].Packages || b.Of != heard[i-1].Of) {
			t.Errorf("%+v after %v", b, heard[:i])
		}
	}
	if last := heard[len(heard)-1]; last.Packages != last.Of || last.Files != last.OfFiles {
		t.Errorf("at the end %+v", last)
	}
	r.Built = nil
	if quiet := built(t, r); quiet.ID != counted.ID {
		t.Error("another set when nobody listens")
	}
	for _, listens := range []func(Built){nil, func(Built) {}} {
		write(t, dir+"/b/server/main.go", "package main\n\nfunc main() { missing() }\n")
		_, err := Guests(t.Context(), Request{Dir: dir, Packages: []string{"./b/server"}, Built: listens, Env: []string{"GOPROXY=off"}})
		var compile *CompileError
		if want := "# example.com/m/b/server\nb/server/main.go:3:15: undefined: missing"; !errors.As(err, &compile) || compile.Output != want {
			t.Errorf("got %v", err)
		}
	}
}
