package view

import (
	"bytes"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/lsp/internal/scan"
	"golang.org/x/tools/txtar"
)

// The engine's catalogue and the sites of an editor are joined by file and line, or by
// name: what the one lists, the other must have. The archives are those of the
// engine's own test.
func TestTheSitesOfTheCatalogueAreFound(t *testing.T) {
	for _, name := range []string{"forms", "imports", "antithesis"} {
		t.Run(name, func(t *testing.T) {
			a, err := txtar.ParseFile(filepath.Join("../../../engine/internal/build/testdata/catalogue", name+".txt"))
			if err != nil {
				t.Fatal(err)
			}
			root, err := filepath.Abs("../../..")
			if err != nil {
				t.Fatal(err)
			}
			for i := range a.Files {
				a.Files[i].Data = bytes.ReplaceAll(a.Files[i].Data, []byte("$ROOT"), []byte(root))
			}
			i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == "catalogue" })
			want := strings.Split(strings.TrimSpace(string(a.Files[i].Data)), "\n")
			for i, line := range want {
				want[i] = line[:strings.LastIndex(line, " in ")]
			}
			l := List(t.Context(), Build{}, []Programs{{Dir: folder(t, a), Packages: []string{"./server"}}}, 1)[0]
			if l.Err != nil {
				t.Fatal(l.Err)
			}
			types := NewTypes(l.View)
			if err := types.Load(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			found := sitesOf(t, &l, types.Known(same))
			for _, line := range want {
				if !slices.Contains(found, line) && !strings.HasPrefix(line, "template.tmpl") { // which an editor does not show
					t.Errorf("the catalogue has %s, which is not found", line)
				}
			}
			if t.Failed() {
				t.Logf("found:\n%s", strings.Join(found, "\n"))
			}
		})
	}
}

// sitesOf are the sites of all files as the catalogue prints them.
func sitesOf(t *testing.T, l *Listed, known *Known) (all []string) {
	t.Helper()
	for _, file := range slices.Sorted(maps.Keys(l.Files)) {
		text := content(t, file)
		for _, s := range scan.ScanWith(file, text, known.Facts(file)).Sites {
			name := ""
			if s.Constant {
				name = s.Name
			}
			column := s.From - strings.LastIndexByte(text[:s.From], '\n')
			all = append(all, fmt.Sprintf("%s:%d:%d %v %q", l.Files[file], s.Line, column, s.Kind, name))
		}
	}
	return all
}
