package standin

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestACopyHasOurFilesOverThoseOfTheModuleAndNoTests(t *testing.T) {
	to := t.TempDir()
	for _, from := range []fstest.MapFS{
		{"a.go": file("theirs"), "a_test.go": file("theirs"), "b/b.go": file("theirs"), "testdata/c.go": file("theirs")},
		{"b/b.go": file("ours"), "d.go": file("ours")},
	} {
		if err := copyTree(to, from); err != nil {
			t.Fatal(err)
		}
	}
	got := map[string]string{}
	err := fs.WalkDir(os.DirFS(to), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(to, name))
		got[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got["a.go"] != "theirs" || got["b/b.go"] != "ours" || got["d.go"] != "ours" {
		t.Errorf("the copy has %v", got)
	}
}

func file(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content)} }

func TestEveryModuleThatIsAskedForHasStandInsAndNoOtherDoes(t *testing.T) {
	asked := map[string]bool{}
	for _, path := range modfiles(t) {
		m, err := Read(context.Background(), filepath.Dir(path), filepath.Base(path))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range m.Replace {
			what, ours := strings.CutPrefix(r.New.Path, copies)
			if !ours {
				continue
			}
			asked[r.Old.Path] = true
			if _, err := standIns(r.Old.Path); err != nil {
				t.Errorf("%s: %s: %v", path, r.Old.Path, err)
			}
			if want := r.Old.Path + "@" + m.Version(r.Old.Path); what != want {
				t.Errorf("%s asks for a copy of %s and requires %s", path, what, want)
			}
		}
	}
	err := fs.WalkDir(files, "_files", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !under(strings.TrimPrefix(path, "_files/"), asked) {
			t.Errorf("no module asks for %s", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// modfiles are those of the bugs and the engines.
func modfiles(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"../../bugs/*/*.mod", "../../engines/*/*.mod"} {
		found, err := filepath.Glob(pattern)
		if err != nil || found == nil {
			t.Fatalf("%s: %v, %v", pattern, found, err)
		}
		all = append(all, found...)
	}
	return all
}

func under(path string, modules map[string]bool) bool {
	for m := range modules {
		if strings.HasPrefix(path, m+"/") {
			return true
		}
	}
	return false
}

func TestAModuleWithoutStandInsIsRefused(t *testing.T) {
	m := Modfile{dir: t.TempDir()}
	m.Replace = []struct{ Old, New Module }{
		{Module{Path: "golang.org/x/crypto"}, Module{Path: copies + "golang.org/x/crypto@" + crypto(t)}},
		{Module{Path: "example.com/elsewhere"}, Module{Path: "../elsewhere"}},
	}
	err := m.Copy(context.Background())
	if err == nil || !strings.HasSuffix(err.Error(), "there are none; remove the replacement from go.mod") {
		t.Errorf("got %v", err)
	}
}

// crypto is a version of golang.org/x/crypto that is there without a download:
// the one that seedfall itself is built with.
func crypto(t *testing.T) string {
	t.Helper()
	m, err := Read(context.Background(), "../../..", "go.mod")
	if err != nil {
		t.Fatal(err)
	}
	return m.Version("golang.org/x/crypto")
}
