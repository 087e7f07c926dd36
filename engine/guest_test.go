package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
)

// prepared are the programs of this test process: one guest binary, compiled
// once for each value of preempt.loops, under a cache folder of the process.
var prepared struct {
	sync.Mutex
	dir      string
	programs map[bool]*engine.Program
}

// program gives a config whose programs run the test guest; $GUEST in the text
// is its package.
func program(t testing.TB, text string) *engine.Program {
	t.Helper()
	prepared.Lock()
	defer prepared.Unlock()
	c := parse(t, text)
	p := prepared.programs[c.Preempt.Loops]
	if p == nil {
		var err error
		p, err = engine.Prepare(context.Background(), c, engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		prepared.programs[c.Preempt.Loops] = p
	}
	return p.With(c)
}

func parse(t testing.TB, text string) *config.Config {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	text = strings.ReplaceAll(text, "$GUEST", "./testdata/guest")
	c, problems := config.Parse(filepath.Join(here, "seedfall.json"), []byte(text))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return c
}

// alone is a config of one program, run as the workload, without faults.
func alone(args ...string) string {
	quoted := make([]string, len(args))
	for i, a := range args {
		quoted[i] = fmt.Sprintf("%q", a)
	}
	return `{"duration": "1h", "workload": {"package": "$GUEST", "args": [` + strings.Join(quoted, ", ") + `]}}`
}

// run runs a seed and keeps its trace.
func run(t testing.TB, p *engine.Program, seed uint64) *engine.Result {
	t.Helper()
	r, err := p.Run(context.Background(), engine.Input{Seed: seed, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// text is the whole trace.
func text(t testing.TB, r *engine.Result) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// output is what the programs of a run printed, line by line.
func output(t testing.TB, r *engine.Result) (lines []string) {
	t.Helper()
	for l := range strings.Lines(text(t, r)) {
		if _, said, ok := strings.Cut(l, " | "); ok {
			lines = append(lines, strings.TrimSuffix(said, "\n"))
		}
	}
	return lines
}

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	dir, err := os.MkdirTemp("", "seedfall-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	prepared.dir, prepared.programs = dir, map[bool]*engine.Program{}
	code := m.Run()
	for _, p := range prepared.programs {
		p.Close() //nolint:errcheck // the process ends
	}
	return code
}
