package engine_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/seedfall/seedfall/engine"
)

// conformModes are the modes of the test guest that account for what the
// standard library does. Each is a process of its own.
var conformModes = []conformMode{
	{name: "open"}, {name: "data"}, {name: "names"}, {name: "dirs"}, {name: "time"}, {name: "goroutines"}, {name: "panics"},
	{name: "process", args: []string{"an argument", ""}}, {name: "memory"}, {name: "signals"}, {name: "net"}, {name: "http"},
	{name: "armed", args: []string{"127"}}, {name: "armed", args: []string{"128"}}, {name: "armed", args: []string{"129"}},
	{name: "spin", duration: "30ms"},
}

type conformMode struct {
	name     string
	args     []string
	duration string // of the run, in virtual time; "" is an hour
}

// conformEnv is what both see of the environment; natively TMPDIR is added.
var conformEnv = map[string]string{"HOME": "/home/gopher", "USER": "gopher", "PATH": "/usr/bin:/bin", "GREETING": "a=b"}

// The same program runs natively and under seedfall and has to say the same,
// but for the differences that conform_differences_test.go lists.
func TestConformStandardLibraryIsAsOnLinux(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the native results to compare with are Linux's")
	}
	native, simulated := conformNative(t), conformSimulated(t)
	found := map[string]contrast{}
	for _, m := range conformModes {
		name := strings.Join(append([]string{m.name}, m.args...), " ")
		t.Run(name, func(t *testing.T) {
			if raced && m.name == "http" {
				t.Skip("left out with the race detector")
			}
			want := native(t, append([]string{"conform-" + m.name}, m.args...)...)
			got := simulated(t, 1, m.duration, append([]string{"conform-" + m.name}, m.args...)...)
			compare(t, m.name, accountOf(t, want), accountOf(t, got), found)
			compare(t, "end", account{{name, want.end()}}, account{{name, got.end()}}, found)
		})
	}
	t.Run("exits", func(t *testing.T) {
		for _, name := range native(t, "conform-exits").stdout {
			want, got := native(t, "conform-exit", name), simulated(t, 1, "", "conform-exit", name)
			compare(t, "exit", account{{name, want.whole()}}, account{{name, got.whole()}}, found)
		}
	})
	for _, c := range listed() {
		if _, ok := found[c.key()]; !ok {
			t.Errorf("%s: it is listed that natively it says\n\t%s\nand under seedfall\n\t%s\nbut that is not so", c.key(), c.native, c.simulated)
		}
	}
	t.Run("seeds", func(t *testing.T) { conformSeeds(t, simulated) })
}

// conformSeeds checks that what is random follows the seed.
func conformSeeds(t *testing.T, simulated func(*testing.T, uint64, string, ...string) process) {
	one := simulated(t, 1, "", "conform-random").stdout
	if again := simulated(t, 1, "", "conform-random").stdout; !slices.Equal(one, again) {
		t.Errorf("one seed gives\n%q\nand then\n%q", one, again)
	}
	for _, seed := range []uint64{2, 3} {
		var differ []string
		for i, line := range simulated(t, seed, "", "conform-random").stdout {
			if line != one[i] {
				what, _, _ := strings.Cut(line, ":")
				differ = append(differ, what)
			}
		}
		want := []string{"map order", "select", "math/rand", "math/rand/v2", "crypto/rand", "crypto/rand text"}
		if !slices.Equal(differ, want) {
			t.Errorf("seeds 1 and %d differ in %q, not in %q", seed, differ, want)
		}
	}
}

// process is what came of one.
type process struct {
	stdout, stderr []string
	code           int // -1: it was still running when the run ended
}

func (p process) end() string {
	if p.code < 0 {
		return "it does not end"
	}
	return fmt.Sprintf("exit code %d", p.code)
}

// whole shows all of a process that a program or a person could look at: its
// output, and the runtime's last words without addresses and stacks.
func (p process) whole() string {
	s := p.end()
	for _, line := range p.stdout {
		s += fmt.Sprintf(", %q", line)
	}
	for i, line := range p.stderr {
		if line == "" {
			if i+1 < len(p.stderr) && goroutineLine.MatchString(p.stderr[i+1]) {
				s += fmt.Sprintf(", %q", goroutineLine.ReplaceAllString(p.stderr[i+1], "goroutine [$1]"))
			}
			break
		}
		s += fmt.Sprintf(", %q", address.ReplaceAllString(line, "#"))
	}
	return s
}

var (
	address       = regexp.MustCompile(`0x[0-9a-f]+|\b\d{5,}\b`)
	goroutineLine = regexp.MustCompile(`^goroutine \d+ (?:.* )?\[(.*)\]:$`)
)

// conformNative builds the guest for this machine. It gives a function that
// runs it in a folder of its own.
func conformNative(t *testing.T) func(*testing.T, ...string) process {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "guest")
	build := exec.Command("go", "build", "-tags", strings.Join(conformTags(), ","), "-o", binary, "./testdata/guest")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as on wasip1; cgo also hides deadlocks
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(t *testing.T, args ...string) process {
		t.Helper()
		c := exec.CommandContext(t.Context(), binary, args...)
		c.Dir = t.TempDir()
		c.Env = []string{"TMPDIR=" + c.Dir}
		for name, value := range conformEnv {
			c.Env = append(c.Env, name+"="+value)
		}
		var stdout, stderr bytes.Buffer
		c.Stdout, c.Stderr = &stdout, &stderr
		err := c.Run()
		if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
			t.Fatal(err)
		}
		return process{textLines(&stdout), textLines(&stderr), shellCode(c.ProcessState)}
	}
}

// shellCode is the exit code as a shell tells it: 128 and the signal for a
// process that a signal ended.
func shellCode(s *os.ProcessState) int {
	if w, ok := s.Sys().(syscall.WaitStatus); ok && w.Signaled() {
		return 128 + int(w.Signal())
	}
	return s.ExitCode()
}

func textLines(b *bytes.Buffer) (lines []string) {
	for line := range strings.Lines(b.String()) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}

// conformTags choose the files of the guest. Without them it has nothing of what
// only this test needs.
func conformTags() []string {
	if raced {
		return []string{"conform"}
	}
	return []string{"conform", "conformhttp"}
}

// conformSimulated prepares the guest for seedfall. It gives a function that
// runs it as the workload.
func conformSimulated(t *testing.T) func(t *testing.T, seed uint64, duration string, args ...string) process {
	t.Helper()
	prepare := parse(t, conformConfig(t, "", "none"))
	p, err := engine.Prepare(t.Context(), prepare, engine.PrepareOptions{CacheDir: t.TempDir(), Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() }) //nolint:errcheck // the test is over
	return func(t *testing.T, seed uint64, duration string, args ...string) process {
		t.Helper()
		return processOf(t, run(t, p.With(parse(t, conformConfig(t, duration, args...))), seed))
	}
}

func conformConfig(t *testing.T, duration string, args ...string) string {
	t.Helper()
	if duration == "" {
		duration = "1h"
	}
	text, err := json.Marshal(map[string]any{"duration": duration, "memory": "128MiB", "tags": conformTags(),
		"workload": map[string]any{"package": "$GUEST", "args": args, "env": conformEnv}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// processOf finds in a trace what the workload did.
func processOf(t *testing.T, r *engine.Result) process {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	p := process{code: -1}
	for d := json.NewDecoder(&b); d.More(); {
		var e struct {
			Kind, Text string
			FD, Code   int
		}
		if err := d.Decode(&e); err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Kind == "node.exit":
			p.code = e.Code
		case e.Kind == "log" && e.FD == 1:
			p.stdout = append(p.stdout, e.Text)
		case e.Kind == "log":
			p.stderr = append(p.stderr, e.Text)
		}
	}
	if failed := r.Failure != nil; failed != (p.code > 0) {
		t.Errorf("exit code %d, and the run's failure is %+v", p.code, r.Failure)
	}
	return p
}
