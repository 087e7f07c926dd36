package view

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

var running = regexp.MustCompile(`running go [0-9a-z.]+`)

// listed lists the configs of an archive, which are the folders with a file named
// packages that has their packages, and tags behind a "#"; it says in a line each
// what it finds, with paths from the root.
func listed(t *testing.T, root string, b Build) string {
	t.Helper()
	var all []Programs
	var names []string
	if err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == "packages" {
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			packages, tags, _ := strings.Cut(string(text), "#")
			p := Programs{Dir: filepath.Dir(path), Packages: strings.Fields(packages), Tags: strings.Fields(tags)}
			all = append(all, p)
			rel, _ := filepath.Rel(root, p.Dir)
			names = append(names, filepath.ToSlash(rel))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	views := map[*View]bool{}
	for i, l := range List(t.Context(), b, all, 2) {
		fmt.Fprintf(&out, "%s:", names[i])
		if l.Err != nil {
			text := running.ReplaceAllString(strings.ReplaceAll(l.Err.Error(), root+"/", ""), "running go X")
			fmt.Fprintf(&out, " %s\n", text)
			continue
		}
		views[l.View] = true
		at, _ := filepath.Rel(root, l.View.Root)
		fmt.Fprintf(&out, " in %s:", filepath.ToSlash(at))
		var files []string
		for file, name := range l.Files {
			rel, _ := filepath.Rel(root, file)
			files = append(files, fmt.Sprintf(" %s=%s", filepath.ToSlash(rel), name))
		}
		slices.Sort(files)
		out.WriteString(strings.Join(files, "") + "\n")
	}
	fmt.Fprintf(&out, "%d views\n", len(views))
	return out.String()
}

// Each archive of testdata/list is a folder, and ends with what is found in it.
// Behind found in the name of the end may stand a variable for the go command.
func TestModulesAndWorkspaces(t *testing.T) {
	archives, err := filepath.Glob("testdata/list/*.txt")
	if err != nil || len(archives) == 0 {
		t.Fatal(err, archives)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txt"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("GOWORK", "")
			root := folder(t, a)
			for _, f := range a.Files {
				variables, is := strings.CutPrefix(f.Name, "found")
				if !is {
					continue
				}
				b := Build{Env: append(strings.Fields(variables), "GOPROXY=off", "GOTOOLCHAIN=local")}
				if got := listed(t, root, b); got != string(f.Data) {
					t.Errorf("%s: got\n%swant\n%s", f.Name, got, f.Data)
				}
			}
		})
	}
}

func TestASymbolicLinkIsFollowedOnce(t *testing.T) {
	_, root := written(t, "sites.txt")
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skip("this system has no symbolic links: ", err)
	}
	all := List(t.Context(), Build{}, []Programs{{Dir: root, Packages: []string{"./node"}}, {Dir: link, Packages: []string{"./node"}}}, 1)
	if all[0].Err != nil || all[0].View != all[1].View || all[0].View.Root != root || len(all[1].Files) != len(all[0].Files) {
		t.Errorf("%+v", all)
	}
}

func TestFlagsAreMerged(t *testing.T) {
	for _, c := range []struct {
		goflags     string
		build       Build
		more        []string
		want        string
		environment []string
	}{
		{"", Build{}, nil, "", nil},
		{"-mod=mod '-ldflags=-X a.b=\"c d\"'", Build{}, nil, "-mod=readonly '-ldflags=-X a.b=\"c d\"'", nil},
		{"-tags=a,b -v", Build{Tags: []string{"c"}, Flags: []string{"-tags=d a", "-race"}}, []string{"e"}, "-v -race -tags=a,b,c,d,e",
			[]string{"GOFLAGS=-v -race -tags=a,b,c,d"}},
		{`"-gcflags=a'b"`, Build{Env: []string{"A=b"}, Flags: []string{"-x=y z"}}, nil, `"-gcflags=a'b" '-x=y z'`, []string{"A=b", `GOFLAGS="-gcflags=a'b" '-x=y z'`}},
		{"-v", Build{Env: []string{"A=b"}}, nil, "-v", []string{"A=b"}},
		{"'not closed", Build{}, nil, "'not closed'", nil},
	} {
		if got := c.build.goflags(c.goflags, c.more); got != c.want {
			t.Errorf("%s: %s, want %s", c.goflags, got, c.want)
		}
		if got := c.build.Environ(c.goflags); !slices.Equal(got, c.environment) {
			t.Errorf("%s: %q, want %q", c.goflags, got, c.environment)
		}
	}
}
