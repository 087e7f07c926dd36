package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/guest"
)

// The function that makes each disk operation is found, whatever way the program
// takes to it: testdata/where.txt lists the operations of mode where of the test
// guest, a part of which is the store of examples/kvlog.
func TestEveryDiskOperationKnowsTheFunctionThatMakesIt(t *testing.T) {
	checkWhere(t, program(t, alone("where")))
}

func TestTheSameFunctionsAreFoundInGuestsOfGo127(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library with a second toolchain, which takes minutes the first time")
	}
	const release = "go1.27.3"
	p, err := engine.Prepare(t.Context(), parse(t, alone("where")), engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2, Env: []string{"GOTOOLCHAIN=" + release}})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // the test is over
	if p.GoVersion != release {
		t.Fatalf("built by %s", p.GoVersion)
	}
	checkWhere(t, p)
}

// A module whose path has no dot is told from the standard library, and a
// literal is of the function that it stands in, also when that is inlined into
// one of another package.
func TestPackagesOfAModuleWithoutADotAreTheProgramsOwn(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module kv\n\ngo 1.26\n",
		"main.go": `package main

import "kv/blob"

func main() {
	blob.Save("one")
	blob.Locked("two")
}
`,
		"blob/blob.go": `package blob

import (
	"os"
	"sync"
)

func Save(path string) { os.Mkdir(path, 0o755) }

func Locked(path string) { hold(func() { os.Mkdir(path, 0o755) }) }

var mu sync.Mutex

//go:noinline
func hold(do func()) {
	mu.Lock()
	defer mu.Unlock()
	do()
}
`} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	c, problems := config.Parse(filepath.Join(dir, "seedfall.json"), []byte(`{"workload": {"package": "."}}`))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	p, err := engine.Prepare(t.Context(), c, engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // the test is over
	if got, want := operations(t, p), "mkdir    /one                 kv/blob.Save\nmkdir    /two                 kv/blob.Locked\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Instances of one program share what they find out about its functions.
func TestInstancesThatRunAtOnceFindTheSameFunctions(t *testing.T) {
	p := program(t, alone("where"))
	found := make([]string, 4)
	var all sync.WaitGroup
	for i := range found {
		all.Go(func() { found[i] = operations(t, p) })
	}
	all.Wait()
	for i, got := range found {
		if got == "" || got != found[0] {
			t.Errorf("instance %d found\n%s\nthe first one\n%s", i, got, found[0])
		}
	}
}

// How much a walk costs beside the write in which it happens.
func BenchmarkWhere(b *testing.B) {
	p := program(b, alone("writes"))
	const writes = 50_000
	measure := func(in func(*guest.Instance)) float64 {
		since := cpuTime()
		if err := p.Operations(b.Context(), func(_, _ string, i *guest.Instance) { in(i) }, "writes", strconv.Itoa(writes)); err != nil {
			b.Fatal(err)
		}
		return float64(cpuTime()-since) / writes
	}
	var write, walks float64
	const times = 20 // walks in a write
	for b.Loop() {
		write += measure(func(*guest.Instance) {})
		walks += measure(func(i *guest.Instance) {
			for range times {
				i.Where()
			}
		})
	}
	walk := (walks - write) / times
	b.ReportMetric(write/float64(b.N), "cpu-ns/write")
	b.ReportMetric(walk/float64(b.N), "cpu-ns/walk")
	b.ReportMetric(walk/write, "walk/write")
}

// operations runs mode where, or a program without modes, and lists what it does
// to its disk.
func operations(t *testing.T, p *engine.Program) string {
	t.Helper()
	var got strings.Builder
	err := p.Operations(t.Context(), func(do, path string, i *guest.Instance) {
		fmt.Fprintf(&got, "%-8s %-20s %s\n", do, path, i.Where())
	}, "where")
	if err != nil {
		t.Error(err)
	}
	return got.String()
}

func checkWhere(t *testing.T, p *engine.Program) {
	t.Helper()
	want, err := os.ReadFile("testdata/where.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := operations(t, p); got != string(want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
