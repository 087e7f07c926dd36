// Package tidy checks the rules of the house: which room may import which, and
// how large a file may grow. Its test prints the first breach.
package tidy

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seedfall/seedfall/"

// floors are the rooms with their floors; a room imports only lower ones.
// docs/architecture.md shows the same list.
var floors = map[string]int{
	"cmd/seedfall":            8,
	"cmd/seedfall-lsp":        8,
	"lsp/command":             7,
	"lsp/worker":              6,
	"lsp":                     4,
	"lsp/work":                3,
	"lsp/internal/scan":       1,
	"lsp/internal/rpc":        0,
	"lsp/internal/text":       0,
	"bench/bugs":              6,
	"bench/engines":           6,
	"bench/internal/standin":  5,
	"engine":                  5,
	"engine/internal/world":   4,
	"engine/internal/guest":   3,
	"engine/internal/judge":   3,
	"engine/internal/page":    3,
	"engine/internal/model":   4,
	"engine/tracefile":        3,
	"engine/internal/wasi":    2,
	"engine/internal/build":   2,
	"engine/internal/fault":   2,
	"engine/corpus":           2,
	"engine/history":          1,
	"engine/check":            2,
	"engine/check/txn":        2,
	"engine/story":            2,
	"engine/internal/shrink":  2,
	"engine/config":           1,
	"engine/schedule":         1,
	"engine/trace":            1,
	"engine/verdict":          1,
	"engine/internal/sched":   1,
	"engine/internal/disk":    1,
	"engine/internal/network": 1,
	"sim":                     1,
	"sim/model":               1,
	"engine/vtime":            0,
	"engine/property":         0,
	"engine/confidence":       0,
	"engine/internal/rng":     0,
	"engine/internal/errno":   0,
	"engine/internal/wasm":    0,
	"internal/abi":            0,
	"internal/atomicfile":     0,

	"engine/internal/antithesis": 1,

	"internal/sample":          2,
	"internal/lanechart":       4,
	"internal/viewer":          4,
	"internal/viewer/sections": 4,

	"lsp/internal/journal": 1,
	"lsp/internal/lock":    0,
	"lsp/internal/view":    2,
	"lsp/internal/process": 0,
	"lsp/internal/power":   0,
}

// sideways are the imports within a floor that are allowed, each for a reason.
var sideways = map[string]string{
	"engine/verdict > engine/trace": "a failure names its site and event in the trace's words",
}

// outside says which rooms may import a module or package from outside; every
// room may import the rest of the standard library.
var outside = map[string][]string{
	"github.com/tetratelabs/wazero": {"engine/internal/guest", "engine/internal/wasi"},
	"golang.org/x/crypto":           {"engine/internal/rng"},
	"golang.org/x/tools":            {"engine/internal/build", "lsp/internal/view"},
	"go.lsp.dev":                    {"lsp", "lsp/internal/rpc"},
	"os/exec":                       {"engine/internal/build", "bench/internal/standin", "lsp", "lsp/internal/process", "lsp/internal/power", "lsp/internal/view", "cmd/seedfall"},
	"math/rand":                     nil,
	"math/rand/v2":                  {"engine/internal/rng"},
	"unsafe":                        nil,
}

// pkg is what go list says of a package.
type pkg struct {
	ImportPath string
	Dir        string
	GoFiles    []string
	Imports    []string
}

func list(t *testing.T) (all []pkg) {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,Imports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

func TestRoomsImportDownwards(t *testing.T) {
	for _, p := range list(t) {
		room := strings.TrimPrefix(p.ImportPath, module)
		if strings.HasPrefix(room, "examples/") || len(p.GoFiles) == 0 {
			continue
		}
		floor, known := floors[room]
		if !known {
			t.Fatalf("%s has no floor: add it to the table in internal/tidy and to docs/architecture.md", room)
		}
		for _, path := range p.Imports {
			to, ours := strings.CutPrefix(path, module)
			if breach := breach(room, floor, path, to, ours); breach != "" {
				t.Fatalf("%s imports %s: %s", room, path, breach)
			}
		}
	}
}

func breach(room string, floor int, path, to string, ours bool) string {
	if ours {
		if below, known := floors[to]; !known || below >= floor && sideways[room+" > "+to] == "" {
			return "imports only go to lower floors"
		}
		return ""
	}
	if (room == "sim" || strings.HasPrefix(room, "sim/")) && strings.Contains(strings.Split(path, "/")[0], ".") {
		return "sim imports the standard library and internal/abi only"
	}
	for what, rooms := range outside {
		if (path == what || strings.HasPrefix(path, what+"/")) && !slices.Contains(rooms, room) && !strings.HasPrefix(path, what+"/v2") {
			return "only these rooms may: " + strings.Join(rooms, ", ")
		}
	}
	return ""
}

// wallClocks are the files that may look at the wall clock: for the watchdog,
// for progress lines, for -budget and the time that shrinking took, and for the
// cache of builds.
var wallClocks = []string{
	"cmd/seedfall/shrink.go",
	"cmd/seedfall/progress.go",
	"bench/bugs/row.go",
	"engine/internal/guest/slice.go",
	"engine/internal/guest/instance.go",
}

// maxLines is the largest size of a file.
const maxLines = 500

func TestFilesAreSmallAndKeepNoTimeOfTheirOwn(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range list(t) {
		entries, err := os.ReadDir(p.Dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if filepath.Ext(e.Name()) != ".go" {
				continue
			}
			path := filepath.Join(p.Dir, e.Name())
			name, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			lines, clock := scan(t, path)
			if lines > maxLines {
				t.Fatalf("%s has %d lines; look for the seam and split it (at most %d)", name, lines, maxLines)
			}
			if clock > 0 && simulated(name) && !slices.Contains(wallClocks, name) {
				t.Fatalf("%s:%d looks at the wall clock; only these files may: %s", name, clock, strings.Join(wallClocks, ", "))
			}
		}
	}
}

// simulated says whether a file belongs to the engine's own code; examples, sim
// and tests use clocks as programs do, build is about real files, and the language
// server about a person who types.
func simulated(name string) bool {
	return !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "examples/") && !strings.HasPrefix(name, "sim/") && !strings.HasPrefix(name, "lsp/") &&
		!strings.HasPrefix(name, "engine/internal/build/")
}

// scan counts a file's lines and finds the first that reads the wall clock.
func scan(t *testing.T, path string) (lines, clock int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		lines++
		text, _, _ := strings.Cut(s.Text(), "//")
		if clock == 0 && (strings.Contains(text, "time.Now(") || strings.Contains(text, "time.Since(") || strings.Contains(text, "time.Sleep(")) {
			clock = lines
		}
	}
	return lines, clock
}
