package engine_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seedfall/seedfall/engine"
	"github.com/seedfall/seedfall/engine/config"
	"github.com/seedfall/seedfall/engine/internal/world"
	"github.com/seedfall/seedfall/engine/schedule"
	"github.com/seedfall/seedfall/engine/story"
	"github.com/seedfall/seedfall/engine/vtime"
)

var updateStories = flag.Bool("update-stories", false, "rewrite story/testdata/runs")

// release is the Go release whose programs the stories are told of.
const release = "go1.26.8"

func needsRelease(t *testing.T) {
	if testing.Short() && release != runtime.Version() {
		t.Skip("builds with a second toolchain, which takes minutes the first time")
	}
}

// told compares the story of a run with the one in story/testdata/runs.
func told(t *testing.T, name string, p *engine.Program, in engine.Input) {
	t.Helper()
	in.Trace = true
	r, err := p.Run(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Story()
	if s == nil {
		t.Fatalf("the run passed: %s", r.Reason)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d events\n", s.Past, s.Events)
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "#%d %s %s [%s] %s", step.Event, step.At.Seconds(), step.Node, step.Role, step.Text)
		if step.Site != nil {
			fmt.Fprintf(&b, " (%s:%d)", step.Site.File, step.Site.Line)
		}
		b.WriteByte('\n')
	}
	path := "story/testdata/runs/" + name + ".txt"
	if *updateStories {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || b.String() != string(want) {
		t.Errorf("%s (run with -update-stories if the change is meant):\n%s", path, b.String())
	}
}

func TestTheFailuresOfKvlogAreTold(t *testing.T) {
	needsRelease(t)
	p := kvlog(t, "GOTOOLCHAIN="+release)
	two, _, err := schedule.Read("../examples/kvlog/two.faults.json")
	if err != nil {
		t.Fatal(err)
	}
	told(t, "kvlog-seed-1", p, engine.Input{Seed: 1})
	told(t, "kvlog-two-faults", p, engine.Input{Seed: two.Seed, Schedule: two})
}

// Both bugs of buntdb; its versions are chosen as the example's page says.
func TestTheFailuresOfBuntdbAreTold(t *testing.T) {
	needsRelease(t)
	if testing.Short() {
		t.Skip("needs the module of buntdb")
	}
	for name, flags := range map[string]string{"buntdb-v1.2.0": "", "buntdb-v1.2.1": "-modfile=v1.2.1.mod"} {
		t.Run(name, func(t *testing.T) {
			c, err := config.Load("../examples/buntdb/affected/seedfall.json")
			if err != nil {
				t.Fatal(err)
			}
			p, err := engine.Prepare(context.Background(), c, engine.PrepareOptions{CacheDir: prepared.dir, Workers: 2, Env: []string{"GOTOOLCHAIN=" + release, "GOFLAGS=" + flags}})
			if err != nil {
				t.Fatal(err)
			}
			defer p.Close() //nolint:errcheck // the test is over
			told(t, name, p, engine.Input{Seed: 1})
		})
	}
}

// Asking for the goroutines of all nodes at every few steps, in whatever state
// they are, leaves the run as it is.
func TestAskingForGoroutinesDisturbsNothing(t *testing.T) {
	for name, c := range map[string]struct {
		config string
		states []string
	}{
		"crashes": {cluster, []string{"", "is down"}},
		"slow disks": {strings.Replace(cluster, `"faults": {`, `"faults": {"disk_latency": {"wait_min": "50ms", "wait_max": "200ms"},`, 1),
			[]string{"", "is down", "waits for a sync of its disk"}},
		"busy programs": {`{"duration": "100ms", "nodes": [{"name": "server", "package": "$GUEST", "args": ["cluster-server"]}],
			"workload": {"package": "$GUEST", "args": ["spin"]}, "finally": {"package": "$GUEST", "args": ["ok"]}}`,
			[]string{"", "is inside a time slice", "has not started", "has finished"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := program(t, c.config)
			want := run(t, p, 3)
			w := p.World(t.Context(), engine.Input{Seed: 3})
			defer w.Close()
			seen := map[string]bool{}
			for n := 0; !w.Over(); n++ {
				step(t, w)
				if n < 40 || n%41 == 0 || w.Over() {
					for _, s := range goroutines(t, w) {
						seen[s.State] = true
					}
				}
			}
			o, err := w.Run()
			if err != nil || o.Digest != want.Digest || o.Events != want.Events {
				t.Errorf("%v: digest %s after %d events, want %s after %d", err, o.Digest, o.Events, want.Digest, want.Events)
			}
			for _, state := range c.states {
				if !seen[state] {
					t.Errorf("no node that %q was asked; seen: %v", state, seen)
				}
			}
		})
	}
}

func goroutines(t *testing.T, w *world.World) []story.Stacks {
	t.Helper()
	all, err := w.Goroutines()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		if (s.State == "") != (len(s.Goroutines) > 0) {
			t.Fatalf("%+v", s)
		}
	}
	return all
}

// shown are the goroutines of a snapshot as the user sees them, without the lines
// of the guest's source.
func shown(nodes []story.Stacks) (lines []string) {
	for _, s := range nodes {
		s.Goroutines = story.Reduce(s.Goroutines)
		lines = append(lines, places(s.String())...)
	}
	return lines
}

// places takes the files and lines out of stacks.
func places(text string) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if function, rest, ok := strings.Cut(line, " at github.com/seedfall/seedfall/engine/testdata/guest/"); ok {
			_, in, folded := strings.Cut(rest, ", in ")
			if line = function; folded {
				line += " > " + in
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func TestEveryGoroutineOfEveryNodeAtAnInstant(t *testing.T) {
	p := program(t, `{"duration": "1m", "nodes": [{"name": "server", "package": "$GUEST", "args": ["cluster-server"]}],
		"workload": {"package": "$GUEST", "args": ["sleep"]}, "finally": {"package": "$GUEST", "args": ["ok"]}}`)
	at := func(at vtime.Duration) *engine.Snapshot {
		s, err := p.Goroutines(t.Context(), engine.Input{Seed: 1}, vtime.Instant(at))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := at(20 * vtime.Second)
	want := []string{
		"server#1:",
		"  goroutine 1 [IO wait]",
		"    main.clusterServer > github.com/seedfall/seedfall/sim.(*listener).Accept",
		"    main.main",
		"  goroutine 7 [sleep], begun by main.clusterServer",
		"    main.clusterServer.func1 > time.Sleep",
		"  goroutine 8 [chan receive], begun by main.clusterServer",
		"    main.clusterServer.func2",
		"workload#1:",
		"  goroutine 1 [sleep]",
		"    main.init.1.func11 > time.Sleep",
		"    main.init.1.func21",
		"    main.main",
		"finally has not started",
	}
	got := withoutNumbers(shown(s.Nodes))
	if !slices.Equal(got, withoutNumbers(want)) || s.Ended || s.At > 20e9 || s.At < 19e9 {
		t.Errorf("at %v, ended %v:\n%s", s.At, s.Ended, strings.Join(got, "\n"))
	}
	if s := at(0); s.At > 1000 || s.Ended {
		t.Errorf("at the start: %v, %v", s.At, s.Ended)
	}
	if s := at(vtime.Duration(vtime.Never) - 1); !s.Ended || s.Nodes[1].State == "" {
		t.Errorf("at the end: %+v", s)
	}
}

// withoutNumbers takes out what depends on the release of Go: the numbers of
// goroutines and of functions without names.
func withoutNumbers(lines []string) (out []string) {
	for _, l := range lines {
		out = append(out, strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return -1
			}
			return r
		}, l))
	}
	return out
}

// A failure that says that something did not happen carries what everyone was
// waiting for.
func TestFailuresToGetOnCarryStacks(t *testing.T) {
	const blocked = `{"duration": "1m", "nodes": [{"name": "server", "package": "$GUEST", "args": ["blocked"]}], "workload": {"package": "$GUEST", "args": ["blocked"]}}`
	waits := []string{"  goroutine 1 [IO wait]", "    main.init.1.func13 > github.com/seedfall/seedfall/sim.(*listener).Accept", "    main.init.1.func21", "    main.main"}
	for _, c := range []struct {
		name, config string
		want         []string
	}{
		{"every node", blocked, slices.Concat([]string{"server#1:"}, waits, []string{"workload#1:"}, waits)},
		{"one node by its own runtime", `{"duration": "1m", "nodes": [{"name": "server", "package": "$GUEST", "args": ["blocked"]}], "workload": {"package": "$GUEST", "args": ["deadlock"]}}`,
			slices.Concat([]string{"workload#1:", "  goroutine 1 [select (no cases)]", "    main.init.1.func12", "    main.init.1.func21", "    main.main", "server#1:"}, waits)},
		{"liveness", `{"duration": "2s", "liveness": {"within": "3s"}, "nodes": [{"name": "server", "package": "$GUEST", "args": ["blocked"]}], "workload": {"package": "$GUEST", "args": ["sleep"]}}`,
			slices.Concat([]string{"workload#1:", "  goroutine 1 [sleep]", "    main.init.1.func11 > time.Sleep", "    main.init.1.func21", "    main.main", "server#1:"}, waits)},
		{"a node that does not yield", `{"duration": "50ms", "preempt": {"loops": true}, "liveness": {"within": "50ms"}, "workload": {"package": "$GUEST", "args": ["loop-no-call"]}}`,
			[]string{"workload#1 is inside a time slice"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := run(t, program(t, c.config), 1).Failure
			if f == nil {
				t.Fatal("it passed")
			}
			if got := withoutNumbers(places(f.Detail)); !slices.Equal(got, withoutNumbers(c.want)) {
				t.Errorf("%s:\n%s\nwant:\n%s", f.Class, strings.Join(got, "\n"), strings.Join(withoutNumbers(c.want), "\n"))
			}
		})
	}
}
