package build

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine/property"
)

// listed loads the packages without building them.
func listed(t *testing.T, dir string, names ...string) *graph {
	t.Helper()
	return listedWith(t, nil, dir, names...)
}

func listedWith(t *testing.T, tags []string, dir string, names ...string) *graph {
	t.Helper()
	r := Request{Dir: dir, Packages: names, Tags: tags, Env: []string{"GOPROXY=off"}}
	tc, err := findToolchain(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	g, err := tc.list(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func siteLine(s property.Site) string {
	return fmt.Sprintf("%s:%d:%d %s %q in %s %s\n", s.File, s.Line, s.Col, s.Kind, s.Name, s.Package, s.Func)
}

// Each archive of testdata/catalogue is a module and the list of its call sites.
func TestCatalogueListsEveryCall(t *testing.T) {
	for _, name := range []string{"forms", "imports", "antithesis"} {
		t.Run(name, func(t *testing.T) {
			path := "testdata/catalogue/" + name + ".txt"
			a, dir := module(t, path)
			var got strings.Builder
			for _, s := range catalogue(listed(t, dir, "./server")) {
				got.WriteString(siteLine(s))
			}
			if *update {
				updateSection(t, path, a, "catalogue", got.String())
			} else if want := section(a, "catalogue"); got.String() != want {
				t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
			}
		})
	}
}

// Assertions that build tags turn off are never reached, so they are not in the
// catalogue. That is worth a warning unless the user turned them off.
func TestAssertionsThatAreCompiledOutAreNotCatalogued(t *testing.T) {
	_, dir := module(t, "testdata/catalogue/antithesis.txt")
	for _, c := range []struct {
		tags         []string
		sites, warns bool
	}{
		{nil, true, false},
		{[]string{"no_antithesis_sdk"}, false, false},
		{[]string{"default_no_op"}, false, true},
		{[]string{"default_no_op", "enable_antithesis_sdk"}, true, false},
	} {
		g := listedWith(t, c.tags, dir, "./server")
		if sites := catalogue(g); len(sites) > 0 != c.sites {
			t.Errorf("tags %v: %d sites", c.tags, len(sites))
		}
		if warning := g.sdkSilent(c.tags); warning != "" != c.warns {
			t.Errorf("tags %v: warning %q", c.tags, warning)
		}
	}
}

// The stand-in for package sim prints what the Go runtime says about its
// callers. The catalogue must say the same.
func TestCatalogueNamesSourcesAsATrimmedBinaryDoes(t *testing.T) {
	_, dir := module(t, "testdata/catalogue/forms.txt")
	cmd := exec.Command("go", "run", "-trimpath", "./server")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	ran := slices.DeleteFunc(lines(string(out)), func(s string) bool { return strings.HasPrefix(s, "fail ") })
	var known []string
	for _, s := range catalogue(listed(t, dir, "./server")) {
		name := s.Name
		if name == "" {
			name = "computed"
		}
		// The stand-in does not call conditions, and the Go runtime places a
		// deferred call where the function ends.
		if name != "closure in an argument" && name != "%s" {
			known = append(known, fmt.Sprintf("%s %q %s:%d", s.Kind, name, s.File, s.Line))
		}
	}
	slices.Sort(ran)
	slices.Sort(known)
	if !slices.Equal(ran, known) {
		t.Errorf("the program says:\n%s\nthe catalogue says:\n%s", strings.Join(ran, "\n"), strings.Join(known, "\n"))
	}
}
