package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"seedfall": main})
}

// Each script under testdata/script is a session at the command line: what is
// typed, and exactly what comes back. $ROOT is this repository, page has the programs
// and outputs that docs/models.md shows.
func TestScripts(t *testing.T) {
	goEnv := func(name string) string {
		out, err := exec.Command("go", "env", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	cache, modules, path := goEnv("GOCACHE"), goEnv("GOMODCACHE"), goEnv("GOPATH")
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, "ROOT="+root, "GOCACHE="+cache, "GOMODCACHE="+modules, "GOPATH="+path, "GOFLAGS=-buildvcs=false", "GOPROXY=off", "PROXY="+goEnv("GOPROXY"))
			if err := writeBlocks(t, filepath.Join(root, "docs", "models.md"), filepath.Join(e.WorkDir, "page")); err != nil {
				return err
			}
			return module(e.WorkDir, root)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exit": exitsWith, "shows": shows},
	})
}

// module writes the go.mod that the scripts' programs are built in.
func module(dir, root string) error {
	text := "module example.com/m\n\ngo 1.26.0\n\nrequire github.com/seedfall/seedfall v0.0.0\n\nreplace github.com/seedfall/seedfall => " + root + "\n"
	return os.WriteFile(filepath.Join(dir, "go.mod"), []byte(text), 0o644)
}

// exitsWith is the command "exit CODE COMMAND ARGS...": it runs a command that
// has to end with that code.
func exitsWith(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exit CODE COMMAND ARGS...")
	}
	err := ts.Exec("sh", append([]string{"-c", `want=$1; shift; "$@"; got=$?; [ "$got" = "$want" ] || { echo "exit code $got, want $want" >&2; exit 1; }`, "exit"}, args...)...)
	if err != nil {
		ts.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
}

// shows is the command "shows FILE": each line of the file is one of what was last
// printed.
func shows(ts *testscript.TestScript, _ bool, args []string) {
	printed := "\n" + ts.ReadFile("stdout")
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		if !strings.Contains(printed, "\n"+line) {
			ts.Fatalf("%s is not printed: %s", args[0], line)
		}
	}
}
