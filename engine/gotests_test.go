package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedfall/seedfall/engine/internal/build"
	"github.com/seedfall/seedfall/engine/internal/disk"
	"github.com/seedfall/seedfall/engine/internal/errno"
	"github.com/seedfall/seedfall/engine/internal/guest"
	"github.com/seedfall/seedfall/engine/internal/network"
	"github.com/seedfall/seedfall/engine/internal/rng"
	"github.com/seedfall/seedfall/engine/internal/sched"
	"github.com/seedfall/seedfall/engine/internal/wasi"
	"github.com/seedfall/seedfall/engine/trace"
	"github.com/seedfall/seedfall/engine/vtime"
)

// Go's own tests of the packages that touch files pass on a simulated disk of
// any model, but for those that testdata/gotests lists with a reason each; these
// fail.
func TestGoTestsPassOnTheSimulatedDisk(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and compiles three test binaries of the standard library, which takes about a minute")
	}
	set, err := build.Guests(t.Context(), build.Request{Dir: ".", Packages: []string{"./testdata/guest"}}) // for the layout
	if err != nil {
		t.Fatal(err)
	}
	e, err := guest.NewEngine(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close(context.Background()) //nolint:errcheck // the test is over
	for _, pkg := range []string{"os", "io/fs", "path/filepath"} {
		t.Run(pkg, func(t *testing.T) {
			code, err := e.Compile(t.Context(), goTestBinary(t, pkg), guest.Options{Layout: layout(set), Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			g := goTest{pkg: pkg, dir: "/goroot/src/" + pkg, code: code, skipped: skipList(t, pkg)}
			g.everythingElsePasses(t, disk.Model{})
			g.everythingElsePasses(t, disk.Model{TornWrites: true, ReorderWrites: true, StrictDirs: true, FS: disk.DirReorder, Zeroed: true})
			g.whatIsSkippedFails(t)
		})
	}
}

// goTestBinary builds the tests of a package of the standard library, with the
// toolchain that builds the nodes.
func goTestBinary(t *testing.T, pkg string) []byte {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "test.wasm")
	c := exec.CommandContext(t.Context(), "go", "test", "-c", "-trimpath", "-o", binary, pkg)
	c.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	b, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// skipList reads the names of the tests of a package that are left out, from
// lines of the form "TestName: reason".
func skipList(t *testing.T, pkg string) (names []string) {
	t.Helper()
	b, err := os.ReadFile("testdata/gotests/" + strings.ReplaceAll(pkg, "/", "_") + ".skip.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		name, reason, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || reason == "" {
			t.Fatalf("a test is left out without a reason: %q", line)
		}
		names = append(names, name)
	}
	return names
}

// goTest is the test binary of a package.
type goTest struct {
	pkg, dir string // dir is the package's folder on the simulated disk
	code     *guest.Code
	skipped  []string
}

func (g *goTest) everythingElsePasses(t *testing.T, m disk.Model) {
	t.Helper()
	args := []string{"-test.v"}
	if len(g.skipped) > 0 {
		args = append(args, "-test.skip="+anyOf(g.skipped))
	}
	output, ok := g.run(t, m, args...)
	if !ok || count(output, "--- PASS: ") == 0 {
		t.Errorf("on a disk of the model %+v:\n%s", m, strings.Join(slices.DeleteFunc(slices.Clone(output), dull), "\n"))
	}
	t.Logf("model %+v: %d tests and parts of tests pass, %d skip themselves, %d are left out",
		m, count(output, "--- PASS: "), count(output, "--- SKIP: "), len(g.skipped))
}

func (g *goTest) whatIsSkippedFails(t *testing.T) {
	t.Helper()
	for _, name := range g.skipped {
		if output, ok := g.run(t, disk.Model{}, "-test.v", "-test.run="+anyOf([]string{name})); ok || count(output, "--- FAIL: "+name+" ") == 0 {
			t.Errorf("%s is left out, but does not fail:\n%s", name, strings.Join(output, "\n"))
		}
	}
}

// anyOf is a pattern of the testing package for just these tests.
func anyOf(names []string) string { return "^(" + strings.Join(names, "|") + ")$" }

func count(output []string, prefix string) (n int) {
	for _, line := range output {
		if strings.HasPrefix(strings.TrimSpace(line), prefix) {
			n++
		}
	}
	return n
}

// dull lines do not help to see why a test failed.
func dull(line string) bool {
	line = strings.TrimSpace(line)
	for _, p := range []string{"=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "--- PASS", "--- SKIP"} {
		if strings.HasPrefix(line, p) {
			return true
		}
	}
	return false
}

// run runs the binary as the only program of a run, in a copy of the package's
// folder, and says whether it ended well.
func (g *goTest) run(t *testing.T, m disk.Model, args ...string) (output []string, ok bool) {
	t.Helper()
	recorder := trace.NewRecorder(true)
	k := &wasi.Kernel{Clock: &sched.Clock{}, Net: network.New(1), Trace: recorder, Hosts: []string{"test"}}
	p := &wasi.Process{Kernel: k, Inc: 1, FS: g.disk(t, m), Random: rng.Seed(1).Stream(), Args: append([]string{"/test"}, args...),
		Env: []string{"PWD=" + g.dir, "TMPDIR=/tmp", "HOME=/home/gopher", "GOROOT=/goroot"}}
	inst, err := g.code.Boot(t.Context(), p, nil, guest.Limits{Memory: 1 << 30, Watchdog: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer inst.Close()
	y := inst.Run()
	for ; y == guest.SliceEnd || y == guest.Waits && p.WakeAt() != vtime.Never; y = inst.Run() {
		if y == guest.Waits {
			k.Clock.Advance(p.WakeAt())
		} else {
			k.Clock.Advance(k.Clock.Now().Add(10 * vtime.Millisecond))
		}
	}
	for _, e := range recorder.Events {
		if e.Kind == trace.Log {
			output = append(output, e.S)
		}
	}
	switch y {
	case guest.Exited:
		return output, inst.ExitCode() == 0
	case guest.Trapped:
		output = append(output, inst.Trap())
	}
	return append(output, fmt.Sprintf("it did not exit: yield %d", y)), false
}

// disk makes a disk with what the tests look for: the package's folder, and
// parts of GOROOT by name only.
func (g *goTest) disk(t *testing.T, m disk.Model) *disk.FS {
	t.Helper()
	d := disk.New(m)
	plant := func(e errno.Errno) {
		if e != errno.OK {
			t.Fatal(e)
		}
	}
	for _, name := range []string{"go.env", "LICENSE", "CONTRIBUTING.md", "src/unicode/utf8/utf8.go", "src/unicode/utf16/utf16.go"} {
		plant(d.WriteFile("/goroot/"+name, []byte("not read, but not empty\n")))
	}
	plant(d.MakeDir("/tmp"))
	plant(d.MakeDir("/home/gopher"))
	out, err := exec.CommandContext(t.Context(), "go", "list", "-f", "{{.Dir}}", g.pkg).Output()
	if err != nil {
		t.Fatal(err)
	}
	source := os.DirFS(strings.TrimSpace(string(out)))
	err = fs.WalkDir(source, ".", func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		b, err := fs.ReadFile(source, path)
		plant(d.WriteFile(g.dir+"/"+path, b))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}
